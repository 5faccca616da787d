/** The room engine with its real models on real sound: the log never depends on chunking, threads or the machine. */
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createEnginePool } from '../../../src/engine/workers/create-pool.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import type { Inference } from '../../../src/inference/kernel.js';
import { toJsonLine, type WireEvent } from '../../../src/protocol/events.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { bookingCall, development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

const inline = createInlineInference();
afterAll(() => inline.close());

async function events(samples: Int16Array, chunks?: number[], inference: Inference = inline) {
  const session = parseSessionStart({ mode: 'working_session', signals: ['bargein'] }, 'room', {
    asrLanguages: ['en'],
  });
  return runEngine(createEngine(session, 's', inference), samples, chunks);
}

async function log(...args: Parameters<typeof events>): Promise<string> {
  return (await events(...args)).map(toJsonLine).join('');
}

const textOf = (found: readonly WireEvent[]) =>
  found.flatMap((event) => (event.type === 'asr.final' ? [event.text] : [])).join(' ');

describe('on the shipped call', () => {
  it('the log is the same however the audio is cut', async () => {
    const samples = await samplesOf(bookingCall, 12);
    const whole = await log(samples);
    expect(await log(samples, [1280])).toBe(whole);
    expect(await log(samples, [311, 16_000, 1, 4801, 77, 123_456, 9])).toBe(whole);
    expect(whole).toContain('"asr.final"');
  });

  it('the log is the same in one thread and in two workers', async () => {
    const samples = await samplesOf(bookingCall, 8);
    const pool = createEnginePool(2);
    try {
      const here = await log(samples);
      const [first, second] = await Promise.all([log(samples, [1280], pool), log(samples, [160_000], pool)]);
      expect(first).toBe(here);
      expect(second).toBe(here);
    } finally {
      await pool.close();
    }
  });

  it('hears one voice and its words', async () => {
    const found = await events(await samplesOf(bookingCall, 12));
    expect(violationsOf(found, 0.1)).toEqual([]);
    expect(new Set(found.flatMap((e) => (e.type === 'asr.final' ? [e.speaker] : []))).size).toBe(1);
    expect(textOf(found).toLowerCase()).toMatch(/book a table for friday evening/);
  });
});

describe('sound without speech', () => {
  it.each([
    ['digital silence', () => 0],
    ['a hum', (i: number) => 3000 * Math.sin((2 * Math.PI * 50 * i) / 16_000)],
    [
      'a hold tone',
      (i: number) => (i % 32_000 < 16_000 ? 8000 * Math.sin((2 * Math.PI * 425 * i) / 16_000) : 0),
    ],
    ['noise', (i: number) => (((i * 2654435761) % 4096) - 2048) / 2],
  ])('%s has no words and no voices', async (_name, sample) => {
    const samples = Int16Array.from({ length: 20 * 16_000 }, (_, i) => sample(i));
    const found = await events(samples);
    expect(found.filter((event) => event.type.startsWith('asr.'))).toEqual([]);
  });
});

describe.skipIf(!hasDevelopmentAudio)('on real recordings', () => {
  it('reads a page of Dickens', async () => {
    const found = await events(await samplesOf(development('moonshine/two_cities_16k.wav'), 16));
    expect(violationsOf(found, 0.1)).toEqual([]);
    expect(
      textOf(found)
        .toLowerCase()
        .replaceAll(/[^a-z ]/g, ''),
    ).toContain('it was the best of times it was the worst of times it was the age of wisdom');
  });
});
