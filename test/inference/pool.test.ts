/** The pool with scripted kernels in real worker threads: priorities, skipping, death of a worker, draining. */
import { getPriority } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { CallSkipped, type Kernel } from '../../src/inference/kernel.js';
import { createInferencePool, type InferencePool, type ObservedCall } from '../../src/inference/pool.js';

const workerUrl = new URL('scripted-worker.mjs', import.meta.url);
const sleep: Kernel<number, number> = {
  name: 'sleep',
  load: () => Promise.reject(new Error('runs in workers')),
};
const crash: Kernel<number, number> = { ...sleep, name: 'crash' };

let pool: InferencePool;
afterEach(() => pool.close());

describe('inference pool', () => {
  it('lets a skippable partial wait no longer than its limit while turn calls go on', async () => {
    const seen: ObservedCall[] = [];
    pool = createInferencePool({
      workerUrl,
      workers: 1,
      skipPartialsAfterMs: 50,
      observe: (call) => seen.push(call),
    });
    const turns = Array.from({ length: 10 }, () => pool.call(sleep, 20, { session: 'a' }));
    const skipped = pool.call(sleep, 1, { priority: 'partial', skippable: true, session: 'b' });
    const patient = pool.call(sleep, 2, { priority: 'partial', session: 'b' });
    await expect(skipped).rejects.toBeInstanceOf(CallSkipped);
    expect(await Promise.all(turns)).toHaveLength(10);
    expect(await patient).toBe(2);
    expect(seen.filter((call) => call.skipped)).toHaveLength(1);
    expect(seen.filter((call) => !call.skipped)).toHaveLength(11);
  });

  it('skips a partial at once when the calls before it take longer than its limit', async () => {
    pool = createInferencePool({ workerUrl, workers: 1, skipPartialsAfterMs: 100 });
    for (let i = 0; i < 10; i++) await pool.call(sleep, 40);
    const turns = Array.from({ length: 8 }, () => pool.call(sleep, 40, { session: 'a' }));
    const askedMs = performance.now();
    const late = pool.call(sleep, 1, { priority: 'partial', skippable: true, session: 'b' });
    await expect(late).rejects.toBeInstanceOf(CallSkipped);
    expect(performance.now() - askedMs).toBeLessThan(40);
    await Promise.all(turns);
    expect(await pool.call(sleep, 5, { priority: 'partial', skippable: true, session: 'b' })).toBe(5);
  });

  it('never skips without a limit, so that logs do not depend on the machine', async () => {
    pool = createInferencePool({ workerUrl, workers: 1 });
    void pool.call(sleep, 100);
    expect(await pool.call(sleep, 1, { priority: 'partial', skippable: true })).toBe(1);
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
    pool = createInferencePool({ workerUrl, workers: 1, expressKernels: ['quick'] });
    const done: string[] = [];
    const long = [1, 2].map((i) => pool.call(sleep, 300).then(() => done.push(`long${i}`)));
    const quick = { ...sleep, name: 'quick' };
    for (let i = 0; i < 5; i++) await pool.call(quick, 1).then(() => done.push('quick'));
    expect(done).toEqual(Array(5).fill('quick'));
    expect(pool.load()).toEqual({ queued: 1, running: 1, workers: 2 });
    await Promise.all(long);
  });

  it.runIf(process.platform === 'linux')('lets long calls step back for the others, by thread', async () => {
    const nice: Kernel<null, number> = { ...(sleep as unknown as Kernel<null, number>), name: 'nice' };
    const ownNice = getPriority();
    pool = createInferencePool({ workerUrl, workers: 1, expressKernels: ['quick'], longCallNice: 3 });
    await pool.call({ ...sleep, name: 'quick' }, 1);
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
