/**
 * Reads intervals out of an event log, for the label and caption formats. In a log that stops in the middle (crash, Ctrl-C), open
 * intervals end at the last time in it.
 */
import type { WireEvent } from '../protocol/events.js';
import { joinPieces } from '../asr/writing-systems.js';
import { roundMs } from '../protocol/grid.js';

export interface Segment {
  startSec: number;
  endSec: number;
}
export interface Word extends Segment {
  speaker: string;
  text: string;
}
/** Consecutive words of one voice with only short pauses between them. */
export interface Utterance extends Word {
  readonly words: Word[];
}

/** A pause longer than this, in seconds, starts a new utterance of the same voice. Chosen by hand. */
export const UTTERANCE_GAP_SEC = 0.8;
/**
 * Assumed length of an utterance's last word, in seconds: the wire gives only when a word was first heard. Of 0.3 to 0.8 s this
 * value had the lowest DER over seven real meeting clips and the shipped rooms together (2026-11-25).
 */
export const LAST_WORD_SEC = 0.6;

/** End of the session in seconds: `audio_s` of the summary, or the last time in a log without one. */
export function endOf(events: readonly WireEvent[]): number {
  let last = 0;
  for (const event of events) {
    if (event.type === 'session.summary') return event.audio_s;
    if ('t' in event) last = Math.max(last, event.t);
    if (event.type === 'asr.final') last = Math.max(last, event.t1);
  }
  return last;
}

/** The intervals from each `vad.start` to its `vad.end`. */
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

/** The speech of a stream as words without text: its one speaker is the user, and its log has no words. */
export function userSpeechOf(events: readonly WireEvent[]): Word[] {
  return speechOf(events).map((segment) => ({ ...segment, speaker: 'user', text: '' }));
}

/** The final words of every voice in time order. An `asr.final` of several words is divided evenly between them. */
export function wordsOf(events: readonly WireEvent[]): Word[] {
  const words: Word[] = [];
  const logEndSec = endOf(events);
  // No word ends after the end of the sound.
  const lastEndOf = (startSec: number): number =>
    roundMs(Math.min(startSec + LAST_WORD_SEC, logEndSec > startSec ? logEndSec : Infinity));
  for (const event of events) {
    if (event.type !== 'asr.final') continue;
    const texts = event.text.split(/\s+/).filter((text) => text !== '');
    // t1 is when the last word was first heard, so t0 to t1 covers all words but the last.
    const stepSec = texts.length > 1 ? (event.t1 - event.t0) / (texts.length - 1) : 0;
    const startOf = (i: number): number => roundMs(event.t0 + i * stepSec);
    texts.forEach((text, i) => {
      const startSec = startOf(i);
      // Text without spaces (zh, ja) is one piece, whose last word begins at t1.
      const endSec = i + 1 < texts.length ? startOf(i + 1) : lastEndOf(Math.max(startSec, event.t1));
      words.push({ speaker: event.speaker, text, startSec, endSec });
    });
  }
  return withoutOverlapInVoice(words).sort((a, b) => a.startSec - b.startSec || order(a.speaker, b.speaker));
}

/** Joins the words of each voice into utterances, as long as pauses are no longer than `gapSec`. */
export function utterancesOf(events: readonly WireEvent[], gapSec = UTTERANCE_GAP_SEC): Utterance[] {
  const open = new Map<string, Utterance>();
  const utterances: Utterance[] = [];
  for (const word of wordsOf(events)) {
    const current = open.get(word.speaker);
    if (current && word.startSec - current.endSec <= gapSec) {
      current.text = joinPieces(current.text, word.text);
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
    let sameStart: Word[] = [];
    voice.forEach((word, i) => {
      const next = voice[i + 1];
      sameStart.push(word);
      if (next?.startSec === word.startSec) return;
      divide(sameStart, next?.startSec ?? Infinity);
      sameStart = [];
    });
  }
  return words;
}

/** Divides the time of words with one start evenly between them: up to the next word, or to the end of the longest. */
function divide(words: readonly Word[], nextSec: number): void {
  const { startSec } = words[0]!;
  const endSec = Math.min(nextSec, Math.max(...words.map((word) => word.endSec)));
  const boundary = (i: number): number => roundMs(startSec + ((endSec - startSec) * i) / words.length);
  words.forEach((word, i) => {
    word.startSec = boundary(i);
    word.endSec = boundary(i + 1);
  });
}

function order(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
