// Worker entry for pool tests: kernels whose only work is to take time or to fail.
import { getPriority } from 'node:os';
import { serveKernels } from '../../dist/inference/worker-host.js';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

serveKernels([
  { name: 'sleep', load: async () => async (ms) => (await sleep(ms), ms) },
  // The nice value of the thread that asks.
  { name: 'nice', load: async () => async () => getPriority(0) },
  { name: 'quick', load: async () => async (ms) => ms },
  {
    name: 'crash',
    load: async () => async () => {
      setTimeout(() => {
        throw new Error('crashed on purpose');
      });
      await sleep(1000);
    },
  },
]);
