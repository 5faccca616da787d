/**
 * What was said in the turn so far, decoded at each pause. The window grows from the turn's first sound; past 8 s it starts
 * at a later run of speech, and the text of the pause before that run is kept. When to decode and on which samples depends
 * on the audio alone, so every door hears the same words.
 */
import type { Heard } from '../eot/scorer.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { AudioWindow } from './audio-window.js';

/** Longest window decoded at once. Longer ones cost more than they help: a turn's end is judged by its last words. */
const MAX_WINDOW_SAMPLES = 8 * SAMPLE_RATE_HZ;
/** What a window that has grown too long is cut to, where a pause allows. Shorter ones are misheard: 4 s was tried. */
const CUT_WINDOW_SAMPLES = 5 * SAMPLE_RATE_HZ;
/** A pause this long lies between words, so a window may start after it. */
const CUT_PAUSE_SAMPLES = 0.25 * SAMPLE_RATE_HZ;
const PRE_ROLL_SAMPLES = 0.2 * SAMPLE_RATE_HZ;

/** What a window was decoded to: the scorer's numbers, and the tokens that shorten decoding a longer one. */
export interface Hearing {
  readonly heard: Heard;
  readonly tokens: readonly number[];
}

/**
 * Decodes `[samples]` 16 kHz speech.
 * @param draft the hypothesis of a window with the same start: kept as far as the model still agrees.
 */
export type Listen = (audio: Float32Array, draft?: readonly number[]) => Promise<Hearing>;

/** Speech from one pause to the next, and the turn as heard before it. */
interface Run {
  readonly start: number;
  readonly afterPause: boolean;
  readonly textBefore: string;
  /** The window's hypothesis at the pause before the run. */
  readonly tokensBefore: readonly number[];
}

export class TurnHearing {
  /** Of the window; the first one starts it. */
  private runs: Run[] = [];
  /** Transcript of the turn before the window. */
  private keptText = '';
  private windowText = '';
  private tokens: readonly number[] = [];
  private lastSpeechEnd = -Infinity;

  constructor(
    private readonly audio: AudioWindow,
    private readonly listen: Listen,
  ) {}

  /** Transcript of the turn as of its last pause. */
  get text(): string {
    return join(this.keptText, this.windowText);
  }

  newTurn(): void {
    this.runs = [];
    this.keptText = '';
    this.windowText = '';
    this.tokens = [];
  }

  /** Speech begins (again) at absolute `sample`. */
  speechStart(sample: number): void {
    this.runs.push({
      start: Math.max(0, sample - PRE_ROLL_SAMPLES),
      afterPause: sample - this.lastSpeechEnd >= CUT_PAUSE_SAMPLES,
      textBefore: this.text,
      tokensBefore: this.tokens,
    });
  }

  speechEnd(sample: number): void {
    this.lastSpeechEnd = sample;
  }

  /** Hears the turn up to absolute `sample`, a little into the pause. */
  async pause(sample: number): Promise<Heard> {
    this.shorten(sample);
    const start = this.runs[0]?.start ?? 0;
    const from = Math.max(start, sample - MAX_WINDOW_SAMPLES);
    const draft = from === start ? this.tokens : [];
    const { heard, tokens } = await this.listen(this.audio.slice(from, sample), draft);
    this.windowText = heard.text;
    this.tokens = tokens;
    return { ...heard, text: this.text };
  }

  /** Starts a window that has grown too long at the first run that makes it short enough, else at the last run. */
  private shorten(sample: number): void {
    const length = (run: Run) => sample - run.start;
    if (this.runs.length === 0 || length(this.runs[0]!) <= MAX_WINDOW_SAMPLES) return;
    const later = this.runs.slice(1);
    const places = later.filter((run) => run.afterPause);
    const run = places.find((place) => length(place) <= CUT_WINDOW_SAMPLES) ?? places.at(-1) ?? later.at(-1);
    if (!run) return;
    this.tokens = rest(this.tokens, run.tokensBefore);
    this.keptText = run.textBefore;
    this.runs = this.runs.slice(this.runs.indexOf(run));
  }
}

/** The hypothesis without its beginning, nothing when it has changed since. */
function rest(tokens: readonly number[], beginning: readonly number[]): readonly number[] {
  return beginning.every((token, i) => tokens[i] === token) ? tokens.slice(beginning.length) : [];
}

function join(before: string, after: string): string {
  return [before, after].filter((part) => part !== '').join(' ');
}
