/**
 * Intervals read out of an event log: what the label and caption formats are made of. Works on a log that
 * stops in the middle (crash, Ctrl-C): what was open is closed at the last time seen.
 */
import type { WireEvent } from '../protocol/events.js';
import { roundMs } from '../protocol/grid.js';

export interface Segment {
  startSec: number;
  endSec: number;
}
export interface Word extends Segment {
  speaker: string;
  text: string;
}
/** Words of one voice with short pauses between them. */
export interface Utterance extends Word {
  readonly words: Word[];
}

/** A pause longer than this starts a new utterance of the same voice, in seconds. */
export const UTTERANCE_GAP_SEC = 0.8;
/**
 * The wire gives when a word was first heard, so the last word of an utterance has no length of its own. Of 0.3 to 0.8 s this
 * has the lowest DER over seven real meeting clips and the shipped rooms together, 2026-11-25.
 */
export const LAST_WORD_SEC = 0.6;

/** End of the session: the summary's `audio_s`, or the last time in a log that has none. */
export function endOf(events: readonly WireEvent[]): number {
  let last = 0;
  for (const event of events) {
    if (event.type === 'session.summary') return event.audio_s;
    if ('t' in event) last = Math.max(last, event.t);
    if (event.type === 'asr.final') last = Math.max(last, event.t1);
  }
  return last;
}

/** Each `vad.start` to its `vad.end`. */
export function speechOf(events: readonly WireEvent[]): Segment[] {
  const segments: Segment[] = [];
  let startSec: number | undefined;
  for (const event of events) {
    if (event.type === 'vad.start') startSec = event.t;
    if (event.type === 'vad.end' && startSec !== undefined) {
      segments.push({ startSec, endSec: event.t });
      startSec = undefined;
    }
  }
  if (startSec !== undefined) segments.push({ startSec, endSec: Math.max(startSec, endOf(events)) });
  return segments;
}

/** The speech of a stream, whose one speaker is the user; its log has no words. */
export function userSpeechOf(events: readonly WireEvent[]): Word[] {
  return speechOf(events).map((segment) => ({ ...segment, speaker: 'user', text: '' }));
}

/** The final words of every voice in time order, to the millisecond; a final of several words is divided evenly. */
export function wordsOf(events: readonly WireEvent[]): Word[] {
  const words: Word[] = [];
  const logEndSec = endOf(events);
  // The sound may be over sooner than a word usually is.
  const lastEndOf = (startSec: number): number =>
    roundMs(Math.min(startSec + LAST_WORD_SEC, logEndSec > startSec ? logEndSec : Infinity));
  for (const event of events) {
    if (event.type !== 'asr.final') continue;
    const texts = event.text.split(/\s+/).filter((text) => text !== '');
    // t1 is when the last word was first heard: the span from t0 holds all words but the last.
    const stepSec = texts.length > 1 ? (event.t1 - event.t0) / (texts.length - 1) : 0;
    const startOf = (i: number): number => roundMs(event.t0 + i * stepSec);
    texts.forEach((text, i) => {
      const startSec = startOf(i);
      const endSec = i + 1 < texts.length ? startOf(i + 1) : lastEndOf(startSec);
      words.push({ speaker: event.speaker, text, startSec, endSec });
    });
  }
  return withoutOverlapInVoice(words).sort((a, b) => a.startSec - b.startSec || order(a.speaker, b.speaker));
}

/** Words of one voice joined while its pauses stay short. */
export function utterancesOf(events: readonly WireEvent[], gapSec = UTTERANCE_GAP_SEC): Utterance[] {
  const open = new Map<string, Utterance>();
  const utterances: Utterance[] = [];
  for (const word of wordsOf(events)) {
    const current = open.get(word.speaker);
    if (current && word.startSec - current.endSec <= gapSec) {
      current.text += ` ${word.text}`;
      current.endSec = Math.max(current.endSec, word.endSec);
      current.words.push(word);
    } else {
      const started = { ...word, words: [word] };
      open.set(word.speaker, started);
      utterances.push(started);
    }
  }
  return utterances;
}

/** Voices in the order of their numbers. */
export function voicesOf(events: readonly WireEvent[]): string[] {
  const voices = new Set<string>();
  for (const event of events) if (event.type === 'asr.final') voices.add(event.speaker);
  return [...voices].sort(order);
}

function withoutOverlapInVoice(words: Word[]): Word[] {
  const byVoice = new Map<string, Word[]>();
  for (const word of words) {
    const voice = byVoice.get(word.speaker);
    if (voice) voice.push(word);
    else byVoice.set(word.speaker, [word]);
  }
  for (const voice of byVoice.values()) {
    voice.sort((a, b) => a.startSec - b.startSec);
    let together: Word[] = [];
    voice.forEach((word, i) => {
      const next = voice[i + 1];
      together.push(word);
      if (next?.startSec === word.startSec) return;
      divide(together, next?.startSec ?? Infinity);
      together = [];
    });
  }
  return words;
}

/** Words first heard at once share the time until the next one, or until the longest of them is over. */
function divide(together: readonly Word[], nextSec: number): void {
  const { startSec } = together[0]!;
  const endSec = Math.min(nextSec, Math.max(...together.map((word) => word.endSec)));
  const boundary = (i: number): number => roundMs(startSec + ((endSec - startSec) * i) / together.length);
  together.forEach((word, i) => {
    word.startSec = boundary(i);
    word.endSec = boundary(i + 1);
  });
}

function order(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
