/**
 * Whisper's tokens that are no text, and the prompts made of them. Their ids follow from the size of the vocabulary: text, end,
 * start, one token for each language, then the tasks and the times (openai/whisper, `tokenizer.py`).
 */
import { TurnwireError } from '../../protocol/errors.js';
import { LANGUAGES, type Language } from '../../protocol/languages.js';

/** Tokens below this are text. */
export const TEXT_TOKENS = 50_257;
export const END = TEXT_TOKENS;
export const START = END + 1;
/** A lone space: never the first token of a text. */
export const SPACE = 220;

/** Vocabulary of the models with 99 languages; each further language adds one token. */
const VOCABULARY_OF_99 = 51_865;

/** Place of each of our languages among Whisper's. */
const PLACE: Readonly<Record<Language, number>> = {
  en: 0,
  zh: 1,
  de: 2,
  es: 3,
  ko: 5,
  fr: 6,
  ja: 7,
  pt: 8,
  tr: 9,
  nl: 12,
  ar: 13,
  it: 15,
  id: 16,
  hi: 17,
};

/** "The following are sentences in Mandarin.", in simplified characters: the text after it is then written in those too. */
const SIMPLIFIED = [3588, 4438, 1541, 29993, 19550, 21596, 1546, 34592, 7626, 1543];

/** Text that is no speech: brackets, music notes, speaker marks. The list of OpenAI's published configuration. */
export const NO_SPEECH_TEXT: readonly number[] = [
  1, 2, 7, 8, 9, 10, 14, 25, 26, 27, 28, 29, 31, 58, 59, 60, 61, 62, 63, 90, 91, 92, 93, 359, 503, 522, 542,
  873, 893, 902, 918, 922, 931, 1350, 1853, 1982, 2460, 2627, 3246, 3253, 3268, 3536, 3846, 3961, 4183, 4667,
  6585, 6647, 7273, 9061, 9383, 10428, 10929, 11938, 12033, 12331, 12562, 13793, 14157, 14635, 15265, 15618,
  16553, 16604, 18362, 18956, 20075, 21675, 22520, 26130, 26161, 26435, 28279, 29464, 31650, 32302, 32470,
  36865, 42863, 47425, 49870, 50254,
];

export interface SpecialTokens {
  /** Size of the vocabulary. */
  readonly count: number;
  /** Token of each language, in the order of `LANGUAGES`. */
  readonly languages: readonly number[];
  readonly noSpeech: number;
  /**
   * The tokens before the text: the start, the language and the task. Before Chinese stands SIMPLIFIED, which makes the model
   * write simplified characters.
   */
  prompt(language: Language): number[];
}

/** @param vocabulary number of tokens of the model. @throws TurnwireError kind `model` if it is no multilingual Whisper */
export function specialTokens(vocabulary: number): SpecialTokens {
  const languages = vocabulary - VOCABULARY_OF_99 + 99;
  if (languages !== 99 && languages !== 100) {
    const message = `a speech model of ${vocabulary} tokens is no multilingual Whisper: use one of 51865 or 51866 tokens`;
    throw new TurnwireError('model', 'model_unsupported', message);
  }
  const first = START + 1;
  const translate = first + languages;
  const [transcribe, previous, noSpeech, noTimes] = [1, 3, 4, 5].map((n) => translate + n) as [
    number,
    number,
    number,
    number,
  ];
  const idOf = (language: Language) => first + PLACE[language];
  return {
    count: vocabulary,
    languages: LANGUAGES.map(idOf),
    noSpeech,
    prompt: (language) => [
      ...(language === 'zh' ? [previous, ...SIMPLIFIED] : []),
      START,
      idOf(language),
      transcribe,
      noTimes,
    ],
  };
}
