/**
 * The words of a room that are not final, with the voice that they seem to belong to: what partials show, and evidence of a voice's
 * language. Used by room-transcript.ts.
 */
import { isSameWord, SAME_PLACE_SAMPLES } from '../../asr/recognised-word.js';
import type { RoomDiarizer } from './room-diarizer.js';
import type { DecodedWord, VoicedWord } from './voice.js';
import type { Voices } from './voices.js';

export class OpenWords {
  /** The words that partials showed last. */
  private shown: readonly VoicedWord[] = [];

  constructor(
    private readonly diarizer: Pick<RoomDiarizer, 'voiceOf' | 'count' | 'only'>,
    private readonly voices: Pick<Voices, 'of'>,
  ) {}

  /** The diarizer's index of a word's voice; undefined while no known voice fits. */
  voiceOf(word: DecodedWord): number | undefined {
    return word.voiceId ?? this.diarizer.voiceOf(word);
  }

  /** The words whose voice is known, or all of them before any voice is. */
  voiced(words: readonly DecodedWord[]): VoicedWord[] {
    return this.withVoices(words, () => undefined);
  }

  /**
   * The words to show. While only one voice is known, a word that was shown stays that voice's although its label is in doubt: a short
   * word fits its voice badly, and words that vanish and come back as finals look like words taken back.
   */
  take(words: readonly DecodedWord[]): VoicedWord[] {
    const { only } = this.diarizer;
    const open = this.withVoices(words, (word) => (this.wasShown(word) ? only : undefined));
    this.shown = open;
    return open;
  }

  private withVoices(
    words: readonly DecodedWord[],
    voiceInDoubt: (word: DecodedWord) => number | undefined,
  ): VoicedWord[] {
    const first = this.diarizer.count === 0 ? 0 : undefined;
    return words.flatMap((word) => {
      const id = this.voiceOf(word) ?? first ?? voiceInDoubt(word);
      return id === undefined ? [] : [{ ...word, voice: this.voices.of(id) }];
    });
  }

  private wasShown(word: DecodedWord): boolean {
    return this.shown.some((other) => isSameWordAgain(word, other));
  }
}

/** A later decoding moves a word a little, and may write it otherwise. */
function isSameWordAgain(one: DecodedWord, other: DecodedWord): boolean {
  const touch = one.start < other.end && other.start < one.end;
  return touch || isSameWord(one, other, SAME_PLACE_SAMPLES);
}
