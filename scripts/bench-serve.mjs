// How many sessions `turnwire serve` holds: starts the server as a process, streams recordings to it in real time from
// this process, reports event lag, refusals, CPU and memory. `npm run bench:serve -- --help`.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openAudio } from '../dist/audio/index.js';
import { streamRecording } from '../dist/client/index.js';

const HELP = `bench:serve [options]
  --endpoint stream|room   what to open (default stream)
  --sessions 8,16,24       how many at once, one step each (default 8,16,24)
  --seconds 40             length of a step; a long one is a soak test
  --audio FILE|DIR         recordings to send, in turn (default: the sample corpora)
  --report-s 60            print memory and lag this often within a step
  --serve "FLAGS"          more flags for turnwire serve, e.g. "--workers 2 --max-sessions 48"
  --signals vad,bargein    signals of the sessions
  --json FILE              also write the figures as JSON`;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    endpoint: { type: 'string', default: 'stream' },
    sessions: { type: 'string', default: '8,16,24' },
    seconds: { type: 'string', default: '40' },
    audio: { type: 'string', multiple: true, default: [path.join(root, 'corpora')] },
    'report-s': { type: 'string', default: '60' },
    serve: { type: 'string', default: '' },
    signals: { type: 'string', default: '' },
    json: { type: 'string' },
    help: { type: 'boolean' },
  },
});
if (options.help) {
  process.stdout.write(`${HELP}\n`);
  process.exit(0);
}

const KEY = 'bench';
const START_SPREAD_MS = 4000;
const EVENT_AIM_MS = { stream: 150, room: 500 }[options.endpoint];

const recordings = await loadRecordings(options.audio);
const results = [];
for (const count of options.sessions.split(',').map(Number)) results.push(await step(count));
printTable(results);
if (options.json)
  writeFileSync(options.json, `${JSON.stringify({ machine: machine(), options, results }, null, 2)}\n`);

async function step(count) {
  const server = await startServer();
  const seconds = Number(options.seconds);
  const idleMb = rssMb(server.child.pid);
  const state = { lags: [], window: [], refused: 0, closes: {}, turnLags: [] };
  const cpuBefore = cpuSec(server.child.pid);
  const startedMs = performance.now();
  const deadline = startedMs + seconds * 1000;
  const loads = [];
  let peakMb = idleMb;
  const watch = setInterval(() => {
    loads.push(loadavg()[0]);
    peakMb = Math.max(peakMb, rssMb(server.child.pid));
  }, 1000);
  const report = setInterval(
    () => {
      const at = Math.round((performance.now() - startedMs) / 1000);
      const window = state.window.splice(0);
      process.stderr.write(
        `${at} s: ${rssMb(server.child.pid)} MB, ${window.length} events, lag p50 ${q(window, 0.5)} p99 ${q(window, 0.99)} ms, load ${loadavg()[0].toFixed(1)}\n`,
      );
    },
    Number(options['report-s']) * 1000,
  );

  await Promise.all(
    Array.from({ length: count }, async (_, i) => {
      await sleep((START_SPREAD_MS * i) / count);
      await session(server.url, i, deadline, state);
    }),
  );
  clearInterval(watch);
  clearInterval(report);
  const wallSec = (performance.now() - startedMs) / 1000;
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const result = {
    sessions: count,
    admitted: count - state.refused,
    refused: state.refused,
    events: state.lags.length,
    lagP50Ms: q(state.lags, 0.5),
    lagP99Ms: q(state.lags, 0.99),
    turnEnds: state.turnLags.length,
    turnP99Ms: q(state.turnLags, 0.99),
    cpuCores: Number(((cpuSec(server.child.pid) - cpuBefore) / wallSec).toFixed(2)),
    idleMb,
    peakMb,
    mbPerSession: Number(((peakMb - idleMb) / Math.max(1, count - state.refused)).toFixed(1)),
    partialsSkipped: sum(metrics, 'turnwire_partials_skipped_total'),
    closes: state.closes,
    loadAverage: Number((loads.reduce((a, b) => a + b, 0) / Math.max(1, loads.length)).toFixed(1)),
  };
  server.child.kill('SIGTERM');
  result.exitCode = await server.exited;
  process.stderr.write(`${JSON.stringify(result)}\n`);
  return result;
}

/** One session in real time until the deadline, each from another place of another recording. */
async function session(url, index, deadline, state) {
  async function* audio() {
    let recording = index % recordings.length;
    let at = (index * 7919 * 16) % recordings[recording].length;
    while (performance.now() < deadline) {
      yield recordings[recording].subarray(at, at + 1280);
      at += 1280;
      if (at >= recordings[recording].length) [recording, at] = [(recording + 1) % recordings.length, 0];
    }
  }
  try {
    const { close } = await streamRecording({
      url: `${url.replace('http', 'ws')}/v2/${options.endpoint}`,
      start: {
        type: 'session.start',
        api_key: KEY,
        ...(options.signals && { signals: options.signals.split(',') }),
        idle_timeout_s: 0,
      },
      audio: audio(),
      backoff: { retries: 0, firstMs: 1, maxMs: 1 },
      onEvent: ({ line, lagMs }) => {
        if (lagMs === undefined) return;
        const { type } = JSON.parse(line);
        // The end of a session is not an event of the conversation.
        if (type === 'language.summary') return;
        state.lags.push(lagMs);
        state.window.push(lagMs);
        if (type.startsWith('turn.')) state.turnLags.push(lagMs);
      },
    });
    state.closes[close.code] = (state.closes[close.code] ?? 0) + 1;
  } catch (error) {
    if (error.kind !== 'refused') throw error;
    state.refused += 1;
  }
}

async function startServer() {
  const flags = [
    'serve',
    '--port',
    '0',
    '--api-key',
    KEY,
    '--log-level',
    'error',
    ...options.serve.split(' ').filter(Boolean),
  ];
  const child = spawn(process.execPath, [path.join(root, 'bin/turnwire.js'), ...flags], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exited = new Promise((resolve) => child.on('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stderr.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const found = /serving on (\S+)/.exec(text);
      if (found) resolve(found[1]);
      else if (/error|level":50/.test(chunk)) process.stderr.write(chunk);
    });
    void exited.then(() => reject(new Error(text)));
  });
  return { child, url, exited };
}

async function loadRecordings(inputs) {
  const files = inputs.flatMap((input) => {
    try {
      return readdirSync(input, { recursive: true })
        .filter((name) => /\.(wav|flac)$/.test(name))
        .sort()
        .map((name) => path.join(input, name));
    } catch {
      return [input];
    }
  });
  const all = [];
  for (const file of files) {
    const parts = [];
    for await (const chunk of (await openAudio(file)).chunks()) parts.push(chunk);
    const samples = new Int16Array(parts.reduce((total, part) => total + part.length, 0));
    let at = 0;
    for (const part of parts) {
      samples.set(part, at);
      at += part.length;
    }
    all.push(samples);
  }
  const minutes = all.reduce((total, samples) => total + samples.length, 0) / 16_000 / 60;
  process.stderr.write(`${all.length} recordings, ${minutes.toFixed(1)} min\n`);
  return all;
}

function rssMb(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024);
}

/** User and system time of the process and its threads, seconds. */
function cpuSec(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Quantile by nearest rank, rounded up to a whole millisecond. */
function q(values, share) {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return Math.ceil(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]);
}

function sum(metrics, name) {
  return [...metrics.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'gm'))].reduce(
    (a, [, value]) => a + Number(value),
    0,
  );
}

function machine() {
  return { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function printTable(rows) {
  const head = [
    'sessions',
    'admitted',
    'events',
    'lag p50',
    'lag p99',
    `within ${EVENT_AIM_MS} ms`,
    'cores',
    'MB/session',
    'skipped',
    'load',
  ];
  const lines = rows.map((row) => [
    row.sessions,
    row.admitted,
    row.events,
    `${row.lagP50Ms} ms`,
    `${row.lagP99Ms} ms`,
    row.lagP99Ms !== null && row.lagP99Ms <= EVENT_AIM_MS ? 'yes' : 'no',
    row.cpuCores,
    row.mbPerSession,
    row.partialsSkipped,
    row.loadAverage,
  ]);
  process.stdout.write(
    `${[head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`,
  );
}
