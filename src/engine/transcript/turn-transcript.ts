/**
 * The words of the turn so far, decoded at each pause. The window grows from the turn's first sound. When it is longer than
 * 8 s, it starts at a later run of speech, and the text at the pause before that run stays. What is decoded and when depends
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
/** Sound before a run of speech that belongs to it, in samples: voice activity reports the beginning late. */
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
  /** Phrases whose probability as the whole text is wanted. */
  readonly phrases?: readonly string[] | undefined;
}

/** Decodes `[samples]` 16 kHz speech, -1..1. */
export type TranscribeWindow = (audio: Float32Array, options?: TranscribeOptions) => Promise<DecodedWindow>;

/** Speech from one pause that counted to the next, and the state of the turn before it. */
interface Run {
  /** Absolute sample, with the pre-roll. */
  readonly start: number;
  /** True if a window may start here. */
  readonly afterPause: boolean;
  readonly textBefore: string;
  /** Tokens of the window at the pause before the run. */
  readonly tokensBefore: readonly number[];
}

/** What is decoded at a pause: the turn since `runs[0]`, and what was decoded of it at the last pause that counted. */
interface Window {
  readonly runs: readonly Run[];
  /** Transcript of the turn before the window. */
  readonly textBefore: string;
  readonly windowText: string;
  readonly tokens: readonly number[];
}

const NOTHING_SAID: Window = { runs: [], textBefore: '', windowText: '', tokens: [] };

/** The decoding of the turn up to one pause: its window is fixed, the words are decoded when they are asked for. */
export interface TurnDecoding {
  /** The turn up to the pause. */
  hypothesis(): Promise<TurnHypothesis>;
  /** The pause counts: later ones build on its words. Does nothing until `hypothesis` has resolved. */
  commit(): void;
}

export class TurnTranscript {
  private window = NOTHING_SAID;
  private lastSpeechEnd = -Infinity;
  /** True if a pause has counted since speech last began. */
  private paused = true;

  constructor(private readonly audio: AudioWindow) {}

  /** Transcript of the turn at its last pause that counted. */
  get text(): string {
    return textOf(this.window);
  }

  newTurn(): void {
    this.window = NOTHING_SAID;
    this.paused = true;
  }

  /** Speech begins (again) at absolute `sample`. */
  speechStart(sample: number): void {
    if (!this.paused) return;
    this.paused = false;
    const run = {
      start: Math.max(0, sample - PRE_ROLL_SAMPLES),
      afterPause: sample - this.lastSpeechEnd >= CUT_PAUSE_SAMPLES,
      textBefore: this.text,
      tokensBefore: this.window.tokens,
    };
    this.window = { ...this.window, runs: [...this.window.runs, run] };
  }

  speechEnd(sample: number): void {
    this.lastSpeechEnd = sample;
  }

  /** A pause has counted, and its words are not decoded. */
  commitWithoutWords(): void {
    this.paused = true;
  }

  /**
   * A pause, judged at absolute `sample`, a little into the silence.
   * @param since absolute sample: speech before it was another voice's. Once the pause counts, the turn begins there.
   */
  pause(sample: number, transcribe: TranscribeWindow, since = 0): TurnDecoding {
    const window = shortened(startedAt(this.window, since), sample);
    const start = window.runs[0]?.start ?? 0;
    const from = Math.max(start, sample - MAX_WINDOW_SAMPLES);
    const draft = from === start ? window.tokens : [];
    const audio = this.audio.slice(from, sample);
    let after: Window | undefined;
    return {
      hypothesis: async () => {
        const { hypothesis, tokens } = await transcribe(audio, { draft, careful: true });
        after = { ...window, windowText: hypothesis.text, tokens };
        return { ...hypothesis, text: textOf(after) };
      },
      commit: () => {
        if (!after) return;
        this.window = after;
        this.paused = true;
      },
    };
  }
}

/** The window without the runs that began before absolute `since`, and without their words. */
function startedAt(window: Window, since: number): Window {
  const isBefore = (run: Run): boolean => run.start < since - PRE_ROLL_SAMPLES;
  const [first, ...later] = window.runs.filter((run) => !isBefore(run));
  if (!first || (first === window.runs[0] && (window.textBefore === '' || first.start > since)))
    return window;
  const { textBefore, tokensBefore } = first;
  const rebased = later.map((run) => ({
    ...run,
    // If a later pause changed the words before, the words after them cannot be separated.
    textBefore: run.textBefore.startsWith(textBefore)
      ? run.textBefore.slice(textBefore.length).trimStart()
      : '',
    tokensBefore: run.tokensBefore.slice(tokensBefore.length),
  }));
  return { ...NOTHING_SAID, runs: [{ ...first, textBefore: '', tokensBefore: [] }, ...rebased] };
}

/** If the window has grown too long, starts it at the first run that makes it short enough, else at the last run. */
function shortened(window: Window, sample: number): Window {
  const length = (run: Run) => sample - run.start;
  const [first, ...later] = window.runs;
  if (!first || length(first) <= MAX_WINDOW_SAMPLES) return window;
  const places = later.filter((run) => run.afterPause);
  const run = places.find((place) => length(place) <= CUT_WINDOW_SAMPLES) ?? places.at(-1) ?? later.at(-1);
  if (!run) return window;
  return {
    runs: window.runs.slice(window.runs.indexOf(run)),
    textBefore: run.textBefore,
    windowText: '',
    // Only a hint: if a later pause changed the words before the run, it is off by a token or two.
    tokens: window.tokens.slice(run.tokensBefore.length),
  };
}

function textOf({ textBefore, windowText }: Window): string {
  return joinPieces(textBefore, windowText);
}
