/** Threads that load models at the same time collect their garbage at the same time. */
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const THREADS = 4;
const TIMES = 40;

it('collects in several threads at once', async () => {
  const module = new URL('../../dist/inference/collect-garbage.js', import.meta.url).href;
  const work = `
    const { parentPort } = require('node:worker_threads');
    import(${JSON.stringify(module)}).then(({ collectGarbage }) => {
      for (let i = 0; i < ${TIMES}; i++) collectGarbage();
      parentPort.postMessage('done');
    });`;
  const done = Array.from(
    { length: THREADS },
    () =>
      new Promise((resolve, reject) => {
        const thread = new Worker(work, { eval: true });
        thread.once('message', resolve);
        thread.once('error', reject);
      }),
  );
  await expect(Promise.all(done)).resolves.toEqual(Array<string>(THREADS).fill('done'));
}, 60_000);
