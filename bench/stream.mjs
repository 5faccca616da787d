/**
 * `npm run bench`: how fast the stream engine runs on one core, what each part costs, and how soon it answers.
 * Ratios of audio time to processor time, from one run on this machine; never a test.
 *   node bench/stream.mjs [audio.wav ...]     default: the shipped sample call
 */
import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createInlineInference, createStreamEngine, parseSessionStart, streamSetup } from '../dist/index.js';
import { readSamples } from '../dist/audio/index.js';

const repo = fileURLToPath(new URL('..', import.meta.url));
const files = process.argv.slice(2);
if (files.length === 0) files.push(`${repo}corpora/sample-calls/audio/booking-call.wav`);

/** Inference that adds up the processor time of each kernel. */
function metered(inference) {
  const spentMs = new Map();
  return {
    spentMs,
    async call(kernel, input, options) {
      const before = process.cpuUsage();
      try {
        return await inference.call(kernel, input, options);
      } finally {
        const { user, system } = process.cpuUsage(before);
        spentMs.set(kernel.name, (spentMs.get(kernel.name) ?? 0) + (user + system) / 1000);
      }
    },
    warm: (kernels) => inference.warm(kernels),
    close: () => inference.close(),
  };
}

async function measure(samples, choices) {
  const inference = metered(createInlineInference());
  const run = async (part) => {
    const session = parseSessionStart({ eot: { profile: 'cutoff_5pct' } }, 'stream');
    const engine = createStreamEngine(streamSetup(session, 'bench', inference, choices));
    engine.start();
    await engine.push(part);
    await engine.end();
  };
  await run(samples.subarray(0, 12 * 16_000));
  inference.spentMs.clear();
  const before = process.cpuUsage();
  await run(samples);
  const { user, system } = process.cpuUsage(before);
  await inference.close();
  return { totalMs: (user + system) / 1000, parts: inference.spentMs };
}

function report(name, seconds, { totalMs, parts }) {
  console.log(`${name}: ${((seconds * 1000) / totalMs).toFixed(0)}x real time on one core`);
  let rest = totalMs;
  for (const [kernel, ms] of parts) {
    rest -= ms;
    console.log(
      `  ${kernel.padEnd(16)} ${(ms / seconds).toFixed(2)} ms per second of audio (${percent(ms / totalMs)})`,
    );
  }
  console.log(
    `  ${'the rest'.padEnd(16)} ${(rest / seconds).toFixed(2)} ms per second of audio (${percent(rest / totalMs)})`,
  );
}

const percent = (share) => `${(share * 100).toFixed(0)} %`;

console.log(
  `${cpus().length} x ${cpus()[0].model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const file of files) {
  const samples = await readSamples(file, { channel: 0 });
  const seconds = samples.length / 16_000;
  console.log(`\n${file} (${seconds.toFixed(1)} s)`);
  report('with transcript', seconds, await measure(samples, {}));
  report('voice activity and sound only', seconds, await measure(samples, { transcript: false }));
}

const timed = (args) => {
  const startedAt = performance.now();
  spawnSync(process.execPath, [`${repo}bin/turnwire.js`, ...args], { stdio: 'ignore' });
  return performance.now() - startedAt;
};
const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const repeat = (args) => median(Array.from({ length: 5 }, () => timed(args))).toFixed(0);
console.log(`\n--help: ${repeat(['--help'])} ms (median of 5 processes)`);
console.log(
  `run on a 41 s call, whole process: ${repeat(['run', `${repo}corpora/sample-calls/audio/booking-call.wav`, '--quiet'])} ms`,
);
