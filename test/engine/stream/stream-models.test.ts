/** The stream engine with its real models on real sound: the log never depends on chunking, threads or the machine. */
import { afterAll, describe, expect, it } from 'vitest';
import { createEnginePool } from '../../../src/engine/workers/create-pool.js';
import { createStreamEngine } from '../../../src/engine/stream/stream.js';
import { streamSetup } from '../../../src/engine/stream/stream-setup.js';
import type { EngineChoices } from '../../../src/engine/session/session-setup.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import type { Inference } from '../../../src/inference/kernel.js';
import { toJsonLine } from '../../../src/protocol/events.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { bookingCall, development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';
import { runEngine } from '../../helpers/scripted.js';

const inline = createInlineInference();
afterAll(() => inline.close());

async function events(
  samples: Int16Array,
  chunks?: number[],
  inference: Inference = inline,
  choices?: EngineChoices,
) {
  const session = parseSessionStart({ eot: { profile: 'cutoff_5pct' }, signals: ['bargein'] }, 'stream');
  return runEngine(createStreamEngine(streamSetup(session, 's', inference, choices)), samples, chunks);
}

async function log(...args: Parameters<typeof events>): Promise<string> {
  return (await events(...args)).map(toJsonLine).join('');
}

const RANDOM_SIZES = [311, 16_000, 1, 4801, 77, 123_456, 9];

describe.each([
  ['the shipped call', bookingCall, true],
  ['a real caller', development('aws-call/Auto_Repairs_40_UTC_caller.wav'), hasDevelopmentAudio],
])('on %s', (_name, file, here) => {
  it.skipIf(!here)('the log is the same however the audio is cut', async () => {
    const samples = await samplesOf(file, 20);
    const whole = await log(samples);
    expect(await log(samples, [1280])).toBe(whole);
    expect(await log(samples, RANDOM_SIZES)).toBe(whole);
    expect(whole).toContain('"turn.end"');
  });

  it.skipIf(!here)('one sample at a time gives the same log', async () => {
    const samples = await samplesOf(file, 6);
    expect(await log(samples, [1])).toBe(await log(samples));
  });

  it.skipIf(!here)('the log is the same in one thread and in two workers', async () => {
    const samples = await samplesOf(file, 12);
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

  it.skipIf(!here)('the log is the same whenever its pauses are judged', async () => {
    const samples = await samplesOf(file, 30);
    const whenItMatters = await log(samples);
    expect(await log(samples, undefined, inline, { judgeAhead: true })).toBe(whenItMatters);
    expect(await log(samples, undefined, inline, { onTrace: () => {} })).toBe(whenItMatters);
  });

  it.skipIf(!here)('the log is well formed', async () => {
    expect(violationsOf(await events(await samplesOf(file, 30)), 0.1)).toEqual([]);
  });
});

describe('without a transcript', () => {
  it('still ends turns, by sound and silence', async () => {
    const samples = await samplesOf(bookingCall, 12);
    const found = await events(samples, undefined, inline, { transcript: false });
    expect(found.some((event) => event.type === 'turn.end')).toBe(true);
  });
});

describe('sound without speech', () => {
  it.each([
    ['digital silence', () => 0],
    ['a hum', (i: number) => 3000 * Math.sin((2 * Math.PI * 50 * i) / 16_000)],
    ['noise', (i: number) => (((i * 2654435761) % 4096) - 2048) / 2],
  ])('%s starts no turn', async (_name, sample) => {
    const samples = Int16Array.from({ length: 10 * 16_000 }, (_, i) => sample(i));
    expect((await events(samples)).map((event) => event.type)).toEqual([
      'session.started',
      'session.summary',
    ]);
  });
});
