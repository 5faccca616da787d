/** The words of one stretch of speech over the agent, read again as it grows. Used by bargein-tracker.ts. */
import { heardEvidence, knowsWordsOf, mayBeWord } from '../../bargein/claim-word.js';
import type { OnsetWords } from '../../bargein/policy.js';
import { phrasesToScore, scoredEvidence } from '../../bargein/phrase-evidence.js';
import {
  agreedEvidence,
  readingOf,
  sameOtherWords,
  wordEvidence,
  type Reading,
  type WordEvidence,
} from '../../bargein/word-evidence.js';
import type { TurnHypothesis } from '../../eot/scorer.js';
import type { Language } from '../../protocol/languages.js';

export interface OnsetReading {
  /** True for the larger model. */
  readonly careful: boolean;
  /** Phrases to score. */
  readonly phrases?: readonly string[] | undefined;
}

/** Decodes `[fromSample, toSample)`; undefined if no recogniser is loaded. */
export type TranscribeOnset = (
  fromSample: number,
  toSample: number,
  reading: OnsetReading,
) => Promise<TurnHypothesis | undefined>;

/** Log-odds that the sound of `[fromSample, toSample)` is a word that listeners do not say; undefined if that is not known. */
export type HearWord = (fromSample: number, toSample: number) => Promise<number | undefined>;

/**
 * The recogniser is sure of words that are not over if their mean log-probability is above this. Chosen by hand on cases of one
 * word: real words have -0.6 and more, words that are misread from cut words and noise -1 and less.
 */
const SURE_SO_FAR_LOG_PROB = -1;

export interface ReadWords {
  /** Words of the small model, with which the classifier was trained. */
  readonly text: string;
  readonly words: OnsetWords;
}

export class OnsetWordReader {
  /** True once the words have been the beginning of a backchannel phrase: "makes" may be misread once more before "makes sense". */
  private wasOpen = false;
  /** True if the last reading was a claim. */
  private claimedBefore = false;

  /**
   * @param fromSample absolute sample at which the words begin, with some sound before
   * @param hear undefined if nothing hears words that cannot be read
   */
  constructor(
    private readonly fromSample: number,
    private readonly language: Language,
    private readonly transcribe: TranscribeOnset,
    private readonly hear?: HearWord,
  ) {}

  /**
   * @param ended the speaker has stopped: both models read the words
   * @param last the words are not read again: if they are unclear, their sound is judged, and listed phrases are scored
   * @returns undefined if no recogniser runs
   */
  async read(toSample: number, ended: boolean, last = false): Promise<ReadWords | undefined> {
    const phrases = last ? phrasesToScore(this.language) : undefined;
    const small = await this.transcribe(this.fromSample, toSample, { careful: false, phrases });
    if (!small) return undefined;
    const { text } = small;
    const evidence = wordEvidence(text, this.language);
    if (!ended) return { text, words: this.soFar(evidence, small) };
    const large = (await this.transcribe(this.fromSample, toSample, { careful: true, phrases })) ?? small;
    const [ofSmall, ofLarge] = [this.reading(small), this.reading(large)];
    const agreed = await this.agreed(ofSmall, ofLarge, toSample, last, scoredPhrases(small, large));
    if (agreed) {
      const clear = agreed.kind !== 'backchannel' || !agreed.open;
      return { text, words: { ...agreed, clear, confident: true } };
    }
    const confident = sameOtherWords(ofSmall, ofLarge);
    return { text, words: { ...ofLarge.evidence, kind: 'other', clear: confident, confident } };
  }

  /** What both models read; if that is unclear at the last reading, what is heard, else what is likeliest of the listed phrases. */
  private async agreed(
    small: Reading,
    large: Reading,
    toSample: number,
    last: boolean,
    scored: WordEvidence | undefined,
  ): Promise<WordEvidence | undefined> {
    const read = agreedEvidence(small, large);
    const isClear = read !== undefined && !(read.kind === 'backchannel' && read.open);
    if (isClear || !last) return read;
    return (await this.heard(small, large, toSample)) ?? read ?? scored;
  }

  private async heard(small: Reading, large: Reading, toSample: number): Promise<WordEvidence | undefined> {
    if (!knowsWordsOf(this.language) || !mayBeWord(small, large)) return undefined;
    const logOdds = await this.hear?.(this.fromSample, toSample);
    return logOdds === undefined ? undefined : heardEvidence(logOdds, [small, large]);
  }

  private reading({ text, meanLogProb, lastWordLogProb }: TurnHypothesis): Reading {
    return readingOf(text, Math.min(meanLogProb, lastWordLogProb), this.language);
  }

  private soFar(evidence: WordEvidence, { meanLogProb }: TurnHypothesis): OnsetWords {
    const confident = meanLogProb > SURE_SO_FAR_LOG_PROB;
    this.wasOpen ||= evidence.open;
    // The first reading of a word is often of half of it: a claim is believed when it is read twice.
    const isBelieved = evidence.kind !== 'claim' || (confident && this.claimedBefore);
    this.claimedBefore = evidence.kind === 'claim';
    const kind = isBelieved ? evidence.kind : 'other';
    const isWhole = !this.wasOpen && !evidence.mayBeHalf;
    const clear = kind === 'other' ? confident && isWhole : kind === 'none' || !evidence.open;
    return { ...evidence, kind, clear, confident };
  }
}

/** Evidence of the phrases that both models scored; undefined if they did not. */
function scoredPhrases(small: TurnHypothesis, large: TurnHypothesis): WordEvidence | undefined {
  if (!small.phraseLogProbs || !large.phraseLogProbs) return undefined;
  return scoredEvidence([small.phraseLogProbs, large.phraseLogProbs]);
}
