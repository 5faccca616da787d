/** Thinning under load with the real models: skipped hops cost partials, not turn events, and no words at the end. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { openAudio } from '../../src/audio/index.js';
import { createEngine } from '../../src/engine/create-engine.js';
import { createInlineInference } from '../../src/inference/inline.js';
import { CallSkipped, type Inference } from '../../src/inference/kernel.js';
import type { WireEvent } from '../../src/protocol/events.js';
import { parseSessionStart } from '../../src/protocol/session-start.js';
import { repoRoot } from '../helpers/cli-process.js';

const sample = path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav');

/** Inference of a server so loaded that every call that may be skipped is. */
function overloaded(inner: Inference, onSkip: () => void): Inference {
  return {
    ...inner,
    call: (kernel, input, options) => {
      if (!options?.skippable) return inner.call(kernel, input, options);
      onSkip();
      return Promise.reject(new CallSkipped(kernel.name));
    },
  };
}

it('a room whose partials are skipped keeps its turn events and its words', async () => {
  const samples: number[] = [];
  for await (const chunk of (await openAudio(sample)).chunks()) samples.push(...chunk);
  const audio = Int16Array.from(samples.slice(0, 25 * 16_000));
  const inner = createInlineInference();
  let skipped = 0;
  const logs: WireEvent[][] = [];
  for (const inference of [inner, overloaded(inner, () => (skipped += 1))]) {
    const engine = createEngine(parseSessionStart({}, 'room'), 'room', inference);
    logs.push([...engine.start(), ...(await engine.push(audio)), ...(await engine.end())]);
  }
  await inner.close();
  const [calm, busy] = logs as [WireEvent[], WireEvent[]];
  const count = (log: WireEvent[], type: string): number => log.filter((event) => event.type === type).length;
  const voiceActivity = (log: WireEvent[]): unknown[] =>
    log.flatMap((event) =>
      event.type === 'vad.start' || event.type === 'vad.end' ? [[event.type, event.t]] : [],
    );
  // A number may be written in words or in digits.
  const words = (log: WireEvent[]): number =>
    log.flatMap((event) => (event.type === 'asr.final' ? event.text.match(/\p{L}+|\p{N}/gu) : [])).length;
  expect(skipped).toBeGreaterThan(3);
  expect(voiceActivity(busy)).toEqual(voiceActivity(calm));
  expect(count(busy, 'asr.partial')).toBeLessThan(count(calm, 'asr.partial'));
  expect(count(busy, 'turn.end')).toBeGreaterThan(0);
  expect(words(busy)).toBeGreaterThan(words(calm) * 0.8);
}, 120_000);
