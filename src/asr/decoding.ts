/**
 * What every recogniser takes and gives when it decodes one window of sound (one forward pass of an offline model over at
 * most 30 s). Implemented by the kernels of decode-kernels.ts; read by the streaming recogniser and by the engine.
 */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { Language } from '../protocol/languages.js';

/** Shortest window, in samples: 0.1 s. */
export const MIN_WINDOW_SAMPLES = 1_600;
/** Longest window, in samples: 30 s. The models invent text beyond it. */
export const MAX_WINDOW_SAMPLES = 30 * SAMPLE_RATE_HZ;
/**
 * A window whose `noSpeechProb` is above this holds no words, 0..1. Chosen by hand; raising it writes more words on noise,
 * hum and clicks, lowering it drops more short answers.
 */
export const NO_SPEECH_PROB = 0.97;

/** Kinds of punctuation that can follow a word. `period`, `question` and `exclamation` end a sentence. */
export const PUNCTUATION = ['period', 'question', 'exclamation', 'comma', 'ellipsis', 'dash'] as const;
export type Punctuation = (typeof PUNCTUATION)[number];

export interface AsrDecodeInput {
  /** `[samples]` float32, 16 kHz mono, -1..1; 0.1 to 30 s (best up to 15 s). */
  readonly audio: Float32Array;
  /** Default `en`. */
  readonly language?: Language;
  /**
   * Tokens of whole words that are certain already: the hypothesis begins with them. The model may not continue them with an
   * apostrophe, which would change the last word (`Jim` to `Jim's`).
   */
  readonly prefixTokens?: readonly number[];
  /** Tokens of the previous hypothesis after the prefix. The model keeps them as far as it agrees, which saves passes. */
  readonly draftTokens?: readonly number[];
  /** True if speech was detected in the window: the model may not answer with an empty text. */
  readonly forbidEmpty?: boolean;
  /** True if most of the window is speech and no longer window will tell: an unsure text is then less often an invention. Whisper only. */
  readonly isLikelySpeech?: boolean;
  /** Phrases whose probability as the whole text is wanted, each as it would be written. Moonshine models only. */
  readonly phrases?: readonly string[];
  /** True to get word times, at the cost of reading the attention weights out of the model. */
  readonly wantTimes?: boolean;
}

export interface AsrWord {
  /** As written, with its punctuation. */
  readonly text: string;
  /** The word is tokens `[from, to)` of the hypothesis. */
  readonly from: number;
  readonly to: number;
  /** End of its letters and digits: tokens `[spokenTo, to)` are the punctuation after it. */
  readonly spokenTo: number;
  /** Text of its tokens after the forced prefix: the whole text unless the word begins in the prefix. */
  readonly newText: string;
  /** Mean log-probability of its tokens, 0 or less; a token of the forced prefix counts as 0. */
  readonly logProb: number;
  /** Seconds from the start of the window; NaN unless times were asked for. */
  readonly startSec: number;
  readonly endSec: number;
}

/** Log-probabilities of what follows right after the last word. */
export interface SoftPunctuation extends Readonly<Record<Punctuation, number>> {
  /** Any of period, question mark, exclamation mark. */
  readonly terminal: number;
  /** The end of the text without any mark. */
  readonly eos: number;
}

export interface AsrDecodeOutput {
  readonly text: string;
  readonly tokens: number[];
  /** Log-probability of each token; 0 for tokens of the forced prefix. */
  readonly tokenLogProbs: number[];
  /** The words that are written in letters of the language (writing-systems.ts). */
  readonly words: AsrWord[];
  /** Probability that nothing was said, 0..1; null after a forced prefix. */
  readonly noSpeechProb: number | null;
  /** Log-probability that the text ends after its last token; null if the text was cut off. */
  readonly eosLogProb: number | null;
  /** Null if there is no word, and if the text was cut off at its last word. */
  readonly punctuation: SoftPunctuation | null;
  readonly lastWordLogProb: number | null;
  /** Log-probability that each of the phrases is the whole text; undefined if none were given, or the model cannot tell. */
  readonly phraseLogProbs?: readonly number[];
  /** Why decoding stopped: the model ended the text, it repeated itself, or the text grew longer than speech can be. */
  readonly stopped: 'end' | 'loop' | 'length';
}
