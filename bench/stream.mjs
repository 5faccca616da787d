/**
 * `npm run bench`: measures how fast the stream engine runs on one core, what each part costs, and how soon it answers.
 * Ratios of audio time to processor time, from one run on this machine; never a test. Processor time is that of the
 * whole process, with every thread that a model uses.
 *   node bench/stream.mjs [--hour] [audio.wav ...]     default: the shipped sample call
 * --hour also runs an hour of the first recording, repeated, in a process of its own and reports its memory.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import {
  createInlineInference,
  createStreamEngine,
  parseSessionStart,
  SAMPLE_RATE_HZ,
  streamSetup,
} from '../dist/index.js';
import { readSamples } from '../dist/audio/index.js';

const repo = fileURLToPath(new URL('..', import.meta.url));
const command = `${repo}bin/turnwire.js`;
const hour = process.argv.includes('--hour');
const files = process.argv.slice(2).filter((argument) => argument !== '--hour');
if (files.length === 0) files.push(`${repo}corpora/sample-calls/audio/booking-call.wav`);

/** Wraps the inference and adds up the processor time of each kernel. */
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

/**
 * Wraps the scorer and records the processor time of each judgement. The transcript is made before and does not count. Each
 * judgement is computed five times and the smallest time counts, because a garbage collection of the whole engine can only add to
 * it.
 */
function meteredScorer(scorer, decisions) {
  const timed = async (judge) => {
    const runs = [];
    for (let i = 0; i < 5; i++) {
      const before = process.cpuUsage();
      const judgement = await judge();
      const { user, system } = process.cpuUsage(before);
      runs.push({ judgement, ms: (user + system) / 1000 });
    }
    decisions.push({ firstMs: runs[0].ms, leastMs: Math.min(...runs.map(({ ms }) => ms)) });
    return runs[0].judgement;
  };
  return {
    ...scorer,
    async judge(...pause) {
      const first = await timed(() => scorer.judge(...pause));
      const { recheck } = first;
      return {
        ...first,
        recheck: recheck && { ...recheck, judge: (later) => timed(() => recheck.judge(later)) },
      };
    },
  };
}

/** @param scorerOf takes the default scorer and returns the one to run */
async function run(samples, inference, choices, language = 'en', scorerOf = (scorer) => scorer) {
  const start = { eot: { profile: 'cutoff_5pct' }, language: { pin: language } };
  const setup = streamSetup(parseSessionStart(start, 'stream'), 'bench', inference, choices);
  const engine = createStreamEngine({ ...setup, scorer: scorerOf(setup.scorer) });
  engine.start();
  await engine.push(samples);
  await engine.end();
}

/** The first 40 s, long enough for the longest windows to occur once. */
const warmUp = (samples) => samples.subarray(0, 40 * SAMPLE_RATE_HZ);

async function measure(samples, choices) {
  const inference = metered(createInlineInference());
  await run(warmUp(samples), inference, choices);
  inference.spentMs.clear();
  const before = process.cpuUsage();
  await run(samples, inference, choices);
  const { user, system } = process.cpuUsage(before);
  await inference.close();
  return { totalMs: (user + system) / 1000, parts: inference.spentMs };
}

/** Measures judgements in a separate run, because those that are computed five times must not count as the engine's time. */
async function measureDecisions(samples, choices, language) {
  const inference = createInlineInference();
  const decisions = [];
  await run(warmUp(samples), inference, choices, language);
  await run(samples, inference, choices, language, (scorer) => meteredScorer(scorer, decisions));
  await inference.close();
  return decisions;
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

/** Prints the time of a judgement: one is made at each judgement or recheck of a pause; later steps only add the silence. */
function reportDecisions(name, decisions) {
  console.log(
    `  ${name}, ${decisions.length} judgements of pauses: ${spread(decisions.map(({ leastMs }) => leastMs))}`,
  );
  console.log(
    `    as it came, with what else the process did: ${spread(decisions.map(({ firstMs }) => firstMs))}`,
  );
}

function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) =>
    (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(1);
  return `median ${at(0.5)} ms, 95th percentile ${at(0.95)}, most ${at(1)}`;
}

const median = (values) => values.sort((a, b) => a - b)[values.length >> 1];
const percent = (share) => `${(share * 100).toFixed(0)} %`;

console.log(
  `${cpus().length} x ${cpus()[0].model}, Node ${process.version}, ${new Date().toISOString().slice(0, 10)}`,
);
for (const file of files) {
  const samples = await readSamples(file, { channel: 0 });
  const seconds = samples.length / SAMPLE_RATE_HZ;
  console.log(`\n${file} (${seconds.toFixed(1)} s)`);
  const withoutWords = { transcript: false };
  report('with transcript', seconds, await measure(samples, {}));
  report('voice activity and sound only', seconds, await measure(samples, withoutWords));
  console.log(
    'a whole decision beyond the recogniser, processor time, at most 15 ms asked; the least of five:',
  );
  reportDecisions('by words and sound (English)', await measureDecisions(samples, {}, 'en'));
  reportDecisions('by the phones of its end (Korean)', await measureDecisions(samples, withoutWords, 'ko'));
  reportDecisions('by sound alone (other languages)', await measureDecisions(samples, withoutWords, 'hi'));
}

const timed = (args) => {
  const startedAt = performance.now();
  spawnSync(process.execPath, [command, ...args], { stdio: 'ignore' });
  return performance.now() - startedAt;
};

/** @returns milliseconds from the start of the process to its first line other than `session.started`. */
async function firstEvent(pcm) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [command, 'run', '-', '--quiet'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.on('error', () => {}).end(pcm);
  let seen;
  child.stdout.setEncoding('utf8').on('data', (text) => {
    if (/"type":"vad/.test(text)) seen ??= performance.now() - startedAt;
  });
  await once(child, 'close');
  return seen;
}

/** @returns peak resident memory, in MB, of a process that runs an hour of `pcm`, and its speed. */
async function hourLong(pcm) {
  const preload = new URL('report-memory.mjs', import.meta.url).href;
  const args = ['--import', preload, command, 'run', '-', '--quiet', '--out', '/dev/null'];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const startedAt = performance.now();
  const total = 3600 * 32_000;
  for (let sent = 0; sent < total; sent += pcm.length) {
    if (!child.stdin.write(pcm.subarray(0, total - sent))) await once(child.stdin, 'drain');
  }
  child.stdin.end();
  await once(child, 'close');
  return {
    mb: Number(/peak-memory-kb (\d+)/.exec(said)[1]) / 1024,
    speed: 3_600_000 / (performance.now() - startedAt),
  };
}

const fiveTimes = async (measure) => {
  const values = [];
  for (let i = 0; i < 5; i++) values.push(await measure());
  return median(values).toFixed(0);
};
const first = await readSamples(files[0], { channel: 0 });
const pcm = Buffer.from(first.buffer, first.byteOffset, first.byteLength);
console.log(`\nprocesses, median of 5:`);
console.log(`  --help                          ${await fiveTimes(async () => timed(['--help']))} ms`);
console.log(
  `  first event on a 10 s recording ${await fiveTimes(() => firstEvent(pcm.subarray(0, 10 * 32_000)))} ms`,
);
console.log(
  `  the whole of ${(first.length / SAMPLE_RATE_HZ).toFixed(0)} s             ${await fiveTimes(async () => timed(['run', files[0], '--quiet']))} ms`,
);
if (hour) {
  const { mb, speed } = await hourLong(pcm);
  console.log(
    `an hour of it, repeated: peak resident memory ${mb.toFixed(0)} MB, ${speed.toFixed(0)}x real time on ${cpus().length} cores`,
  );
}
