/** Engines without models: voice activity is read off the amplitude, scores come from a script. */
import { joinSamples } from '../../src/audio/index.js';
import type { BargeinClassifier } from '../../src/bargein/classifier.js';
import type { Engine } from '../../src/engine/session/engine.js';
import { createStreamEngine, type StreamSetup } from '../../src/engine/stream/stream.js';
import type { EotScorer } from '../../src/eot/scorer.js';
import type { Inference, Kernel } from '../../src/inference/kernel.js';
import { policyFor } from '../../src/operating-points/policies.js';
import { PUBLISHED_POINTS } from '../../src/operating-points/published.js';
import type { WireEvent } from '../../src/protocol/events.js';
import { parseSessionStart } from '../../src/protocol/session-start.js';
import {
  sileroVad,
  VAD_CONTEXT_SAMPLES,
  VAD_FRAME_SAMPLES,
  type VadInput,
  type VadOutput,
} from '../../src/vad/silero.js';

/** Frames whose first sample is not zero are speech. Other kernels do not exist. */
export const amplitudeVad = vadOf((sample) => (sample === 0 ? 0.02 : 0.95));
/** A frame is as likely speech as its samples are loud: 0 to 1000. */
export const loudnessVad = vadOf((sample) => (sample * 32_768) / 1000);

/** @param probabilityOf of a frame by one of its samples */
function vadOf(probabilityOf: (sample: number) => number): Inference {
  return {
    async call<I, O>(kernel: Kernel<I, O>, input: I): Promise<O> {
      if (kernel.name !== sileroVad.name) throw new Error(`no scripted kernel ${kernel.name}`);
      const { samples, state } = input as unknown as VadInput;
      const frames = Math.floor(samples.length / VAD_FRAME_SAMPLES);
      const probabilities = Float32Array.from({ length: frames }, (_, i) =>
        probabilityOf(samples[VAD_CONTEXT_SAMPLES + i * VAD_FRAME_SAMPLES + 256]!),
      );
      return { probabilities, state } satisfies VadOutput as unknown as O;
    },
    async warm() {},
    async close() {},
  };
}

/** p_eot by silence length, the same for every pause unless the script says otherwise. */
export function scriptedScorer(pEot: (silenceSec: number, pause: number) => number): EotScorer {
  let pauses = 0;
  return {
    name: 'scripted',
    version: 'scripted-1',
    async judge() {
      const pause = pauses++;
      return { pEot: (silenceSec) => pEot(silenceSec, pause), parts: {} };
    },
  };
}

export function scriptedClassifier(pClaim: (sinceOnsetSec: number) => number): BargeinClassifier {
  return {
    version: 'scripted-1',
    needsText: false,
    pClaim: async ({ sinceOnsetSec }) => pClaim(sinceOnsetSec),
  };
}

export function scriptedEngine(
  start: Record<string, unknown> = {},
  overrides: Partial<StreamSetup> = {},
): Engine {
  return createStreamEngine({
    session: parseSessionStart(start, 'stream'),
    sessionId: 'test',
    inference: amplitudeVad,
    scorer: scriptedScorer(() => 0.9),
    bargeinClassifier: scriptedClassifier(() => 0.9),
    points: PUBLISHED_POINTS,
    policy: (profile, language) => policyFor('stream', profile, language),
    transcriber: () => undefined,
    callerLanguages: ['en'],
    identify: async () => ({ en: 1 }),
    ...overrides,
  });
}

/** Seconds of speech (positive) and silence (negative), one after the other. */
export function speechPattern(...seconds: readonly number[]): Int16Array {
  return joinSamples(
    seconds.map((sec) => new Int16Array(Math.round(Math.abs(sec) * 16_000)).fill(sec > 0 ? 1000 : 0)),
  );
}

/** The whole log of one recording, pushed in chunks of the given sizes (repeated). */
export async function runEngine(
  engine: Engine,
  samples: Int16Array,
  chunkSizes: readonly number[] = [samples.length],
): Promise<WireEvent[]> {
  const events = [...engine.start()];
  let at = 0;
  for (let i = 0; at < samples.length; i += 1) {
    const size = chunkSizes[i % chunkSizes.length]!;
    events.push(...(await engine.push(samples.subarray(at, at + size))));
    at += size;
  }
  events.push(...(await engine.end()));
  return events;
}

export function types(events: readonly WireEvent[]): string[] {
  return events.map((event) => event.type);
}
