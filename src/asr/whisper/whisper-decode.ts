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
import type { Cache, EncodedWindow, SilenceBehind } from './whisper-network.js';

/** Longest window, in samples: 29.5 s, with half a second of silence behind it. Windows of 3 to 15 s are decoded best. */
export const MAX_WHISPER_SAMPLES = 29.5 * SAMPLE_RATE_HZ;

/** Silence behind a window whose words may still change, in frames of 20 ms. */
const LIVE: SilenceBehind = { encoder: 600, decoder: 300 };
/** Silence behind a window whose words are final, in frames of 20 ms: as much as the network can hear. */
const FINAL: SilenceBehind = { encoder: 1500, decoder: 1500 };
/** Silence behind a window of which only the language is wanted, in frames of 20 ms. */
const LANGUAGE_ALONE: SilenceBehind = { encoder: 300, decoder: 100 };
/** Windows shorter than this, in seconds, always get the silence of FINAL, because they gain most from it. */
const SHORT_SEC = 4;

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
  readonly wantTimes?: boolean;
  /** True for a window whose text is final: 1.2 times the cost at 8 s, a little fewer errors. */
  readonly isFinal?: boolean;
  /** Folder of the model files. Default `whisper-base`. */
  readonly folder?: string;
}

export interface WhisperLanguages {
  /** Probabilities of the 14 languages, in the order of `LANGUAGES`; they sum to 1. */
  readonly languages: number[];
  /** Probability that the window has no speech, by the model's own token for it. Weak alone: see silence-rule.ts. */
  readonly noSpeechProb: number;
}

/** The text is empty if `saidNothing`. */
export interface WhisperOutput extends AsrDecodeOutput, WhisperLanguages {
  readonly noSpeechProb: number;
  /** True if the text was dropped as an invention (silence-rule.ts). */
  readonly saidNothing: boolean;
}

/**
 * Whisper as a recogniser: the form in which decode-kernels.ts uses it. The probability of no speech is 1 if the text was dropped as
 * an invention and 0 if not, because the model's own number means nothing alone (silence-rule.ts).
 */
export async function loadWhisperRecogniser(
  context: KernelContext,
  folder: string,
): Promise<(input: AsrDecodeInput) => Promise<AsrDecodeOutput>> {
  const model = await modelOf(context, folder);
  return async (input) => {
    const output = await decode(model, { ...input, language: input.language ?? 'en' });
    const isPrefixed = (input.prefixTokens ?? []).length > 0;
    return { ...output, noSpeechProb: isPrefixed ? null : output.saidNothing ? 1 : 0 };
  };
}

export const whisperDecode = defineKernel<WhisperInput, WhisperOutput>(
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
  return (await listen(model, await model.network.encode(audio, LANGUAGE_ALONE))).heard;
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
async function listen(
  { network, noBias }: Whisper,
  window: EncodedWindow,
): Promise<{ heard: WhisperLanguages; cache: Cache }> {
  const { languages, noSpeech } = network.tokens;
  const options = { first: 0, bias: noBias, watch: [...languages, noSpeech] };
  const { distributions, cache } = await network.step(window, network.emptyCache(), [START], options);
  const probs = Array.from(distributions[0]!.watched, Math.exp);
  return {
    heard: { languages: normalise(probs.slice(0, LANGUAGES.length)), noSpeechProb: probs.at(-1)! },
    cache,
  };
}

async function decode(model: Whisper, input: WhisperInput): Promise<WhisperOutput> {
  const { audio, language } = input;
  checkLength(audio);
  const seconds = audio.length / SAMPLE_RATE_HZ;
  const silence = (input.isFinal ?? false) || seconds < SHORT_SEC ? FINAL : LIVE;
  const window = await model.network.encode(audio, silence);
  const { heard, cache } = await listen(model, window);
  const prompt = model.network.tokens.prompt(language);
  const startsHere = prompt[0] === START;
  const greedy = await whisperGreedy(
    model.network,
    window,
    startsHere ? prompt.slice(1) : prompt,
    startsHere ? cache : model.network.emptyCache(),
    {
      prefix: input.prefixTokens ?? [],
      draft: input.draftTokens ?? [],
      forbidEmpty: input.forbidEmpty ?? false,
      seconds,
      bias: model.maskOf(language),
      watch: model.watch,
    },
  );
  return outputOf(model, input, seconds, heard, greedy);
}

function outputOf(
  { table, punctuation }: Whisper,
  { audio, language, wantTimes, prefixTokens: prefix = [] }: WhisperInput,
  seconds: number,
  heard: WhisperLanguages,
  { tokens, positions, rows, stopped }: Greedy,
): WhisperOutput {
  const meanLogProb = mean(positions.map(({ logProb }) => logProb)) ?? 0;
  const isInvented = isDigitalSilence(audio) || saidNothing(heard.noSpeechProb, meanLogProb);
  const nothing = prefix.length === 0 && isInvented;
  const kept = nothing ? [] : tokens;
  const after = (index: number): Position | undefined => positions[index - prefix.length];
  const tokenLogProbs = kept.map((_, i) => after(i)?.logProb ?? 0);
  const times = wantTimes ? tokenTimes(rows, kept.length, seconds) : undefined;
  const words = wordsOf(table, kept, tokenLogProbs, language, prefix.length, times);
  const lastLetters = kept.findLastIndex((id) => /[\p{L}\p{N}\uFFFD]/u.test(table.rawText([id])));
  return {
    ...heard,
    text: writtenText(table, kept, language),
    tokens: kept,
    tokenLogProbs,
    words,
    saidNothing: nothing,
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
