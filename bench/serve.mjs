// Measures how many sessions `turnwire serve` can run: starts the server as a process, streams recordings to it in real time from
// this process, and reports event lag, refusals, CPU and memory. This process only cuts and sends frames and parses events, but
// its share of the cores is part of the figures. `npm run bench:serve -- --help`.
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readSamples } from '../dist/audio/index.js';
import { seededRandom } from '../dist/eval/basics/seeded-random.js';
import { SAMPLE_RATE_HZ } from '../dist/protocol/grid.js';
import { call } from './serve/load.mjs';
import { cpuSec, kernelsOf, KEY, machineCpuSec, metricsOf, rssMb, startServer } from './serve/served.mjs';

const HELP = `bench:serve [options]
  --endpoint stream|room   what to open (default stream)
  --sessions 8,16,24       how many at once, one step each (default 8,16,24)
  --seconds 40             length of a step; a long one is a soak test
  --audio FILE|DIR         recordings to send (default: the sample calls, for rooms the sample rooms); repeatable
  --seed 1                 of the callers' offsets, order of recordings and begin
  --spread-s 4             callers begin within this time, seconds
  --report-s 60            print memory and lag this often within a step
  --serve="FLAGS"          more flags for turnwire serve, e.g. --serve="--workers 2 --max-sessions 48"
  --signals vad,bargein    signals of the sessions
  --json FILE              also write the figures as JSON`;

const root = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: {
    endpoint: { type: 'string', default: 'stream' },
    sessions: { type: 'string', default: '8,16,24' },
    seconds: { type: 'string', default: '40' },
    audio: { type: 'string', multiple: true },
    seed: { type: 'string', default: '1' },
    'spread-s': { type: 'string', default: '4' },
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

const EVENT_AIM_MS = { stream: 150, room: 500 }[options.endpoint];
const SHIPPED = { stream: 'corpora/sample-calls', room: 'corpora/sample-rooms' }[options.endpoint];

const recordings = await loadRecordings(options.audio ?? [path.join(root, SHIPPED)]);
const results = [];
for (const count of options.sessions.split(',').map(Number)) results.push(await step(count));
printTable(results);
if (options.json)
  writeFileSync(options.json, `${JSON.stringify({ machine: machine(), options, results }, null, 2)}\n`);

async function step(count) {
  const server = await startServer(options.serve.split(' ').filter(Boolean));
  const idleMb = rssMb(server.pid);
  const lags = new Map();
  let window = [];
  const tally = {
    refused: 0,
    closes: {},
    lag(type, ms) {
      if (!lags.has(type)) lags.set(type, []);
      lags.get(type).push(ms);
      window.push(ms);
    },
  };
  const before = { server: cpuSec(server.pid), client: process.cpuUsage(), machine: machineCpuSec() };
  const startedMs = performance.now();
  const deadlineMs = startedMs + Number(options.seconds) * 1000;
  const loads = [];
  let peakMb = idleMb;
  const watch = setInterval(() => {
    loads.push(loadavg()[0]);
    peakMb = Math.max(peakMb, rssMb(server.pid));
  }, 1000);
  const report = setInterval(
    () => {
      const at = Math.round((performance.now() - startedMs) / 1000);
      process.stderr.write(
        `${at} s: ${rssMb(server.pid)} MB, ${window.length} events, lag p50 ${q(window, 0.5)} p99 ${q(window, 0.99)} max ${q(window, 1)} ms, load ${loadavg()[0].toFixed(1)}\n`,
      );
      window = [];
    },
    Number(options['report-s']) * 1000,
  );

  const random = seededRandom(Number(options.seed));
  const callers = Array.from({ length: count }, () => ({
    url: `${server.url.replace('http', 'ws')}/v2/${options.endpoint}`,
    start: {
      type: 'session.start',
      api_key: KEY,
      ...(options.signals && { signals: options.signals.split(',') }),
      idle_timeout_s: 0,
    },
    recordings,
    random: seededRandom(random.integer(2 ** 32)),
    startAtMs: startedMs + random.next() * Number(options['spread-s']) * 1000,
    deadlineMs,
  }));
  await Promise.all(callers.map((caller) => call(caller, tally)));
  clearInterval(watch);
  clearInterval(report);
  const wallSec = (performance.now() - startedMs) / 1000;
  const client = process.cpuUsage(before.client);
  const serverSec = cpuSec(server.pid) - before.server;
  const clientSec = (client.user + client.system) / 1e6;
  const after = machineCpuSec();
  const othersSec = after.worked - before.machine.worked - serverSec - clientSec;
  const metrics = await metricsOf(server.url);
  const admitted = count - tally.refused;
  const all = [...lags.values()].flat();
  const result = {
    sessions: count,
    admitted,
    refused: tally.refused,
    events: all.length,
    lagP50Ms: q(all, 0.5),
    lagP99Ms: q(all, 0.99),
    lagMaxMs: q(all, 1),
    byType: Object.fromEntries(
      [...lags]
        .sort()
        .map(([type, values]) => [
          type,
          { count: values.length, p50: q(values, 0.5), p99: q(values, 0.99), max: q(values, 1) },
        ]),
    ),
    cpuCores: round(serverSec / wallSec, 2),
    clientCores: round(clientSec / wallSec, 2),
    // Processor time of other programs, for which the server is not to blame.
    othersCores: round(Math.max(0, othersSec) / wallSec, 2),
    stolenCores: round((after.stolen - before.machine.stolen) / wallSec, 2),
    idleMb,
    peakMb,
    mbPerSession: round((peakMb - idleMb) / Math.max(1, admitted), 1),
    kernels: kernelsOf(metrics),
    closes: tally.closes,
    loadAverage: round(loads.reduce((a, b) => a + b, 0) / Math.max(1, loads.length), 1),
  };
  server.stop();
  result.exitCode = await server.exited;
  process.stderr.write(`${JSON.stringify(result)}\n`);
  return result;
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
  for (const file of files) all.push(await readSamples(file));
  const minutes = all.reduce((total, samples) => total + samples.length, 0) / SAMPLE_RATE_HZ / 60;
  process.stderr.write(`${all.length} recordings, ${minutes.toFixed(1)} min\n`);
  return all;
}

/** @returns the quantile by nearest rank, rounded up to a whole millisecond. */
function q(values, share) {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return Math.ceil(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]);
}

function round(value, digits) {
  return Number(value.toFixed(digits));
}

function machine() {
  return { cpu: cpus()[0]?.model, cores: cpus().length, node: process.version };
}

function printTable(rows) {
  const columns = {
    sessions: (row) => row.sessions,
    admitted: (row) => row.admitted,
    events: (row) => row.events,
    'lag p50': (row) => `${row.lagP50Ms} ms`,
    'lag p99': (row) => `${row.lagP99Ms} ms`,
    [`p99 within ${EVENT_AIM_MS} ms`]: (row) =>
      row.lagP99Ms !== null && row.lagP99Ms <= EVENT_AIM_MS ? 'yes' : 'no',
    'turn.end by score p99': (row) => `${row.byType['turn.end by score']?.p99 ?? '-'} ms`,
    'cores server + client': (row) => `${row.cpuCores} + ${row.clientCores}`,
    'cores others + stolen': (row) => `${row.othersCores} + ${row.stolenCores}`,
    'MB/session': (row) => row.mbPerSession,
    load: (row) => row.loadAverage,
  };
  const heads = Object.keys(columns);
  const lines = [
    heads,
    heads.map(() => '---'),
    ...rows.map((row) => heads.map((head) => columns[head](row))),
  ];
  process.stdout.write(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}
