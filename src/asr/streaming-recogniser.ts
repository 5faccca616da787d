/**
 * Streaming recognition with an offline model, for rooms. The caller decides when to decode, on the audio clock; at each such
 * hop the window from the last cut to now is decoded again. A word is committed (its text never changes again) if
 *  - two decodings in a row agree on it and another word follows it (LocalAgreement-2: Machacek, Dabre and Bojar 2023,
 *    "Turning Whisper into Real-Time Transcription System", section 2), or
 *  - it has been the same for `STABLE_SEC`, or
 *  - it ended `LATE_SEC` ago (later where several languages are allowed), and this decoding and the one before have words after it.
 * Committed words are the forced prefix of later decodings, and the previous hypothesis is their draft, so a hop costs little.
 * A window longer than `WINDOW_SEC` is cut at the widest gap between committed words.
 */
import type { CallOptions } from '../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { MIN_WINDOW_SAMPLES, type AsrDecodeInput, type AsrDecodeOutput } from './decoding.js';
import { countCertain, type HypothesisWord } from './certain-words.js';
import { areInvented, isLikelySpeech } from './invented-words.js';
import { CommittedWords } from './committed-words.js';
import { agreement, type RecognisedWord } from './recognised-word.js';
import { wordsCutOff } from './kept-words.js';
import { afterSilence, placedWords } from './window-words.js';

/**
 * A window longer than this is cut, in seconds. Raising it: better text, more work. Measured on 60 utterances of LibriSpeech
 * test-other, joined to six recordings with pauses of 0.8 s (scripts/rooms/streaming-words.mjs, November 2026): 17.3 % of words
 * wrong with 8 s; 19.0 % with 6 s; 17.0 % with 12 s at 1.23 times the work.
 */
const WINDOW_SEC = 8;
/**
 * Longest window, in seconds: in a longer one every word but the newest is committed. Only speech that the model cannot make out (a
 * language it does not know) grows so long without a word to cut at. Chosen by hand: to decode 24 s of it takes over a second.
 */
const HARD_WINDOW_SEC = 14;
/** Speech in the window from which the model must answer with words, in seconds. Chosen by hand: coughs are shorter. */
const MUST_SPEAK_SEC = 0.4;
/**
 * Speech after the last word in which a decoding finds no word, in seconds, from which the window begins anew after that word: a wrong
 * word can take the place of all that follows. Chosen by hand: without it one of ten German clips loses its last five seconds.
 */
const SILENCED_SEC = 2;
/**
 * Speech in a window in which no word was heard, in seconds, from which the next speech gets a window of its own: the model would hear
 * no word there either (somebody else spoke another language). Chosen by hand: coughs and single words are shorter.
 */
const UNHEARD_SEC = 2;

/** The sound of the session; positions are samples from its start. */
export interface SpokenAudio {
  slice(from: number, to: number): Float32Array;
  /** Samples of speech in `[from, to)`. */
  speechIn(from: number, to: number): number;
}

/** @param call how the decoding is queued beside other work. */
export type Decode = (input: AsrDecodeInput, call: CallOptions) => Promise<AsrDecodeOutput>;

export class StreamingRecogniser {
  /** Words of the latest hypothesis that are not committed, oldest first. */
  uncommitted: readonly HypothesisWord[] = [];
  private last: AsrDecodeOutput | undefined;
  /** True if the latest decoding holds no words. */
  private heardNothing = false;
  private windowStart: number | undefined;
  /** Start of the sound before the window in which no word was heard; undefined if there is none. */
  private unheardFrom: number | undefined;
  private committed = new CommittedWords();

  /** @param severalLanguages whether the words may be decoded again in another language */
  constructor(
    private readonly audio: SpokenAudio,
    private readonly decode: Decode,
    private readonly severalLanguages = false,
  ) {}

  get isOpen(): boolean {
    return this.windowStart !== undefined;
  }

  /** Begins a window at `sample` if none is open, or if much was said in the open one and no word was heard. */
  open(sample: number): void {
    if (this.isUnheard(sample)) {
      const from = this.unheardFrom ?? this.windowStart!;
      const isNear = sample - from <= HARD_WINDOW_SEC * SAMPLE_RATE_HZ;
      this.unheardFrom = isNear ? from : this.windowStart;
      this.beginAfter(sample);
    }
    this.windowStart ??= sample;
  }

  /** Decodes the window up to `sample`. @returns the words that this commits */
  async decodeTo(sample: number, call: CallOptions = {}): Promise<RecognisedWord[]> {
    const hypothesis = await this.hypothesis(sample, call);
    if (!hypothesis) return [];
    const agreed = agreement(this.uncommitted, hypothesis);
    const words = hypothesis.map((word, i) =>
      i < agreed ? { ...word, since: this.uncommitted[i]!.since } : word,
    );
    const next = [...words, ...this.keptAfter(hypothesis)];
    if (this.committed.beforeLoop(next) !== undefined) {
      this.uncommitted = [];
      this.cutAnywhere(sample - (WINDOW_SEC / 2) * SAMPLE_RATE_HZ);
      return [];
    }
    // Two decodings that ended in the same loop agree, and the agreement means nothing.
    const isLooped = this.last?.stopped === 'loop';
    const hop = { agreed, before: this.uncommitted.length, sample, severalLanguages: this.severalLanguages };
    let count = isLooped ? 0 : countCertain(next, hop);
    if (sample - this.windowStart! > HARD_WINDOW_SEC * SAMPLE_RATE_HZ)
      count = Math.max(count, next.length - 1);
    const isSilenced = agreed === next.length && this.isSilenced(next, sample);
    if (isSilenced) count = next.length;
    const final = this.commit(next, count);
    if (isSilenced) this.beginAfter(this.committedEnd!);
    this.shorten(sample);
    return final;
  }

  /** Decodes the window up to `sample` and commits every word; the window stays open. Called at a pause. */
  async flush(sample: number): Promise<RecognisedWord[]> {
    const hypothesis = (await this.hypothesis(sample, {}, true)) ?? this.uncommitted;
    const kept = this.keptAfter(hypothesis);
    const words = this.commit(hypothesis.slice(0, this.committed.beforeLoop(hypothesis)), Infinity);
    if (kept.length > 0) this.committed = this.committed.unsureWith(kept);
    return [...words, ...kept];
  }

  /**
   * Commits the uncommitted words as they stand and what a decoding up to `sample` adds. Called at `finalize`. Later decodings are not
   * forced to begin with them: a word that was cut in two may be wrong, and a wrong beginning silences what follows.
   */
  async finalize(sample: number): Promise<RecognisedWord[]> {
    const { committed, uncommitted } = this;
    this.committed = committed.forcedWith(uncommitted);
    this.uncommitted = [];
    const added = (await this.hypothesis(sample)) ?? [];
    const words = [...uncommitted, ...added.slice(0, this.committed.beforeLoop(added))];
    this.committed = committed.unsureWith(words);
    return words;
  }

  /** Ends the window and drops the uncommitted words. */
  close(): void {
    this.windowStart = undefined;
    this.unheardFrom = undefined;
    this.heardNothing = false;
    this.committed = new CommittedWords();
    this.uncommitted = [];
  }

  /**
   * Ends the window and begins another at `sample`, to decode the following sound in another language. Uncommitted words whose
   * middle lies after `sample` are dropped.
   * @returns the other uncommitted words, which this commits
   */
  restart(sample: number): RecognisedWord[] {
    const kept = this.uncommitted.filter((word) => word.start + word.end < 2 * sample);
    this.close();
    this.windowStart = sample;
    return kept;
  }

  /** End of the last committed word, or where the sound begins in which none was heard. */
  get committedEnd(): number | undefined {
    return this.committed.end ?? this.unheardFrom ?? this.windowStart;
  }

  /** Uncommitted words that stay although the hypothesis ends before them; none if it heard no speech or ended in a loop. */
  private keptAfter(hypothesis: readonly HypothesisWord[]): readonly HypothesisWord[] {
    if (this.heardNothing || this.last?.stopped === 'loop') return [];
    return wordsCutOff(this.uncommitted, hypothesis);
  }

  /** True if the window up to `sample` has much speech, and no word was heard in it. */
  private isUnheard(sample: number): boolean {
    if (this.windowStart === undefined || !this.heardNothing || this.committed.end !== undefined)
      return false;
    return this.audio.speechIn(this.windowStart, sample) >= UNHEARD_SEC * SAMPLE_RATE_HZ;
  }

  /** True if much speech follows the last word, and none of it was read. @param words those after the committed ones */
  private isSilenced(words: readonly HypothesisWord[], sample: number): boolean {
    const { forcedEnd } = this.committed;
    if (forcedEnd === undefined || this.heardNothing) return false;
    return this.audio.speechIn(words.at(-1)?.end ?? forcedEnd, sample) >= SILENCED_SEC * SAMPLE_RATE_HZ;
  }

  /** Begins the window anew at `sample`, without what was said before. */
  private beginAfter(sample: number): void {
    this.windowStart = sample;
    this.committed = new CommittedWords();
  }

  private commit(words: readonly HypothesisWord[], count: number): RecognisedWord[] {
    const now = words.slice(0, count);
    if (now.length > 0) this.unheardFrom = undefined;
    this.uncommitted = words.slice(now.length);
    this.committed.add(now);
    return now;
  }

  /**
   * @param isLast true if no longer window of this sound follows
   * @returns the words after the committed ones; undefined if the window is too short to decode
   */
  private async hypothesis(
    sample: number,
    call: CallOptions = {},
    isLast = false,
  ): Promise<HypothesisWord[] | undefined> {
    const from = this.windowStart;
    if (from === undefined || sample - from < MIN_WINDOW_SAMPLES) return undefined;
    const { prefixTokens, draftTokens } = this.committed;
    const speech = this.audio.speechIn(from, sample);
    const decoded = await this.decode(
      {
        audio: afterSilence(this.audio.slice(from, sample)),
        prefixTokens,
        draftTokens: [...draftTokens, ...this.uncommitted.flatMap(({ tokens }) => tokens)],
        forbidEmpty: speech >= MUST_SPEAK_SEC * SAMPLE_RATE_HZ,
        isLikelySpeech: isLast && isLikelySpeech(speech, sample - from),
        wantTimes: true,
      },
      call,
    );
    this.last = decoded;
    this.heardNothing = areInvented(decoded, speech);
    if (this.heardNothing) return this.committed.newOf<HypothesisWord>([]);
    this.committed.repunctuate(decoded);
    const { forcedEnd = from } = this.committed;
    const place = { from, to: sample, prefix: prefixTokens.length, forcedEnd };
    return this.committed.newOf(placedWords(decoded, place).map((word) => ({ ...word, since: sample })));
  }

  private shorten(sample: number): void {
    if (sample - this.windowStart! <= WINDOW_SEC * SAMPLE_RATE_HZ) return;
    const cut = this.committed.cut(this.uncommitted[0]?.start ?? sample, this.windowStart!, sample);
    if (cut !== undefined) {
      this.windowStart = cut;
    } else if (sample - this.windowStart! > HARD_WINDOW_SEC * SAMPLE_RATE_HZ) {
      this.cutAnywhere(sample - (WINDOW_SEC / 2) * SAMPLE_RATE_HZ);
    }
  }

  /** Drops the sound before `sample` if no word gives a place to cut (humming, a tune). */
  private cutAnywhere(sample: number): void {
    const at = Math.max(sample, this.committed.end ?? this.windowStart!);
    this.windowStart = at;
    this.unheardFrom = undefined;
    this.committed = new CommittedWords();
    this.uncommitted = this.uncommitted.filter((word) => word.start >= at);
  }
}
