/**
 * What was said in the turn so far, decoded at each pause. The window grows from the turn's first sound; past
 * MAX_WINDOW_SEC the text of the last pause is kept and a new window starts at the speech after it. When to decode and
 * on which samples depends on the audio alone, so every door hears the same words.
 */
import type { Heard } from '../eot/scorer.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { AudioWindow } from './audio-window.js';

/** Longest window decoded at once. Longer ones cost more than they help: a turn's end is judged by its last words. */
const MAX_WINDOW_SAMPLES = 8 * SAMPLE_RATE_HZ;
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

export class TurnHearing {
  private windowStart = 0;
  private keptText = '';
  private lastText = '';
  private draft: readonly number[] = [];
  private runStart = 0;

  constructor(
    private readonly audio: AudioWindow,
    private readonly listen: Listen,
  ) {}

  /** Transcript of the turn as of its last pause. */
  get text(): string {
    return join(this.keptText, this.lastText);
  }

  newTurn(): void {
    this.keptText = '';
    this.lastText = '';
    this.draft = [];
    this.windowStart = -1;
  }

  /** Speech begins (again) at absolute `sample`. */
  speechStart(sample: number): void {
    this.runStart = Math.max(0, sample - PRE_ROLL_SAMPLES);
    if (this.windowStart < 0) this.windowStart = this.runStart;
  }

  /** Hears the turn up to absolute `sample`, a little into the pause. */
  async pause(sample: number): Promise<Heard> {
    if (sample - this.windowStart > MAX_WINDOW_SAMPLES && this.runStart > this.windowStart) {
      this.keptText = this.text;
      this.windowStart = this.runStart;
      this.draft = [];
    }
    const from = Math.max(this.windowStart, sample - MAX_WINDOW_SAMPLES);
    const draft = from === this.windowStart ? this.draft : [];
    const { heard, tokens } = await this.listen(this.audio.slice(from, sample), draft);
    this.lastText = heard.text;
    this.draft = tokens;
    return { ...heard, text: this.text };
  }
}

function join(before: string, after: string): string {
  return [before, after].filter((part) => part !== '').join(' ');
}
