/**
 * The transcripts of a room's voices as events: each final word once, and partials, of which each replaces the one before. Voices
 * get their numbers in the order in which they first appear in an event.
 */
import { joinText } from '../../asr/writing-systems.js';
import type { EventBody } from '../../protocol/events.js';
import { roundMs, SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import { nameOf, rememberFinal, type Voice, type VoicedWord } from './voice.js';
import type { Voices } from './voices.js';

interface NumberedEvent {
  readonly number: number;
  readonly event: EventBody;
}

export class TranscriptEvents {
  /** Final words that no event has carried yet. */
  private finals: VoicedWord[] = [];

  constructor(private readonly voices: Voices) {}

  /** Takes a word that no longer changes; the next `take` emits it. */
  finalize(word: VoicedWord): void {
    this.finals.push(word);
    rememberFinal(word);
  }

  /** Events by voice number: a voice's new finals, then its partial if that changed. @param open words that are not final */
  take(tSec: number, open: readonly VoicedWord[]): EventBody[] {
    const finals = neighbours(this.finals).map((words) => this.finalEvent(tSec, words));
    this.finals = [];
    const events = [...finals, ...this.partialEvents(tSec, open)];
    // The sort is stable: a voice's finals stay in order of time and before its partial.
    return events.sort((a, b) => a.number - b.number).map(({ event }) => event);
  }

  /** @param words neighbouring words of one voice and language */
  private finalEvent(tSec: number, words: readonly VoicedWord[]): NumberedEvent {
    const { voice, language } = words[0]!;
    const { transcript } = voice;
    const t0 = Math.min(tSec, Math.max(transcript.lastFinalSec, seconds(words[0]!.start)));
    const t1 = Math.min(tSec, Math.max(t0, seconds(words.at(-1)!.start)));
    transcript.lastFinalSec = t1;
    transcript.shown = undefined;
    const text = words.reduce((before, word) => joinText(before, word.text, language), '');
    const number = this.voices.appear(voice);
    return { number, event: { type: 'asr.final', t: tSec, speaker: nameOf(voice)!, text, t0, t1, language } };
  }

  private partialEvents(tSec: number, open: readonly VoicedWord[]): NumberedEvent[] {
    const texts = new Map<Voice, { text: string; language: Language }>();
    for (const { voice, text, language } of open) {
      const before = texts.get(voice);
      texts.set(voice, { text: joinText(before?.text ?? '', text, language), language });
    }
    // A voice whose shown words now belong to another voice, or are no words after all, shows nothing any more.
    for (const voice of this.voices.numbered) {
      const { shown } = voice.transcript;
      if (shown && !texts.has(voice)) texts.set(voice, { text: '', language: shown.language });
    }
    return [...texts].flatMap(([voice, { text, language }]) => {
      const { transcript } = voice;
      if ((transcript.shown?.text ?? '') === text) return [];
      const number = this.voices.appear(voice);
      transcript.shown = text === '' ? undefined : { text, language };
      const event: EventBody = { type: 'asr.partial', t: tSec, speaker: nameOf(voice)!, text, language };
      return [{ number, event }];
    });
  }
}

/** Groups of neighbouring words of one voice and language. */
function neighbours(words: readonly VoicedWord[]): VoicedWord[][] {
  const groups: VoicedWord[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last && last[0]!.voice === word.voice && last[0]!.language === word.language) last.push(word);
    else groups.push([word]);
  }
  return groups;
}

function seconds(sample: number): number {
  return roundMs(sample / SAMPLE_RATE_HZ);
}
