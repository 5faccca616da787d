/**
 * Streaming recognition with an offline model. The window from the last cut to now is decoded again at every hop; a word
 * is committed when two decodings in a row agree on it and another word follows it (LocalAgreement-2), when it has stood
 * unchanged for `STABLE_SEC`, or when it is `LATE_SEC` old and the words after it are heard again. Committed words are
 * forced in later decodings (all but the punctuation after the last), and the previous hypothesis is their draft, so a hop
 * costs little. Long windows are cut at the widest gap between committed words. Who calls it decides when to decode, on
 * the audio clock; the recogniser keeps no clock of its own.
 */
import { mean } from '../dsp/numeric.js';
import type { CallOptions } from '../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { MIN_WINDOW_SAMPLES, type AsrDecodeInput, type AsrDecodeOutput } from './moonshine/decode-window.js';
import { agreement, forcedTokens, plain, spokenTokens, type RecognisedWord } from './recognised-word.js';
import { loopCut } from './loop-guard.js';
import { isWordPart, textOf } from './moonshine/tokens.js';
import { cutAfter } from './window-cut.js';

/** A word unchanged for this long is final, seconds. Raising it: later last words, fewer errors. */
const STABLE_SEC = 1;
/**
 * A window longer than this is cut at a committed word, seconds. Raising it: better text, more work. The 60 utterances of
 * LibriSpeech test-other in six rows with pauses of 0.8 s: 17.3 % of words wrong, 17.0 % with 12 s at 1.23 times the
 * work; 19.0 % with 6 s.
 */
const WINDOW_SEC = 8;
/** A word this near to the end of the sound is not committed while speech goes on, seconds. */
const EDGE_SEC = 0.3;
/**
 * A word that ended this long ago is committed as it was heard last, seconds, if the next two were heard at their place before: a
 * word that is heard otherwise every time held up all behind it.
 */
const LATE_SEC = 2.5;
/** How far apart two decodings may place a word, seconds. */
const SAME_PLACE_SEC = 0.3;
/** Probability of "nothing was said" from which a window holds no words. Raising it: words on noise. */
const NO_SPEECH = 0.97;
/**
 * Longest window the model is given; past it every word but the newest is committed. Only what the model cannot make out
 * gets here (a language it does not know), and a decoding of 24 s of that took over a second.
 */
const HARD_WINDOW_SEC = 14;
/** What the model would rather leave unsaid, and is unsure of, is no speech: laughter. Short answers are spared. */
const DOUBTFUL = { noSpeech: 0.5, meanLogProb: -0.8, speechSec: 1 } as const;
/**
 * Silence put before every window, samples: the model mishears what begins at its very first frame. On 60 utterances of
 * LibriSpeech test-other the finals have 16.4 % of words wrong with it, 19.6 % without (14.9 % offline).
 */
const LEAD_SAMPLES = 0.5 * SAMPLE_RATE_HZ;
/** Speech in the window from which the model must answer with words, seconds. */
const MUST_SPEAK_SEC = 0.4;

interface PendingWord extends RecognisedWord {
  /** Sample position at which this word was first in the hypothesis, at this place. */
  readonly since: number;
}

/** What the recogniser needs to know of the sound, by absolute sample. */
export interface SpokenAudio {
  slice(from: number, to: number): Float32Array;
  /** Samples of speech in `[from, to)`. */
  speechIn(from: number, to: number): number;
}

/** @param call how the decoding is queued beside other work. */
export type Decode = (input: AsrDecodeInput, call: CallOptions) => Promise<AsrDecodeOutput>;

export class StreamingRecogniser {
  /** Words heard and not committed, oldest first. */
  pending: readonly PendingWord[] = [];
  private last: AsrDecodeOutput | undefined;
  private windowStart: number | undefined;
  private committed: RecognisedWord[] = [];

  constructor(
    private readonly audio: SpokenAudio,
    private readonly decode: Decode,
  ) {}

  get isOpen(): boolean {
    return this.windowStart !== undefined;
  }

  /** Begins a window at absolute `sample` unless one is open. */
  open(sample: number): void {
    this.windowStart ??= sample;
  }

  /** Decodes up to absolute `sample`. @returns the words that became final by it. */
  async hear(sample: number, call: CallOptions = {}): Promise<RecognisedWord[]> {
    const heard = await this.hypothesis(sample, call);
    if (!heard) return [];
    const agreed = agreement(this.pending, heard);
    const next = heard.map((word, i) => (i < agreed ? { ...word, since: this.pending[i]!.since } : word));
    if (this.beforeLoop(next) !== undefined) {
      this.pending = [];
      this.cutAnywhere(sample - (WINDOW_SEC / 2) * SAMPLE_RATE_HZ);
      return [];
    }
    const stable = sample - STABLE_SEC * SAMPLE_RATE_HZ;
    const edge = sample - EDGE_SEC * SAMPLE_RATE_HZ;
    const late = sample - LATE_SEC * SAMPLE_RATE_HZ;
    // A decoding that went round in a circle agrees with itself for no good reason.
    const looped = this.last?.stopped === 'loop';
    const certain = (word: PendingWord, i: number): boolean => {
      const isAgreed = i < agreed && (word.since <= stable || (i < next.length - 1 && word.end <= edge));
      return !looped && (isAgreed || (word.end <= late && this.heardBefore(next.slice(i + 1, i + 3)) >= 2));
    };
    let count = next.findIndex((word, i) => !certain(word, i));
    if (count < 0) count = next.length;
    if (sample - this.windowStart! > HARD_WINDOW_SEC * SAMPLE_RATE_HZ)
      count = Math.max(count, next.length - 1);
    const words = this.commit(next, count);
    this.shorten(sample);
    return words;
  }

  /** Decodes up to `sample`, commits every word and keeps the window open (`finalize`, a pause). */
  async flush(sample: number): Promise<RecognisedWord[]> {
    const heard = (await this.hypothesis(sample)) ?? this.pending;
    return this.commit(heard.slice(0, this.beforeLoop(heard)), Infinity);
  }

  /** Ends the window; what is pending is forgotten. */
  close(): void {
    this.windowStart = undefined;
    this.committed = [];
    this.pending = [];
  }

  /**
   * Begins anew at absolute `sample`, to decode what follows in another language: pending words before it are committed
   * as they stand, those after it are forgotten.
   */
  restart(sample: number): RecognisedWord[] {
    const kept = this.pending.filter((word) => word.start + word.end < 2 * sample);
    this.close();
    this.windowStart = sample;
    return kept;
  }

  /** End of the last committed word, or the start of the window. */
  get committedEnd(): number | undefined {
    return this.committed.at(-1)?.end ?? this.windowStart;
  }

  /** How many of the words the hypothesis before had at their place. */
  private heardBefore(words: readonly RecognisedWord[]): number {
    const isSame = (a: RecognisedWord, b: RecognisedWord): boolean =>
      plain(a.text) === plain(b.text) && Math.abs(a.start - b.start) <= SAME_PLACE_SEC * SAMPLE_RATE_HZ;
    return words.filter((word) => this.pending.some((before) => isSame(word, before))).length;
  }

  private commit(words: readonly PendingWord[], count: number): RecognisedWord[] {
    const now = words.slice(0, count);
    this.pending = words.slice(now.length);
    this.committed.push(...now);
    return now;
  }

  /** @returns the words after the committed ones, or undefined when the window is too short to decode. */
  private async hypothesis(sample: number, call: CallOptions = {}): Promise<PendingWord[] | undefined> {
    const from = this.windowStart;
    if (from === undefined || sample - from < MIN_WINDOW_SAMPLES) return undefined;
    const prefixTokens = forcedTokens(this.committed);
    const speech = this.audio.speechIn(from, sample);
    const decoded = await this.decode(
      {
        audio: afterSilence(this.audio.slice(from, sample)),
        prefixTokens,
        draftTokens: this.pending.flatMap((word) => word.tokens),
        forbidEmpty: speech >= MUST_SPEAK_SEC * SAMPLE_RATE_HZ,
        wantTimes: true,
      },
      call,
    );
    this.last = decoded;
    if (this.isNothing(decoded, speech)) return [];
    this.repunctuate(decoded, prefixTokens.length);
    return this.placed(decoded, from, sample, prefixTokens.length);
  }

  /**
   * How many of the words precede a circle that they and the committed words go round in; undefined where they do not. A
   * forced beginning can keep a decoding in its circle for as long as the sound is in a language the model does not know.
   */
  private beforeLoop(words: readonly RecognisedWord[]): number | undefined {
    const all = [...this.committed, ...words].map(({ text }) => plain(text));
    const cut = loopCut(all.map((text) => all.indexOf(text)));
    return cut === undefined ? undefined : Math.max(0, cut - this.committed.length);
  }

  /** True where no words were said, whatever the decoding: only told of a window in which none were committed. */
  private isNothing({ noSpeechProb, tokenLogProbs, words }: AsrDecodeOutput, speech: number): boolean {
    if (noSpeechProb === null || noSpeechProb <= DOUBTFUL.noSpeech) return false;
    if (noSpeechProb > NO_SPEECH) return true;
    const long = words.length > 1 || speech >= DOUBTFUL.speechSec * SAMPLE_RATE_HZ;
    return long && (mean(tokenLogProbs) ?? 0) < DOUBTFUL.meanLogProb;
  }

  /** What now follows the last committed word: the model may think again of its comma, and of what comes after it. */
  private repunctuate(decoded: AsrDecodeOutput, prefix: number): void {
    const last = this.committed.at(-1);
    const word = last && decoded.words.find(({ from, to }) => from < prefix && to >= prefix);
    if (!last || !word) return;
    const marks = decoded.tokens.slice(prefix, word.to);
    if (marks.some(isWordPart)) return;
    this.committed[this.committed.length - 1] = { ...last, tokens: [...spokenTokens(last.tokens), ...marks] };
  }

  private placed(decoded: AsrDecodeOutput, from: number, sample: number, prefix: number): PendingWord[] {
    const at = (sec: number) => Math.min(sample, from - LEAD_SAMPLES + Math.round(sec * SAMPLE_RATE_HZ));
    let after = this.committed.at(-1)?.end ?? from;
    return decoded.words.flatMap((word) => {
      const tokens = decoded.tokens.slice(Math.max(word.from, prefix), word.to);
      // What a committed word goes on with is a word beside it: `715`, then `139` of `715-139`.
      const text = word.from < prefix ? textOf(tokens).replace(/^\p{Pd}+/u, '') : textOf(tokens);
      if (word.to <= prefix || !/[\p{L}\p{N}]/u.test(text)) return [];
      const start = Math.max(after, at(word.startSec));
      const end = Math.max(start, at(word.endSec));
      after = end;
      return [{ text, start, end, logProb: word.logProb, tokens, since: sample }];
    });
  }

  private shorten(sample: number): void {
    const tooLong = sample - this.windowStart! > WINDOW_SEC * SAMPLE_RATE_HZ;
    if (!tooLong) return;
    const cut = cutAfter(this.committed, this.pending[0]?.start ?? sample, this.windowStart!, sample);
    if (cut) {
      this.windowStart = cut.sample;
      this.committed = this.committed.slice(cut.words);
    } else if (sample - this.windowStart! > HARD_WINDOW_SEC * SAMPLE_RATE_HZ) {
      this.cutAnywhere(sample - (WINDOW_SEC / 2) * SAMPLE_RATE_HZ);
    }
  }

  /** No word gives a place to cut (a voice without words, a tune): what lies before absolute `sample` is given up. */
  private cutAnywhere(sample: number): void {
    const at = Math.max(sample, this.committedEnd!);
    this.windowStart = at;
    this.committed = [];
    this.pending = this.pending.filter((word) => word.start >= at);
  }
}

function afterSilence(sound: Float32Array): Float32Array {
  const whole = new Float32Array(LEAD_SAMPLES + sound.length);
  whole.set(sound, LEAD_SAMPLES);
  return whole;
}
