/**
 * The queue of committed words that wait for their voice or its language. A committed word no longer changes its text, but it
 * leaves as final only when its voice is known and that voice's language is not in doubt, or when it has waited long enough. Words
 * leave in the order in which they were said, so one word that must wait holds up those behind it. If a voice turns out to speak
 * another language, its waiting words can be withdrawn and decoded again.
 */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { DecodedWord } from './voice.js';

/** What a word may have to wait for. */
export interface WordDoubts {
  readonly hasVoice: boolean;
  /** True while two voices speak there and were not read apart. */
  readonly isOverlapped: boolean;
  /** True while its voice may turn out to speak another language. */
  readonly isLanguageDoubtful: boolean;
}

/**
 * Longest wait of a word for its language, seconds. Chosen by hand: 3 s of another language are needed to identify it, and 3 s to
 * be decoded again. Raising it: fewer words in the wrong language, later finals.
 */
const LANGUAGE_WAIT_SEC = 6;
/**
 * A word that ended this long ago no longer waits for its voice, seconds. Chosen by hand for finals within 2 s of their word. Raising
 * it: fewer words with a guessed voice, later finals.
 */
export const LATEST_VOICE_SEC = 1.8;

/** A word that ended this long ago no longer waits until two voices are read apart, seconds. Chosen by hand as above. */
const LATEST_OVERLAP_SEC = 2.4;

interface PendingWord {
  readonly word: DecodedWord;
  /** Absolute sample at which it was committed. */
  readonly since: number;
}

export class PendingWords {
  private queue: PendingWord[] = [];

  /** @param voiceWaitSec longest wait of a word for its voice, seconds */
  constructor(private readonly voiceWaitSec: number) {}

  get words(): readonly DecodedWord[] {
    return this.queue.map(({ word }) => word);
  }

  /** @param since absolute sample at which the word was committed */
  add(word: DecodedWord, since: number): void {
    this.queue.push({ word, since });
  }

  /**
   * Adds words that are known late, all of them before the first waiting word that begins after the first of them.
   * @param since absolute sample at which they became known
   */
  insert(words: readonly DecodedWord[], since: number): void {
    const [first] = words;
    if (!first) return;
    const later = this.queue.findIndex(({ word }) => word.start > first.start);
    const at = later < 0 ? this.queue.length : later;
    this.queue.splice(at, 0, ...words.map((word) => ({ word, since })));
  }

  /**
   * Yields, one by one, the words that need not wait any longer at absolute `sample`. Each leaves the queue after the caller has
   * dealt with it.
   * @param doubtsOf what a word may have to wait for, asked when its turn comes; without it all words leave
   */
  *release(sample: number, doubtsOf?: (word: DecodedWord) => WordDoubts): Generator<DecodedWord> {
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      const waitedSec = (sample - next.since) / SAMPLE_RATE_HZ;
      const ageSec = (sample - next.word.end) / SAMPLE_RATE_HZ;
      if (doubtsOf && this.mustWait(doubtsOf(next.word), waitedSec, ageSec)) return;
      yield next.word;
      this.queue.shift();
    }
  }

  /** Takes the words for which `isWithdrawn` holds out of the queue. @returns where the first of them began; undefined if none. */
  withdraw(isWithdrawn: (word: DecodedWord) => boolean): number | undefined {
    const withdrawn = this.queue.filter(({ word }) => isWithdrawn(word));
    this.queue = this.queue.filter((one) => !withdrawn.includes(one));
    return withdrawn[0]?.word.start;
  }

  private mustWait(
    { hasVoice, isOverlapped, isLanguageDoubtful }: WordDoubts,
    waitedSec: number,
    ageSec: number,
  ): boolean {
    if (!hasVoice && waitedSec < this.voiceWaitSec && ageSec < LATEST_VOICE_SEC) return true;
    if (isOverlapped && ageSec < LATEST_OVERLAP_SEC) return true;
    return isLanguageDoubtful && waitedSec < LANGUAGE_WAIT_SEC;
  }
}
