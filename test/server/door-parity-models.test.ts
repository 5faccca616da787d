/**
 * Door parity with the real models: for the same recording and the same messages at the same samples, the log a client
 * receives equals the one `turnwire run` writes, byte for byte but for `session_id`, however the audio is framed.
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudio, readSamples, wavBytes } from '../../src/audio/index.js';
import { scoresOnGrid, spanGrid } from '../../src/eval/sweep/prediction-grid.js';
import { streamRecording, scheduleOf } from '../../src/client/index.js';
import type { EngineSource } from '../../src/server/engine-source.js';
import { createEngineSource } from '../../src/server/real-engines.js';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { selfSigned } from '../helpers/self-signed.js';
import { KEY, startServer, type TestServer } from '../helpers/server-harness.js';

const shared = path.join(repoRoot, '../shared/audio');
const sample = path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav');
const smartTurn = path.join(shared, 'speechmatics/smart_turn');
const clips = listed(smartTurn, '.wav').slice(0, 4);
const call = path.join(shared, 'azure/enrollment_audio_katie.wav');

const agent = [
  { t: 1.0, phase: 'start', utterance_id: 'hello' },
  { t: 3.21, phase: 'end' },
  { t: 6.004, phase: 'start', utterance_id: 'offer' },
  { t: 12.5, phase: 'end' },
];

/** These sessions send as fast as they can, on machines of any speed: overload is another test's matter. */
const PATIENT = { overloadGraceSec: 600, maxRooms: 16, maxSessions: 64 };

let engines: EngineSource;
let server: TestServer;
let folder: string;
/** The first 15 s of the sample call. */
let shortSample: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'turnwire-parity-'));
  shortSample = path.join(folder, 'short-sample.wav');
  await writeFile(shortSample, wavBytes((await readSamples(sample)).subarray(0, 15 * 16_000)));
  engines = await createEngineSource({ workers: 2 });
  server = await startServer({ engines, log: pino({ level: 'silent' }), limits: PATIENT });
}, 120_000);
afterAll(async () => {
  await server.drain(0);
  await rm(folder, { recursive: true });
});

function listed(directory: string, end: string): string[] {
  try {
    const names = readdirSync(directory).filter((name) => name.endsWith(end));
    return names.sort().map((name) => path.join(directory, name));
  } catch {
    return [];
  }
}

const withoutId = (log: string): string => log.replace(/"session_id":"[^"]+"/, '"session_id":""');

async function runLog(file: string, flags: string[] = []): Promise<string> {
  const result = await runCli(['run', file, '--quiet', ...flags]);
  expect(result).toMatchObject({ code: 0 });
  return withoutId(result.stdout);
}

/** Frames of 1 to 4000 samples, from a seed. */
function randomFrames(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + (state % 4000);
  };
}

interface Call {
  url?: string;
  endpoint?: 'stream' | 'room';
  start?: Record<string, unknown>;
  schedule?: unknown;
  seed?: number;
  ca?: Buffer;
}

async function clientLog(file: string, options: Call = {}): Promise<string> {
  const { url = server.url, endpoint = 'stream', start = {}, schedule = [], seed = 1, ca } = options;
  const lines: string[] = [];
  const outcome = await streamRecording({
    url: `${url.replace('http', 'ws')}/v2/${endpoint}`,
    start: { type: 'session.start', api_key: KEY, ...start },
    audio: (await openAudio(file)).chunks(),
    messages: scheduleOf(schedule),
    speed: Infinity,
    nextFrameSamples: randomFrames(seed),
    socket: { ca },
    onEvent: ({ line }) => lines.push(line),
  });
  expect(outcome).toMatchObject({ close: { code: 1000, reason: '' }, complete: true });
  return withoutId(lines.map((line) => `${line}\n`).join(''));
}

describe('door parity on the stream', () => {
  it('the sample call, plain, in random frames', async () => {
    const log = await runLog(sample);
    expect(log).toContain('turn.end');
    expect(await clientLog(sample, { seed: 7 })).toBe(log);
    expect(await clientLog(sample, { seed: 8 })).toBe(log);
  });

  it('with barge-in: agent.speech between the same samples', async () => {
    const file = path.join(folder, 'agent.json');
    await writeFile(file, JSON.stringify(agent));
    const log = await runLog(sample, ['--signals', 'bargein', '--agent', file, '--profile', 'cutoff_5pct']);
    expect(log).toContain('bargein.onset');
    const start = { signals: ['bargein'], eot: { profile: 'cutoff_5pct' } };
    expect(await clientLog(sample, { start, schedule: agent, seed: 3 })).toBe(log);
  });

  it.skipIf(!selfSigned())('over TLS', async () => {
    const tls = selfSigned()!;
    const secure = await startServer({
      engines: { ...engines, close: async () => undefined },
      tls,
      limits: PATIENT,
    });
    expect(secure.url).toMatch(/^https:/);
    expect(await clientLog(shortSample, { url: secure.url, ca: tls.cert })).toBe(await runLog(shortSample));
    await secure.drain(0);
  });

  it.skipIf(clips.length === 0)(
    'sixteen sessions at once, four recordings',
    async () => {
      const logs: string[] = [];
      for (const clip of clips) logs.push(await runLog(clip));
      const sessions = Array.from({ length: 16 }, (_, i) =>
        clientLog(clips[i % clips.length]!, { seed: 100 + i }),
      );
      const received = await Promise.all(sessions);
      received.forEach((log, i) => expect(log).toBe(logs[i % logs.length]));
    },
    180_000,
  );

  it.skipIf(listed(path.dirname(call), '.wav').length === 0)('a studio recording', async () => {
    expect(await clientLog(call, { seed: 21 })).toBe(await runLog(call));
  });
});

describe('door parity in a room', () => {
  const finalize = [
    { t: 4.5, type: 'finalize' },
    { t: 9.007, type: 'finalize' },
  ];

  it('the sample call in random frames', async () => {
    const log = await runLog(shortSample, ['--endpoint', 'room']);
    expect(log).toContain('asr.final');
    expect(await clientLog(shortSample, { endpoint: 'room', seed: 5 })).toBe(log);
  });

  it('finalize between the same samples, whatever the frames', async () => {
    const log = await clientLog(shortSample, { endpoint: 'room', schedule: finalize, seed: 31 });
    expect(log.match(/asr\.flushed/g)).toHaveLength(2);
    expect(await clientLog(shortSample, { endpoint: 'room', schedule: finalize, seed: 32 })).toBe(log);
  });
});

describe('sixteen rooms at once over TLS, four recordings', () => {
  const rooms = ['budget-three', 'garden-club', 'kitchen-plan', 'two-languages'];

  it.skipIf(!selfSigned())(
    'each log is the one of run',
    async () => {
      const tls = selfSigned()!;
      const secure = await startServer({
        engines: { ...engines, close: async () => undefined },
        tls,
        limits: PATIENT,
      });
      const files: string[] = [];
      for (const name of rooms) {
        const samples = await readSamples(path.join(repoRoot, `corpora/sample-rooms/audio/${name}.flac`));
        const file = path.join(folder, `${name}.wav`);
        await writeFile(file, wavBytes(samples.subarray(0, 6 * 16_000)));
        files.push(file);
      }
      const logs: string[] = [];
      for (const file of files) logs.push(await runLog(file, ['--endpoint', 'room']));
      const sessions = Array.from({ length: 16 }, (_, i) =>
        clientLog(files[i % files.length]!, {
          url: secure.url,
          endpoint: 'room',
          seed: 200 + i,
          ca: tls.cert,
        }),
      );
      (await Promise.all(sessions)).forEach((log, i) => expect(log).toBe(logs[i % logs.length]));
      expect(logs.every((log) => log.includes('asr.final'))).toBe(true);
      await secure.drain(0);
    },
    300_000,
  );
});

describe('POST /v1/turn with the real engine', () => {
  const score = async (
    samples: Int16Array,
    interval = 0.1,
  ): Promise<{ timestamp: number; p_eot: number }[]> => {
    const body = JSON.stringify({
      audio_pcm16_b64: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength).toString('base64'),
      messages: [{ role: 'assistant', content: 'How can I help you?' }],
      inference_interval: interval,
      sample_rate: 16_000,
    });
    const response = await fetch(`${server.url}/v1/turn`, {
      method: 'POST',
      headers: { 'x-api-key': KEY },
      body,
    });
    expect(response.status).toBe(200);
    return ((await response.json()) as { events: { timestamp: number; p_eot: number }[] }).events;
  };

  it('is causal: a score does not change when audio after it is cut away or replaced', async () => {
    const parts: number[] = [];
    for await (const chunk of (await openAudio(sample)).chunks()) parts.push(...chunk);
    const whole = Int16Array.from(parts.slice(0, 12 * 16_000));
    const events = await score(whole);
    const times = events.map(({ timestamp }) => timestamp);
    for (let k = 1; k <= 120; k++) expect(times).toContain(Number((k * 0.1).toFixed(6)));
    const between = events.filter(
      ({ timestamp }) => Math.abs(timestamp * 10 - Math.round(timestamp * 10)) > 1e-6,
    );
    expect(between).not.toEqual([]);
    for (const event of between) expect(event.p_eot).not.toBe(events[events.indexOf(event) - 1]!.p_eot);
    expect(events.some(({ p_eot }) => p_eot > 0.3)).toBe(true);
    for (const { p_eot } of events) expect(p_eot >= 0 && p_eot <= 1).toBe(true);
    for (const cutSec of [2.3, 5.05, 8.8]) {
      const cut = Math.floor(cutSec * 16_000);
      const shorter = await score(whole.slice(0, cut));
      expect(events.slice(0, shorter.length)).toEqual(shorter);
      const replaced = whole.slice();
      for (let i = cut; i < replaced.length; i++) replaced[i] = Math.round(20_000 * Math.sin(i / 3));
      expect((await score(replaced)).slice(0, shorter.length)).toEqual(shorter);
    }
  });

  it('gives a benchmark that asks for 0.1 s the scores of one that asks for 0.02 s, wherever a silence begins', async () => {
    const samples = (await readSamples(sample)).slice(0, 12 * 16_000);
    const [coarse, fine] = [await score(samples), await score(samples, 0.02)];
    for (const start of [4.07, 4.14, 4.2, 9.33, 9.41]) {
      const span = { start, end: start + 0.9 };
      const grid = spanGrid(span, 0.1);
      expect(scoresOnGrid(span, grid, coarse)).toEqual(scoresOnGrid(span, grid, fine));
    }
  });
});

it('turnwire client writes the same log, and arrival times beside it', async () => {
  const out = path.join(folder, 'client.jsonl');
  const url = server.url.replace('http', 'ws');
  const result = await runCli(['client', url, sample, '--api-key', KEY, '--speed', 'max', '--out', out]);
  expect(result).toMatchObject({ code: 0, stdout: '' });
  const log = await readFile(out, 'utf8');
  expect(withoutId(log)).toBe(await runLog(sample));
  const arrivals = (await readFile(path.join(folder, 'client.arrivals.jsonl'), 'utf8')).trim().split('\n');
  expect(arrivals).toHaveLength(log.trim().split('\n').length);
  expect(JSON.parse(arrivals[1]!)).toMatchObject({ seq: 1, type: 'vad.start' });
});
