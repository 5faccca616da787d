/**
 * Decodes one window of sound with a Moonshine model: encoder, greedy decoding (greedy-decode.ts), then words with their
 * times and the log-probabilities of the punctuation after the last word, which the end-of-turn scorer reads. Called by
 * decode-kernels.ts.
 */
import { logAddExp, mean } from '../../dsp/numeric.js';
import type { KernelContext } from '../../inference/kernel.js';
import { MOONSHINE_FRAME_SAMPLES } from '../../networks/shared-encoders.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import {
  MAX_WINDOW_SAMPLES,
  MIN_WINDOW_SAMPLES,
  PUNCTUATION,
  type AsrDecodeInput,
  type AsrDecodeOutput,
  type AsrWord,
  type Punctuation,
  type SoftPunctuation,
} from '../decoding.js';
import { isWrittenIn } from '../writing-systems.js';
import { greedyDecode, type Position } from './greedy-decode.js';
import { MoonshineModel } from './moonshine-model.js';
import { scorePhrases } from './phrase-scores.js';
import { EOS, isWordPart, punctuationTokens, startsWord, textOf } from './tokens.js';
import { alignRows } from './word-times.js';

const PUNCTUATION_TOKENS = punctuationTokens();
/** Tokens whose log-probabilities are read at every position: the end of the text first, then every punctuation mark. */
const WATCH = [EOS, ...PUNCTUATION_TOKENS.map((token) => token.id)];
/** Places in WATCH of what may follow a whole text: its end, and marks that end or break a sentence. */
const WATCHED_ENDS = [0, ...PUNCTUATION_TOKENS.flatMap(({ kind }, i) => (kind === 'dash' ? [] : [i + 1]))];

/** @param folder catalogue folder of the model's two graphs. @throws TurnwireError kind `model` */
export async function loadMoonshine(
  context: KernelContext,
  folder: string,
): Promise<(input: AsrDecodeInput) => Promise<AsrDecodeOutput>> {
  const model = await MoonshineModel.load(context, folder, WATCH);
  return (input) => decodeWindow(model, input);
}

/** @throws TurnwireError kind `internal` if the window is shorter than 0.1 s or longer than 30 s */
async function decodeWindow(model: MoonshineModel, input: AsrDecodeInput): Promise<AsrDecodeOutput> {
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
  const { phrases } = input;
  const phraseLogProbs = phrases && (await scorePhrases(model, encoded, phrases, WATCHED_ENDS));
  model.release(encoded);
  const { tokens, positions } = greedy;
  const tokenLogProbs = tokens.map((_, i) => positions[i - prefix.length]?.logProb ?? 0);
  const after = (index: number): Position | undefined => positions[index - prefix.length];
  const lastWord = tokens.findLastIndex(isWordPart);
  const times = input.wantTimes ? alignRows(greedy.rows) : undefined;
  const words = wordsOf(tokens, tokenLogProbs, prefix.length, times).filter(({ text }) =>
    isWrittenIn(text, language),
  );
  return {
    text: textOf(tokens),
    tokens,
    tokenLogProbs,
    words,
    noSpeechProb: prefix.length === 0 ? Math.exp(positions[0]!.watched[0]!) : null,
    eosLogProb: after(tokens.length)?.watched[0] ?? null,
    punctuation: lastWord < 0 ? null : softPunctuation(after(lastWord + 1)),
    lastWordLogProb: words.at(-1)?.logProb ?? null,
    ...(phraseLogProbs && { phraseLogProbs }),
    stopped: greedy.stopped,
  };
}

/** Adds up the log-probabilities of all tokens of each kind of mark. */
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

/**
 * Groups tokens into written words. A group without letters or digits (a dash, a mark) joins the word before it.
 * @param firstFrame first encoder frame of each token, and one entry more for the end; undefined if no times are wanted
 */
function wordsOf(
  tokens: readonly number[],
  logProbs: readonly number[],
  prefix: number,
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
    const seconds = (row: number) => ((firstFrame?.[row] ?? NaN) * MOONSHINE_FRAME_SAMPLES) / SAMPLE_RATE_HZ;
    return {
      text: textOf(tokens.slice(from, to)),
      newText: textOf(tokens.slice(Math.max(from, prefix), to)),
      from,
      to,
      spokenTo: spoken + 1,
      logProb: mean(own)!,
      startSec: seconds(from),
      endSec: seconds(Math.max(spoken, from) + 1),
    };
  });
}
