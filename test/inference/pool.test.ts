/** The pool with scripted kernels in real worker threads: priorities, death of a worker, draining. */
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import type { Kernel } from '../../src/inference/kernel.js';
import { createInferencePool, type InferencePool, type ObservedCall } from '../../src/inference/pool.js';

const workerUrl = new URL('scripted-worker.mjs', import.meta.url);
const sleep: Kernel<number, number> = {
  name: 'sleep',
  lane: 'long',
  load: () => Promise.reject(new Error('runs in workers')),
};
const crash: Kernel<number, number> = { ...sleep, name: 'crash' };

let pool: InferencePool;
afterEach(() => pool.close());

describe('inference pool', () => {
  it('drops no call, however long it waits, so that logs do not depend on the machine: turn calls go first', async () => {
    const seen: ObservedCall[] = [];
    pool = createInferencePool({ workerUrl, workers: 1, observe: (call) => seen.push(call) });
    for (let i = 0; i < 10; i++) await pool.call(sleep, 20);
    const done: string[] = [];
    const running = pool.call(sleep, 100, { session: 'a' });
    const partials = [1, 2, 3].map((ms) =>
      pool.call(sleep, ms, { priority: 'partial', session: 'b' }).then(() => done.push('partial')),
    );
    const turns = [10, 10, 10].map((ms) =>
      pool.call(sleep, ms, { session: 'a' }).then(() => done.push('turn')),
    );
    await Promise.all([running, ...partials, ...turns]);
    expect(done).toEqual(['turn', 'turn', 'turn', 'partial', 'partial', 'partial']);
    expect(Math.max(...seen.map(({ waitedMs }) => waitedMs))).toBeGreaterThan(100);
  });

  it('answers a quiet session first while another floods', async () => {
    pool = createInferencePool({ workerUrl, workers: 1 });
    const done: string[] = [];
    const flood = Array.from({ length: 20 }, () =>
      pool.call(sleep, 10, { session: 'flood' }).then(() => done.push('flood')),
    );
    await Promise.all(flood.slice(0, 3));
    await pool.call(sleep, 1, { session: 'quiet' }).then(() => done.push('quiet'));
    expect(done.length).toBeLessThanOrEqual(6);
    await Promise.all(flood);
  });

  it('runs express calls beside long ones, and only express calls on the extra thread', async () => {
    pool = createInferencePool({ workerUrl, workers: 1, hasExpressLane: true });
    const done: string[] = [];
    const long = [1, 2].map((i) => pool.call(sleep, 300).then(() => done.push(`long${i}`)));
    const quick = { ...sleep, name: 'quick', lane: 'express' } as const;
    for (let i = 0; i < 5; i++) await pool.call(quick, 1).then(() => done.push('quick'));
    expect(done).toEqual(Array(5).fill('quick'));
    expect(pool.load()).toEqual({ queued: 1, running: 1, workers: 2 });
    await Promise.all(long);
  });

  it.runIf(process.platform === 'linux')('lets long calls step back for the others, by thread', async () => {
    const nice: Kernel<null, number> = { ...(sleep as unknown as Kernel<null, number>), name: 'nice' };
    const ownNice = getPriority();
    pool = createInferencePool({ workerUrl, workers: 1, hasExpressLane: true, longCallNice: 3 });
    await pool.call({ ...sleep, name: 'quick', lane: 'express' }, 1);
    expect(await pool.call(nice, null)).toBe(Math.min(19, ownNice + 3));
    expect(getPriority()).toBe(ownNice);
  });

  it('fails only the calls of a worker that died, and replaces it', async () => {
    pool = createInferencePool({ workerUrl, workers: 1 });
    expect(await pool.call(sleep, 1)).toBe(1);
    const dying = pool.call(crash, 1);
    const waiting = pool.call(sleep, 3);
    await expect(dying).rejects.toMatchObject({ code: 'worker_died' });
    expect(await waiting).toBe(3);
    expect(pool.load()).toEqual({ queued: 0, running: 0, workers: 1 });
  });

  it('rejects calls once no worker is left', async () => {
    pool = createInferencePool({ workerUrl, workers: 1 });
    await expect(pool.call(crash, 1)).rejects.toMatchObject({ code: 'worker_died' });
    await expect(pool.call(sleep, 1)).rejects.toMatchObject({ code: 'no_workers' });
  });

  it('finishes what was asked before closing', async () => {
    pool = createInferencePool({ workerUrl, workers: 2 });
    const calls = [5, 6, 7, 8].map((ms) => pool.call(sleep, ms));
    await pool.close();
    expect(await Promise.all(calls)).toEqual([5, 6, 7, 8]);
    await expect(pool.call(sleep, 1)).rejects.toMatchObject({ code: 'inference_closed' });
  });
});
