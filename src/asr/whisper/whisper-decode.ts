/**
 * Speech of fourteen languages to text, and the language of a window, by Whisper. Two kernels on one model: the words of a
 * window, and its language alone (a fifth of the cost).
 *
 * The network hears silence behind the window, which gives short windows the quality of 30 s: a window without it makes the
 * model begin its sentence again.
 */
import { logAddExp, mean, normalise } from '../../dsp/numeric.js';
import { defineKernel, type KernelContext } from '../../inference/kernel.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { LANGUAGES, type Language } from '../../protocol/languages.js';
import {
  MIN_WINDOW_SAMPLES,
  PUNCTUATION,
  type AsrDecodeInput,
  type AsrDecodeOutput,
  type Punctuation,
  type SoftPunctuation,
} from '../decoding.js';
import { isDigitalSilence, saidNothing } from './silence-rule.js';
import { START } from './special-tokens.js';
import { loadWhisper, type Whisper } from './whisper-model.js';
import { whisperGreedy, type Greedy, type Position } from './whisper-greedy.js';
import { tokenTimes, wordsOf, writtenText } from './whisper-words.js';
import type { EncodedWindow } from './whisper-network.js';

/** Longest window, in samples: 29.5 s, with half a second of silence behind it. Windows of 3 to 15 s are decoded best. */
export const MAX_WHISPER_SAMPLES = 29.5 * SAMPLE_RATE_HZ;

export interface WhisperInput {
  /** 16 kHz mono, -1..1; 0.1 to 29.5 s. */
  readonly audio: Float32Array;
  readonly language: Language;
  /** Tokens that the text must begin with: words that are certain already. */
  readonly prefixTokens?: readonly number[];
  /** Tokens of the previous hypothesis after the prefix: kept as far as the model agrees, which saves time. */
  readonly draftTokens?: readonly number[];
  /** True if speech was heard: the model may not answer with nothing. */
  readonly forbidEmpty?: boolean;
  /** As in AsrDecodeInput. */
  readonly isLikelySpeech?: boolean;
  readonly wantTimes?: boolean;
  /** Folder of the model files. Default `whisper-base`. */
  readonly folder?: string;
}

export interface WhisperLanguages {
  /** Probabilities of the 14 languages, in the order of `LANGUAGES`; they sum to 1. */
  readonly languages: number[];
  /** Probability that the window has no speech, by the model's own token for it. Weak alone: see silence-rule.ts. */
  readonly noSpeechProb: number;
}

/** Whisper as a recogniser: the form in which decode-kernels.ts uses it. */
export async function loadWhisperRecogniser(
  context: KernelContext,
  folder: string,
): Promise<(input: AsrDecodeInput) => Promise<AsrDecodeOutput>> {
  const model = await modelOf(context, folder);
  return (input) => decode(model, { ...input, language: input.language ?? 'en' });
}

/**
 * The words of a window. The probability of no speech is 1 if the text was dropped as an invention and 0 if not, because the model's own
 * number means nothing alone (silence-rule.ts).
 */
export const whisperDecode = defineKernel<WhisperInput, AsrDecodeOutput>(
  { name: 'whisper-decode', lane: 'long' },
  async (context) => async (input) => decode(await modelOf(context, input.folder), input),
);

/**
 * Identifies the language of a window of 3 s or more. It takes 0.1 s or more, but is then less often right: with 2 s in 93 of 100
 * windows, with 1 s in 75.
 */
export const whisperLanguages = defineKernel<
  { readonly audio: Float32Array; readonly folder?: string },
  WhisperLanguages
>({ name: 'whisper-languages', lane: 'long' }, async (context) => async ({ audio, folder }) => {
  const model = await modelOf(context, folder);
  checkLength(audio);
  return listen(model, await model.network.encode(audio));
});

/** Loaded models by folder. Both kernels of a thread share them. */
const loaded = new WeakMap<KernelContext, Map<string, Promise<Whisper>>>();

function modelOf(context: KernelContext, folder = 'whisper-base'): Promise<Whisper> {
  let models = loaded.get(context);
  if (!models) loaded.set(context, (models = new Map<string, Promise<Whisper>>()));
  const known = models.get(folder);
  if (known) return known;
  const model = loadWhisper(context, folder);
  models.set(folder, model);
  // A file that is repaired later is tried again.
  model.catch(() => models.delete(folder));
  return model;
}

function checkLength(audio: Float32Array): void {
  if (audio.length >= MIN_WINDOW_SAMPLES && audio.length <= MAX_WHISPER_SAMPLES) return;
  const message = `a speech window must have ${MIN_WINDOW_SAMPLES} to ${MAX_WHISPER_SAMPLES} samples, got ${audio.length}`;
  throw new TurnwireError('internal', 'asr_window', message);
}

/** Runs the start token alone: the next token then tells which language is spoken, and whether anybody speaks. */
async function listen({ network, noBias }: Whisper, window: EncodedWindow): Promise<WhisperLanguages> {
  const { languages, noSpeech } = network.tokens;
  const options = { first: 0, bias: noBias, watch: [...languages, noSpeech] };
  const { distributions } = await network.step(window, network.emptyCache(), [START], options);
  const probs = Array.from(distributions[0]!.watched, Math.exp);
  return { languages: normalise(probs.slice(0, LANGUAGES.length)), noSpeechProb: probs.at(-1)! };
}

async function decode(model: Whisper, input: WhisperInput): Promise<AsrDecodeOutput> {
  const { network } = model;
  const { audio, language, prefixTokens: prefix = [] } = input;
  checkLength(audio);
  const window = await network.encode(audio);
  const greedy = await whisperGreedy(network, window, network.tokens.prompt(language), network.emptyCache(), {
    prefix,
    draft: input.draftTokens ?? [],
    forbidEmpty: input.forbidEmpty ?? false,
    seconds: audio.length / SAMPLE_RATE_HZ,
    bias: model.maskOf(language),
    watch: model.watch,
  });
  const meanLogProb = mean(greedy.positions.map(({ logProb }) => logProb)) ?? 0;
  const isInvented = async (): Promise<boolean> =>
    isDigitalSilence(audio) ||
    saidNothing(meanLogProb, async () => (await listen(model, window)).noSpeechProb, input.isLikelySpeech);
  const nothing = prefix.length === 0 && (await isInvented());
  return outputOf(model, input, greedy, nothing);
}

function outputOf(
  { table, punctuation }: Whisper,
  { audio, language, wantTimes, prefixTokens: prefix = [] }: WhisperInput,
  { tokens, positions, rows, stopped }: Greedy,
  nothing: boolean,
): AsrDecodeOutput {
  const kept = nothing ? [] : tokens;
  const after = (index: number): Position | undefined => positions[index - prefix.length];
  const tokenLogProbs = kept.map((_, i) => after(i)?.logProb ?? 0);
  const times = wantTimes ? tokenTimes(rows, kept.length, audio.length / SAMPLE_RATE_HZ) : undefined;
  const words = wordsOf(table, kept, tokenLogProbs, language, prefix.length, times);
  const lastLetters = kept.findLastIndex((id) => /[\p{L}\p{N}\uFFFD]/u.test(table.rawText([id])));
  return {
    text: writtenText(table, kept, language),
    tokens: kept,
    tokenLogProbs,
    words,
    noSpeechProb: prefix.length > 0 ? null : Number(nothing),
    eosLogProb: nothing ? null : (after(tokens.length)?.watched[0] ?? null),
    punctuation: lastLetters < 0 ? null : softPunctuation(after(lastLetters + 1), punctuation),
    lastWordLogProb: words.at(-1)?.logProb ?? null,
    stopped,
  };
}

/** @param kinds of the watched tokens after the first, which is the end */
function softPunctuation(
  position: Position | undefined,
  kinds: readonly Punctuation[],
): SoftPunctuation | null {
  if (!position) return null;
  const sums = Object.fromEntries(PUNCTUATION.map((kind) => [kind, -Infinity])) as Record<
    Punctuation,
    number
  >;
  kinds.forEach((kind, i) => {
    sums[kind] = logAddExp(sums[kind], position.watched[i + 1]!);
  });
  const terminal = logAddExp(logAddExp(sums.period, sums.question), sums.exclamation);
  return { ...sums, terminal, eos: position.watched[0]! };
}
