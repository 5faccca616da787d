/** The registry of a room's voices: the one owner of their records (voice.ts). */
import { newVoice, type Voice } from './voice.js';
import type { VoiceLanguage } from './voice-language.js';

export class Voices {
  private readonly byId = new Map<number, Voice>();
  private numbers = 0;

  /** @param newLanguage the language state that a new voice begins with */
  constructor(private readonly newLanguage: () => VoiceLanguage) {}

  /** The record of the voice that the diarizer calls `id`, made when it is first asked for. */
  of(id: number): Voice {
    let voice = this.byId.get(id);
    if (!voice) this.byId.set(id, (voice = newVoice(id, this.newLanguage())));
    return voice;
  }

  /** Voices that have appeared in an event, by number. */
  get numbered(): Voice[] {
    const known = [...this.byId.values()].filter(({ number }) => number !== undefined);
    return known.sort((a, b) => a.number! - b.number!);
  }

  /** Gives a voice its number when it first appears in an event. @returns the number. */
  appear(voice: Voice): number {
    return (voice.number ??= this.numbers += 1);
  }
}
