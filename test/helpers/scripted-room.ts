/**
 * A room without models. Its sound is a code: each spoken word is a stretch of one sample value, which says which word it is and who
 * says it. Voice activity, recogniser and voice embedder read the code, so a test knows what must come out.
 */
import { LlamaTokenizer } from 'llama-tokenizer-js';
import { largeAsrDecode, otherAsrDecode, smallAsrDecode } from '../../src/asr/decode-kernels.js';
import type { AsrDecodeInput, AsrDecodeOutput } from '../../src/asr/decoding.js';
import type { Engine } from '../../src/engine/session/engine.js';
import { createRoomEngine } from '../../src/engine/room/room.js';
import type { RoomSetup } from '../../src/engine/room/room-setup.js';
import type { Inference, Kernel } from '../../src/inference/kernel.js';
import type { LanguageIdentifier } from '../../src/lid/identifier.js';
import { policyFor } from '../../src/operating-points/policies.js';
import { PUBLISHED_POINTS } from '../../src/operating-points/published.js';
import { parseSessionStart } from '../../src/protocol/session-start.js';
import { segmentationNetwork } from '../../src/voices/segmentation-network.js';
import type { VoiceEmbedder } from '../../src/voices/embedder/embedder.js';
import { amplitudeVad, scriptedClassifier, scriptedScorer } from './scripted.js';

/** With both directions: the product keeps only the one that it needs. */
const llama = new LlamaTokenizer();

const SEC = 16_000;
const VOICES = 16;
export const WORD_IDS = llama.vocabById
  .flatMap((piece, id) => (/^▁[a-z]{4,}$/.test(piece) ? [id] : []))
  .slice(0, 1500);

export interface Said {
  readonly voice: number;
  readonly words: number;
  /** Silence after it, seconds. */
  readonly pauseSec: number;
}

/** @returns the sound and the words in it, each once, in order. */
export function conversation(said: readonly Said[], wordSec = 0.3) {
  const samples: number[] = Array.from({ length: SEC / 2 }, () => 0);
  const words: { text: string; voice: number; startSec: number }[] = [];
  for (const { voice, words: count, pauseSec } of said) {
    for (let i = 0; i < count; i += 1) {
      const word = words.length;
      words.push({ text: llama.vocabById[WORD_IDS[word]!]!.slice(1), voice, startSec: samples.length / SEC });
      const value = 100 + word * VOICES + voice;
      for (let s = 0; s < wordSec * SEC; s += 1) samples.push(value);
    }
    for (let s = 0; s < pauseSec * SEC; s += 1) samples.push(0);
  }
  return { samples: Int16Array.from(samples), words };
}

/** Stretches of one code, at least 0.1 s long. */
export function codesIn(audio: Float32Array): { word: number; voice: number; from: number; to: number }[] {
  const found: { word: number; voice: number; from: number; to: number }[] = [];
  for (let from = 0; from < audio.length;) {
    let to = from + 1;
    while (to < audio.length && audio[to] === audio[from]) to += 1;
    const code = Math.round(audio[from]! * 32_768) - 100;
    if (code >= 0 && to - from >= 0.1 * SEC) {
      found.push({ word: Math.floor(code / VOICES), voice: code % VOICES, from, to });
    }
    from = to;
  }
  return found;
}

function decode({ audio, prefixTokens = [] }: AsrDecodeInput): AsrDecodeOutput {
  const heard = codesIn(audio);
  const words = heard.map(({ word, from, to }, i) => ({
    text: llama.vocabById[WORD_IDS[word]!]!.slice(1),
    newText: llama.vocabById[WORD_IDS[word]!]!.slice(1),
    from: i,
    to: i + 1,
    spokenTo: i + 1,
    logProb: -0.1,
    startSec: from / SEC,
    endSec: to / SEC,
  }));
  return {
    text: words.map((word) => word.text).join(' '),
    tokens: heard.map(({ word }) => WORD_IDS[word]!),
    tokenLogProbs: heard.map(() => -0.1),
    words,
    noSpeechProb: prefixTokens.length > 0 ? null : heard.length === 0 ? 1 : 0,
    eosLogProb: -0.1,
    punctuation: null,
    lastWordLogProb: -0.1,
    stopped: 'end',
  };
}

export const codedInference: Inference = {
  ...amplitudeVad,
  async call<I, O>(kernel: Kernel<I, O>, input: I): Promise<O> {
    if (kernel.name === segmentationNetwork.name)
      return { speech: new Float32Array(1), overlap: new Float32Array(1) } as unknown as O;
    if (![smallAsrDecode.name, largeAsrDecode.name, otherAsrDecode.name].includes(kernel.name))
      return amplitudeVad.call(kernel, input);
    return decode(input as unknown as AsrDecodeInput) as unknown as O;
  },
};

/** Embeds a window as the share of its sound that each voice has. */
export const codedEmbedder: VoiceEmbedder = {
  version: 'coded-1',
  windowSec: 1.5,
  minSec: 0.3,
  async embed(audio) {
    const vector = new Float32Array(VOICES);
    for (const { voice, from, to } of codesIn(audio)) vector[voice]! += to - from;
    const length = Math.hypot(...vector) || 1;
    return { vector: vector.map((value) => value / length), quality: 1 };
  },
  sameVoiceLogOdds: (cosine) => 12 * cosine - 6,
};

export const alwaysEnglish: LanguageIdentifier = {
  identify: async () => ({ en: 0.95 }),
};

export function scriptedRoom(
  start: Record<string, unknown> = {},
  overrides: Partial<RoomSetup> = {},
): Engine {
  const asrLanguages = overrides.asrLanguages ?? ['en'];
  return createRoomEngine({
    session: parseSessionStart({ mode: 'working_session', ...start }, 'room', { asrLanguages }),
    sessionId: 'test',
    inference: codedInference,
    scorer: scriptedScorer(() => 0.9),
    bargeinClassifier: scriptedClassifier(() => 0.9),
    embedder: codedEmbedder,
    identifier: alwaysEnglish,
    asrLanguages,
    moonshineLanguages: asrLanguages,
    points: PUBLISHED_POINTS,
    policy: (profile, language) => policyFor('room', profile, language),
    ...overrides,
  });
}
