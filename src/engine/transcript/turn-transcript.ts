/**
 * What was said in the turn so far, decoded at each pause. The window grows from the turn's first sound; past 8 s it starts
 * at a later run of speech, and the text of the pause before that run is kept. When to decode and on which samples depends
 * on the audio alone, so every door hears the same words.
 */
import type { TurnHypothesis } from '../../eot/scorer.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { AudioWindow } from '../session/audio-window.js';

/** Longest window decoded at once. Longer ones cost more than they help: a turn's end is judged by its last words. */
const MAX_WINDOW_SAMPLES = 8 * SAMPLE_RATE_HZ;
/** What a window that has grown too long is cut to, where a pause allows. Shorter ones are misheard: 4 s was tried. */
const CUT_WINDOW_SAMPLES = 5 * SAMPLE_RATE_HZ;
/** A pause this long lies between words, so a window may start after it. */
const CUT_PAUSE_SAMPLES = 0.25 * SAMPLE_RATE_HZ;
const PRE_ROLL_SAMPLES = 0.2 * SAMPLE_RATE_HZ;

/** What a window was decoded to: the scorer's numbers, and the tokens that shorten decoding a longer one. */
export interface DecodedWindow {
  readonly heard: TurnHypothesis;
  readonly tokens: readonly number[];
}

/** How a window is decoded. */
export interface TranscribeOptions {
  /** The hypothesis of a window with the same start: kept as far as the model still agrees. */
  readonly draft?: readonly number[];
  /** By the larger model, where the language has one. */
  readonly careful?: boolean;
}

/** Decodes `[samples]` 16 kHz speech. */
export type TranscribeWindow = (audio: Float32Array, how?: TranscribeOptions) => Promise<DecodedWindow>;

/** Speech from one pause that counted to the next, and the turn as heard before it. */
interface Run {
  readonly start: number;
  readonly afterPause: boolean;
  readonly textBefore: string;
  /** The window's hypothesis at the pause before the run. */
  readonly tokensBefore: readonly number[];
}

/** What is decoded at a pause: the turn since `runs[0]`, and what is known of it. */
interface Window {
  readonly runs: readonly Run[];
  /** Transcript of the turn before the window. */
  readonly keptText: string;
  readonly windowText: string;
  readonly tokens: readonly number[];
}

const NOTHING_SAID: Window = { runs: [], keptText: '', windowText: '', tokens: [] };

/** The words of one pause. */
export interface PauseTranscript {
  /** The turn as heard up to the pause. */
  words(): Promise<TurnHypothesis>;
  /** Once the words are there: the pause counts, and later ones build on them. */
  keep(): void;
}

export class TurnTranscript {
  private window = NOTHING_SAID;
  private lastSpeechEnd = -Infinity;
  /** A pause has counted since speech last began. */
  private paused = true;

  constructor(private readonly audio: AudioWindow) {}

  /** Transcript of the turn as of its last pause that counted. */
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

  /** A pause has counted in which nobody listened for words. */
  passed(): void {
    this.paused = true;
  }

  /**
   * A pause at absolute `sample`, a little into the silence.
   * @param since where what was said before is another's: from now on the speech that begins there is all of the turn
   */
  pause(sample: number, listen: TranscribeWindow, since = 0): PauseTranscript {
    const window = shortened(startedAt(this.window, since), sample);
    const start = window.runs[0]?.start ?? 0;
    const from = Math.max(start, sample - MAX_WINDOW_SAMPLES);
    const draft = from === start ? window.tokens : [];
    const audio = this.audio.slice(from, sample);
    let after: Window | undefined;
    return {
      words: async () => {
        const { heard, tokens } = await listen(audio, { draft, careful: true });
        after = { ...window, windowText: heard.text, tokens };
        return { ...heard, text: textOf(after) };
      },
      keep: () => {
        if (!after) return;
        this.window = after;
        this.paused = true;
      },
    };
  }
}

/** The window from the run on that began at absolute `since`, without what was said before it. */
function startedAt(window: Window, since: number): Window {
  const isBefore = (run: Run): boolean => run.start < since - PRE_ROLL_SAMPLES;
  const [first, ...later] = window.runs.filter((run) => !isBefore(run));
  if (!first || (first === window.runs[0] && (window.keptText === '' || first.start > since))) return window;
  const { textBefore, tokensBefore } = first;
  const rebased = later.map((run) => ({
    ...run,
    // Where the words before were heard otherwise since, what was said after them cannot be told apart.
    textBefore: run.textBefore.startsWith(textBefore)
      ? run.textBefore.slice(textBefore.length).trimStart()
      : '',
    tokensBefore: run.tokensBefore.slice(tokensBefore.length),
  }));
  return { ...NOTHING_SAID, runs: [{ ...first, textBefore: '', tokensBefore: [] }, ...rebased] };
}

/** Starts a window that has grown too long at the first run that makes it short enough, else at the last run. */
function shortened(window: Window, sample: number): Window {
  const length = (run: Run) => sample - run.start;
  const [first, ...later] = window.runs;
  if (!first || length(first) <= MAX_WINDOW_SAMPLES) return window;
  const places = later.filter((run) => run.afterPause);
  const run = places.find((place) => length(place) <= CUT_WINDOW_SAMPLES) ?? places.at(-1) ?? later.at(-1);
  if (!run) return window;
  return {
    runs: window.runs.slice(window.runs.indexOf(run)),
    keptText: run.textBefore,
    windowText: '',
    // Only a hint: where the words before the run are heard otherwise by now, it may be off by a token or two.
    tokens: window.tokens.slice(run.tokensBefore.length),
  };
}

function textOf({ keptText, windowText }: Window): string {
  return join(keptText, windowText);
}

function join(before: string, after: string): string {
  return [before, after].filter((part) => part !== '').join(' ');
}
