/**
 * The words of the turn so far, decoded at each pause. The window grows from the turn's first sound. When it is longer than
 * 8 s, it starts at a later stretch of speech, and the text at the pause before that stretch stays. What is decoded and when depends
 * on the audio alone, so every door gets the same words.
 */
import { joinPieces } from '../../asr/writing-systems.js';
import type { TurnHypothesis } from '../../eot/scorer.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { AudioWindow } from '../session/audio-window.js';

/**
 * Longest window that is decoded at once, in samples. Chosen by hand: a turn's end is judged by its last words, and longer
 * windows cost more than they help.
 */
const MAX_WINDOW_SAMPLES = 8 * SAMPLE_RATE_HZ;
/** Length that a window is cut to when it has grown too long and a pause allows, in samples. With 4 s more words were wrong. */
const CUT_WINDOW_SAMPLES = 5 * SAMPLE_RATE_HZ;
/** A pause at least this long lies between words, so a window may start after it. In samples, chosen by hand. */
const CUT_PAUSE_SAMPLES = 0.25 * SAMPLE_RATE_HZ;
/** Sound before a stretch of speech that belongs to it, in samples: voice activity reports the beginning late. */
const PRE_ROLL_SAMPLES = 0.2 * SAMPLE_RATE_HZ;

/** A decoded window: the scorer's numbers, and the tokens, which make decoding a longer window cheaper. */
export interface DecodedWindow {
  readonly hypothesis: TurnHypothesis;
  readonly tokens: readonly number[];
}

/** How a window is decoded. */
export interface TranscribeOptions {
  /** Tokens of a shorter window with the same start. Decoding keeps them as far as the model still agrees. */
  readonly draft?: readonly number[];
  /** True: by the larger model, if the language has one. */
  readonly careful?: boolean;
  /** True: where the decoding leaves doubt whether anything was said, a second hearing decides (asr/second-hearing.ts). */
  readonly doubt?: boolean;
  /** Phrases whose probability as the whole text is wanted. */
  readonly phrases?: readonly string[] | undefined;
}

/** Decodes `[samples]` 16 kHz speech, -1..1. */
export type TranscribeWindow = (audio: Float32Array, options?: TranscribeOptions) => Promise<DecodedWindow>;

/** Speech from one committed pause to the next, and the state of the turn before it. */
interface Stretch {
  /** Absolute sample, with the pre-roll. */
  readonly start: number;
  /** True if a window may start here. */
  readonly afterPause: boolean;
  readonly textBefore: string;
  /** Tokens of the window at the pause before the stretch. */
  readonly tokensBefore: readonly number[];
}

/** What is decoded at a pause: the turn since `stretches[0]`, and what was decoded of it at the last committed pause. */
interface Window {
  readonly stretches: readonly Stretch[];
  /** Transcript of the turn before the window. */
  readonly textBefore: string;
  readonly windowText: string;
  readonly tokens: readonly number[];
}

const NOTHING_SAID: Window = { stretches: [], textBefore: '', windowText: '', tokens: [] };

/** The decoding of the turn up to one pause: its window is fixed, the words are decoded when they are asked for. */
export interface TurnDecoding {
  /** The turn up to the pause. */
  hypothesis(): Promise<TurnHypothesis>;
  /** Commits the pause: later ones build on its words. Does nothing until `hypothesis` has resolved. */
  commit(): void;
}

export class TurnTranscript {
  private window = NOTHING_SAID;
  private lastSpeechEnd = -Infinity;
  /** True if a pause was committed since speech last began. */
  private isCommitted = true;

  constructor(private readonly audio: AudioWindow) {}

  /** Transcript of the turn at its last committed pause. */
  get text(): string {
    return textOf(this.window);
  }

  newTurn(): void {
    this.window = NOTHING_SAID;
    this.isCommitted = true;
  }

  /** Speech begins (again) at absolute `sample`. */
  speechStart(sample: number): void {
    if (!this.isCommitted) return;
    this.isCommitted = false;
    const stretch = {
      start: Math.max(0, sample - PRE_ROLL_SAMPLES),
      afterPause: sample - this.lastSpeechEnd >= CUT_PAUSE_SAMPLES,
      textBefore: this.text,
      tokensBefore: this.window.tokens,
    };
    this.window = { ...this.window, stretches: [...this.window.stretches, stretch] };
  }

  speechEnd(sample: number): void {
    this.lastSpeechEnd = sample;
  }

  /** Commits a pause without decoding its words. */
  commitWithoutWords(): void {
    this.isCommitted = true;
  }

  /**
   * A pause, judged at absolute `sample`, a little into the silence.
   * @param since absolute sample: speech before it was another voice's. Once the pause is committed, the turn begins there.
   */
  pause(sample: number, transcribe: TranscribeWindow, since = 0): TurnDecoding {
    const window = shortened(startedAt(this.window, since), sample);
    const start = window.stretches[0]?.start ?? 0;
    const from = Math.max(start, sample - MAX_WINDOW_SAMPLES);
    const draft = from === start ? window.tokens : [];
    const audio = this.audio.slice(from, sample);
    let after: Window | undefined;
    return {
      hypothesis: async () => {
        const { hypothesis, tokens } = await transcribe(audio, { draft, careful: true, doubt: true });
        after = { ...window, windowText: hypothesis.text, tokens };
        return { ...hypothesis, text: textOf(after) };
      },
      commit: () => {
        if (!after) return;
        this.window = after;
        this.isCommitted = true;
      },
    };
  }
}

/** The window without the stretches that began before absolute `since`, and without their words. */
function startedAt(window: Window, since: number): Window {
  const isBefore = ({ start }: Stretch): boolean => start < since - PRE_ROLL_SAMPLES;
  const [first, ...later] = window.stretches.filter((stretch) => !isBefore(stretch));
  if (!first || (first === window.stretches[0] && (window.textBefore === '' || first.start > since)))
    return window;
  const { textBefore, tokensBefore } = first;
  const rebased = later.map((stretch) => ({
    ...stretch,
    // If a later pause changed the words before, the words after them cannot be separated.
    textBefore: stretch.textBefore.startsWith(textBefore)
      ? stretch.textBefore.slice(textBefore.length).trimStart()
      : '',
    tokensBefore: stretch.tokensBefore.slice(tokensBefore.length),
  }));
  return { ...NOTHING_SAID, stretches: [{ ...first, textBefore: '', tokensBefore: [] }, ...rebased] };
}

/** If the window has grown too long, starts it at the first stretch that makes it short enough, else at the last. */
function shortened(window: Window, sample: number): Window {
  const length = ({ start }: Stretch) => sample - start;
  const [first, ...later] = window.stretches;
  if (!first || length(first) <= MAX_WINDOW_SAMPLES) return window;
  const places = later.filter((stretch) => stretch.afterPause);
  const stretch =
    places.find((place) => length(place) <= CUT_WINDOW_SAMPLES) ?? places.at(-1) ?? later.at(-1);
  if (!stretch) return window;
  return {
    stretches: window.stretches.slice(window.stretches.indexOf(stretch)),
    textBefore: stretch.textBefore,
    windowText: '',
    // Only a hint: if a later pause changed the words before the stretch, it is off by a token or two.
    tokens: window.tokens.slice(stretch.tokensBefore.length),
  };
}

function textOf({ textBefore, windowText }: Window): string {
  return joinPieces(textBefore, windowText);
}
