/**
 * Committed words on their way out. A word waits until its voice is told, and while its voice's language is in doubt, but
 * not for ever; words leave in the order they were said. What still waits when a voice turns out to speak another language
 * can be taken back and decoded anew.
 */
import type { RecognisedWord } from '../../asr/recognised-word.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';

export interface PendingWord extends RecognisedWord {
  readonly language: Language;
}

/** Longest wait for a language, seconds: three seconds in another language are heard in it, and heard again. */
const DOUBT_SEC = 6;

export interface PendingWordsDeps {
  readonly voiceOf: (word: RecognisedWord) => number | undefined;
  /** Of a voice, or of nobody known. */
  readonly isDoubtful: (voice: number | undefined) => boolean;
  /** Longest wait for a voice, seconds. */
  readonly voiceWaitSec: number;
}

export class PendingWords {
  private waiting: { readonly word: PendingWord; readonly since: number }[] = [];

  constructor(private readonly deps: PendingWordsDeps) {}

  get words(): readonly PendingWord[] {
    return this.waiting.map(({ word }) => word);
  }

  /** @param since absolute sample at which the word was committed. */
  hold(word: PendingWord, since: number): void {
    this.waiting.push({ word, since });
  }

  /** Words that wait no longer at absolute `sample`, one after the other; `all` of them at a pause. */
  *release(sample: number, all: boolean): Generator<PendingWord> {
    for (let next = this.waiting[0]; next; next = this.waiting[0]) {
      if (!all && this.mustWait(next.word, sample - next.since)) return;
      yield next.word;
      this.waiting.shift();
    }
  }

  /** Takes back the words of a voice, or of nobody known, from absolute `sample` on. @returns where the first of them began. */
  takeBack(voice: number, sample: number): number | undefined {
    const isBack = (word: PendingWord) => (this.deps.voiceOf(word) ?? voice) === voice;
    const back = this.waiting.filter(({ word }) => word.start >= sample && isBack(word));
    this.waiting = this.waiting.filter((one) => !back.includes(one));
    return back[0]?.word.start;
  }

  private mustWait(word: PendingWord, waitedSamples: number): boolean {
    const voice = this.deps.voiceOf(word);
    const waitedSec = waitedSamples / SAMPLE_RATE_HZ;
    if (voice === undefined && waitedSec < this.deps.voiceWaitSec) return true;
    return this.deps.isDoubtful(voice) && waitedSec < DOUBT_SEC;
  }
}
