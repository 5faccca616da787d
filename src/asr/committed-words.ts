/**
 * The committed words of the recogniser's window. Most of them are sure: later decodings are forced to begin with them. After
 * `finalize` the last ones may not be, because a word can be cut in two. Those are committed, but not forced: later decodings hear
 * their sound again, and the words that repeat them are found by text and place (said-words.ts). As soon as a new word is sure, so are
 * the repeated ones before it.
 */
import { loopCut } from './loop-guard.js';
import { forcedTokens, comparable, spokenTokens, type RecognisedWord } from './recognised-word.js';
import { countSaid } from './said-words.js';
import { cutAfter } from './window-cut.js';

export class CommittedWords {
  constructor(
    private sure: RecognisedWord[] = [],
    private unsure: readonly RecognisedWord[] = [],
    /** Words of the newest decoding that repeat the unsure ones. */
    private repeated: readonly RecognisedWord[] = unsure,
  ) {}

  /** Absolute sample at which the last word ends; undefined if there is none. */
  get end(): number | undefined {
    return (this.unsure.at(-1) ?? this.sure.at(-1))?.end;
  }

  /** Absolute sample at which the last forced word ends; undefined if there is none. */
  get forcedEnd(): number | undefined {
    return this.sure.at(-1)?.end;
  }

  /** Tokens that the next decoding must begin with. */
  get prefixTokens(): number[] {
    return forcedTokens(this.sure);
  }

  /** Tokens that the next decoding most likely has after those. */
  get draftTokens(): number[] {
    return this.repeated.flatMap(({ tokens }) => tokens);
  }

  /** Adds words that are sure, and with them the newest decoding of the unsure ones. */
  add(words: readonly RecognisedWord[]): void {
    if (words.length === 0) return;
    this.sure.push(...this.repeated, ...words);
    [this.unsure, this.repeated] = [[], []];
  }

  /** The words of a new decoding, after the forced ones, that are not committed yet. */
  newOf<Word extends RecognisedWord>(words: readonly Word[]): Word[] {
    const count = countSaid(words, this.unsure);
    this.repeated = words.slice(0, count);
    return words.slice(count);
  }

  /** These words and then `more`, all of them forced. */
  forcedWith(more: readonly RecognisedWord[]): CommittedWords {
    return new CommittedWords([...this.sure, ...this.lastHeard, ...more]);
  }

  /** These words and then `more`, which is as unsure as the newest of them. */
  unsureWith(more: readonly RecognisedWord[]): CommittedWords {
    return new CommittedWords(this.sure, [...this.lastHeard, ...more]);
  }

  /**
   * How many of `words` stand before a loop that the committed words and they end in; undefined if there is no loop. The guard inside
   * the decoder does not see loops that the forced prefix takes part in, and such a prefix keeps the decoding in its loop for as long
   * as the sound is in a language that the model does not know.
   */
  beforeLoop(words: readonly RecognisedWord[]): number | undefined {
    const all = [...this.sure, ...words].map(({ text }) => comparable(text));
    const cut = loopCut(all.map((text) => all.indexOf(text)));
    return cut === undefined ? undefined : Math.max(0, cut - this.sure.length);
  }

  /** Takes over the punctuation that a decoding has after the last forced word: it may change with what follows. */
  repunctuate(decoded: {
    readonly tokens: readonly number[];
    readonly words: readonly { readonly from: number; readonly to: number; readonly spokenTo: number }[];
  }): void {
    const prefix = this.prefixTokens.length;
    const last = this.sure.at(-1);
    const word = last && decoded.words.find(({ from, to }) => from < prefix && to >= prefix);
    if (!last || !word) return;
    if (word.spokenTo > prefix) return;
    const tokens = [...spokenTokens(last), ...decoded.tokens.slice(prefix, word.to)];
    this.sure[this.sure.length - 1] = { ...last, tokens };
  }

  /**
   * Forgets the words before a good place to cut the window.
   * @param next absolute sample at which the next word starts
   * @returns the sample to cut at; undefined if there is no good place.
   */
  cut(next: number, windowStart: number, now: number): number | undefined {
    if (this.unsure.length > 0) return undefined;
    const cut = cutAfter(this.sure, next, windowStart, now);
    if (cut) this.sure = this.sure.slice(cut.words);
    return cut?.sample;
  }

  private get lastHeard(): readonly RecognisedWord[] {
    return this.repeated.length > 0 ? this.repeated : this.unsure;
  }
}
