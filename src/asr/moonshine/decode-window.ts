/**
 * Speech to text of one window, offline: what was said, how sure, and how the last word ended (the end-of-turn scorer
 * reads the soft punctuation). A kernel for every language and one for the larger models; they load at first use, English
 * at once.
 */
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { logAddExp, mean } from '../../dsp/numeric.js';
import { defineKernel } from '../../inference/kernel.js';
import type { Language } from '../../protocol/languages.js';
import { asrModelFolder, hasCarefulModel } from '../decodable-languages.js';
import { greedyDecode, type Greedy, type Position } from './greedy-decode.js';
import { FRAME_SAMPLES, MoonshineModel } from './moonshine-model.js';
import {
  EOS,
  PUNCTUATION,
  isWordPart,
  punctuationTokens,
  startsWord,
  textOf,
  type Punctuation,
} from './tokens.js';
import { isWrittenIn } from '../writing-systems.js';
import { alignRows } from './word-times.js';

/** Shortest window in samples (0.1 s), longest 30 s: past that the model invents text. */
export const MIN_WINDOW_SAMPLES = 1_600;
export const MAX_WINDOW_SAMPLES = 30 * SAMPLE_RATE_HZ;

export interface AsrDecodeInput {
  /** 16 kHz mono, -1..1; 0.1 to 30 s (best up to 15). */
  readonly audio: Float32Array;
  /** Two-letter code. Default `en`. */
  readonly language?: string;
  /** Whole words that are certain already: the hypothesis begins with them, and goes on in no apostrophe (`Jim`, `'s`). */
  readonly prefixTokens?: readonly number[];
  /** The previous hypothesis after the prefix: kept as far as the model agrees, which saves time. */
  readonly draftTokens?: readonly number[];
  /** True where speech was heard: the model may not answer with nothing. */
  readonly forbidEmpty?: boolean;
  readonly wantTimes?: boolean;
}

export interface AsrWord {
  /** As written, with its punctuation. */
  readonly text: string;
  /** Tokens `[from, to)` of the hypothesis. */
  readonly from: number;
  readonly to: number;
  /** Mean log-probability of its tokens; 0 for forced tokens. */
  readonly logProb: number;
  /** Seconds from the start of the window; NaN unless times were asked for. */
  readonly startSec: number;
  readonly endSec: number;
}

/** Log-probabilities at the position right after the last word. */
export interface SoftPunctuation extends Readonly<Record<Punctuation, number>> {
  /** Any of period, question mark, exclamation mark. */
  readonly terminal: number;
  /** The end of the text without any mark. */
  readonly eos: number;
}

export interface AsrDecodeOutput {
  readonly text: string;
  readonly tokens: number[];
  /** 0 for the forced prefix. */
  readonly tokenLogProbs: number[];
  /** Those written in the language's own letters. */
  readonly words: AsrWord[];
  /** Probability that nothing was said (the text ends before its first token); null after a forced prefix. */
  readonly noSpeechProb: number | null;
  /** Log-probability of the end after the last token; null when the text was cut off. */
  readonly eosLogProb: number | null;
  /** Null without a word, and when the text was cut off at its last word. */
  readonly punctuation: SoftPunctuation | null;
  readonly lastWordLogProb: number | null;
  readonly stopped: Greedy['stopped'];
}

const PUNCTUATION_TOKENS = punctuationTokens();
const WATCH = [EOS, ...PUNCTUATION_TOKENS.map((token) => token.id)];

export const asrDecode = decodeKernel('asr-decode', false);
/** The same by the larger model of a language that has one: pauses, and the words of rooms. */
export const carefulAsrDecode = decodeKernel('careful-asr-decode', true);

/** @param careful the larger model, where the language has one */
export const decodeKernelFor = (language: Language, careful: boolean) =>
  careful && hasCarefulModel(language) ? carefulAsrDecode : asrDecode;

function decodeKernel(name: string, careful: boolean) {
  return defineKernel<AsrDecodeInput, AsrDecodeOutput>(
    { name, lane: 'long', isRequired: true },
    async (context) => {
      const models = new Map<string, Promise<MoonshineModel>>();
      await modelFor('en');
      return async (input) => decode(await modelFor(input.language ?? 'en'), input);

      function modelFor(language: string): Promise<MoonshineModel> {
        const folder = asrModelFolder(language, careful);
        let model = models.get(folder);
        if (!model) models.set(folder, (model = MoonshineModel.load(context, folder, WATCH)));
        return model;
      }
    },
  );
}

async function decode(model: MoonshineModel, input: AsrDecodeInput): Promise<AsrDecodeOutput> {
  const { audio, prefixTokens: prefix = [], draftTokens: draft = [], language = 'en' } = input;
  if (audio.length < MIN_WINDOW_SAMPLES || audio.length > MAX_WINDOW_SAMPLES) {
    const message = `a speech window must have ${MIN_WINDOW_SAMPLES} to ${MAX_WINDOW_SAMPLES} samples, got ${audio.length}`;
    throw new TurnwireError('internal', 'asr_window', message);
  }
  const encoded = await model.encode(audio);
  const greedy = await greedyDecode(model, encoded, {
    prefix,
    draft,
    forbidEmpty: input.forbidEmpty ?? false,
    wantRows: input.wantTimes ?? false,
    seconds: audio.length / SAMPLE_RATE_HZ,
    language,
  });
  const { tokens, positions } = greedy;
  const tokenLogProbs = tokens.map((_, i) => positions[i - prefix.length]?.logProb ?? 0);
  const after = (index: number): Position | undefined => positions[index - prefix.length];
  const lastWord = tokens.findLastIndex(isWordPart);
  const times = input.wantTimes ? alignRows(greedy.rows) : undefined;
  const words = wordsOf(tokens, tokenLogProbs, times).filter(({ text }) => isWrittenIn(text, language));
  return {
    text: textOf(tokens),
    tokens,
    tokenLogProbs,
    words,
    noSpeechProb: prefix.length === 0 ? Math.exp(positions[0]!.watched[0]!) : null,
    eosLogProb: after(tokens.length)?.watched[0] ?? null,
    punctuation: lastWord < 0 ? null : softPunctuation(after(lastWord + 1)),
    lastWordLogProb: words.at(-1)?.logProb ?? null,
    stopped: greedy.stopped,
  };
}

function softPunctuation(position: Position | undefined): SoftPunctuation | null {
  if (!position) return null;
  const sums = Object.fromEntries(PUNCTUATION.map((kind) => [kind, -Infinity])) as Record<
    Punctuation,
    number
  >;
  PUNCTUATION_TOKENS.forEach(({ kind }, i) => {
    sums[kind] = logAddExp(sums[kind], position.watched[i + 1]!);
  });
  const terminal = logAddExp(logAddExp(sums.period, sums.question), sums.exclamation);
  return { ...sums, terminal, eos: position.watched[0]! };
}

/** Groups tokens into written words. A group without letters or digits joins the word before it. */
function wordsOf(
  tokens: readonly number[],
  logProbs: readonly number[],
  firstFrame?: readonly number[],
): AsrWord[] {
  const starts: number[] = [];
  tokens.forEach((id, i) => {
    const groupEnd = tokens.findIndex((next, j) => j > i && startsWord(next));
    const group = tokens.slice(i, groupEnd < 0 ? undefined : groupEnd);
    if (starts.length === 0 || (startsWord(id) && group.some(isWordPart))) starts.push(i);
  });
  return starts.map((from, w) => {
    const to = starts[w + 1] ?? tokens.length;
    const spoken = tokens.slice(from, to).findLastIndex(isWordPart) + from;
    const own = logProbs.slice(from, Math.max(spoken, from) + 1);
    const seconds = (row: number) => ((firstFrame?.[row] ?? NaN) * FRAME_SAMPLES) / SAMPLE_RATE_HZ;
    return {
      text: textOf(tokens.slice(from, to)),
      from,
      to,
      logProb: mean(own)!,
      startSec: seconds(from),
      endSec: seconds(Math.max(spoken, from) + 1),
    };
  });
}
