import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openAudio, wavBytes } from '../../src/audio/index.js';
import { wireEventSchema } from '../../src/protocol/index.js';
import { finished, runCli, startCli } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const recording = path.join(import.meta.dirname, '../../corpora/sample-calls/audio/booking-call.wav');
const SECONDS = 6;
let sound: Uint8Array;

beforeAll(async () => {
  const parts: number[] = [];
  for await (const chunk of (await openAudio(recording)).chunks()) {
    parts.push(...chunk);
    if (parts.length >= SECONDS * 16_000) break;
  }
  sound = wavBytes(Int16Array.from(parts.slice(0, SECONDS * 16_000)));
});

/** The first seconds of the shipped call, under one name for `run` and `live`: the session id depends on it. */
async function shortCall(): Promise<string> {
  const file = path.join(await tempDir(), 'call.wav');
  await writeFile(file, sound);
  return file;
}

const eventsIn = (log: string): unknown[] =>
  log
    .trimEnd()
    .split('\n')
    .map((line) => wireEventSchema.parse(JSON.parse(line)));

/**
 * A microphone program: answers to sox's arguments, writes raw PCM16 in real time, then does as it is told.
 * A process of its own over a pipe of its own, as the real one.
 */
async function microphoneOnPath(source: string, atEnd: string): Promise<NodeJS.ProcessEnv> {
  const dir = await tempDir();
  const program = path.join(dir, 'sox');
  await writeFile(
    program,
    `#!${process.execPath}
const fs = require('node:fs');
if (!process.argv.includes('16000') || !process.argv.includes('raw')) process.exit(64);
const samples = fs.readFileSync(${JSON.stringify(source)}).subarray(44);
const started = Date.now();
let at = 0;
const timer = setInterval(() => {
  const until = Math.min(samples.length, Math.floor(((Date.now() - started) / 1000) * 16000) * 2);
  process.stdout.write(samples.subarray(at, until));
  at = until;
  if (at === samples.length) { clearInterval(timer); ${atEnd} }
}, 20);
`,
  );
  chmodSync(program, 0o755);
  return { PATH: dir };
}

describe.skipIf(!existsSync(recording))('turnwire live', () => {
  it('gives the log of run for the same samples, paced in real time', async () => {
    const file = await shortCall();
    const startedAt = performance.now();
    const live = await runCli(['live', '--input', file, '--profile', 'cutoff_5pct']);
    const tookSec = (performance.now() - startedAt) / 1000;
    const run = await runCli(['run', file, '--profile', 'cutoff_5pct']);
    expect(live.code).toBe(0);
    expect(live.stdout).toBe(run.stdout);
    expect(eventsIn(live.stdout).length).toBeGreaterThan(3);
    expect(tookSec).toBeGreaterThan(SECONDS);
  });

  it('hears a microphone program and gives the same events', async () => {
    const file = await shortCall();
    const log = path.join(await tempDir(), 'session.jsonl');
    const env = await microphoneOnPath(file, '');
    const live = await runCli(['live', '--out', log, '--record', `${log}.wav`], env);
    expect(live).toMatchObject({ code: 0, stdout: '' });
    const run = await runCli(['run', file]);
    const [, ...heard] = readFileSync(log, 'utf8').split('\n');
    expect(heard).toEqual(run.stdout.split('\n').slice(1));
    expect(readFileSync(`${log}.wav`).equals(Buffer.from(sound))).toBe(true);
  });

  it('reports the death of the microphone in a sentence and ends the log properly', async () => {
    const file = await shortCall();
    const env = await microphoneOnPath(
      file,
      "process.stderr.write('WARN: a rate\\n'.repeat(50) + 'device unplugged\\n'); process.kill(process.pid, 'SIGKILL');",
    );
    const live = await runCli(['live'], env);
    expect(live.code).toBe(3);
    expect(live.stderr).toMatch(
      /turnwire: the microphone program sox was ended by SIGKILL \(device unplugged\) after 6\.0 s; the log is complete up to there\n$/,
    );
    expect(live.stderr).not.toContain('    at ');
    expect(eventsIn(live.stdout).at(-1)).toMatchObject({ type: 'session.summary', audio_s: SECONDS });
  });

  it('has every event on disk as it happens, and the summary after Ctrl-C', async () => {
    const file = await shortCall();
    const log = path.join(await tempDir(), 'session.jsonl');
    const child = startCli(['live', '--input', file, '--out', log]);
    const result = finished(child);
    while (!existsSync(log) || !readFileSync(log, 'utf8').includes('vad.start')) await sleep(50);
    expect(readFileSync(log, 'utf8')).not.toContain('session.summary');
    child.kill('SIGINT');
    expect((await result).code).toBe(0);
    expect(eventsIn(readFileSync(log, 'utf8')).at(-1)).toMatchObject({ type: 'session.summary' });
  });

  it('ends on SIGTERM while nothing comes from its pipe', async () => {
    const log = path.join(await tempDir(), 'session.jsonl');
    const child = startCli(['live', '--input', '-', '--out', log]);
    const result = finished(child);
    child.stdin.on('error', () => {});
    child.stdin.write(sound.subarray(44, 44 + 2 * 16_000));
    while (!existsSync(log) || !readFileSync(log, 'utf8').includes('session.started')) await sleep(50);
    await sleep(2_000);
    child.kill('SIGTERM');
    expect((await result).code).toBe(0);
    expect(eventsIn(readFileSync(log, 'utf8')).at(-1)).toMatchObject({ type: 'session.summary', audio_s: 1 });
  });

  it('ends by a second signal where the first cannot reach it: nobody writes to its named pipe', async () => {
    const pipe = path.join(await tempDir(), 'pipe.wav');
    execFileSync('mkfifo', [pipe]);
    const child = startCli(['live', '--input', pipe]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await sleep(4_000);
    child.kill('SIGTERM');
    await sleep(1_000);
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('ends on SIGTERM while no sound has come at all', async () => {
    const child = startCli(['live', '--input', '-']);
    const result = finished(child);
    // Before its handlers are there, a signal ends it as it ends any program.
    await sleep(6_000);
    child.kill('SIGTERM');
    expect(await result).toEqual({
      code: 0,
      stdout: '',
      stderr: 'turnwire: stopped before any sound came\n',
    });
  });

  it('keeps what was found when it is killed', async () => {
    const file = await shortCall();
    const log = path.join(await tempDir(), 'session.jsonl');
    const child = startCli(['live', '--input', file, '--out', log]);
    const result = finished(child);
    while (!existsSync(log) || !readFileSync(log, 'utf8').includes('vad.start')) await sleep(50);
    child.kill('SIGKILL');
    await result;
    expect(eventsIn(readFileSync(log, 'utf8')).length).toBeGreaterThanOrEqual(2);
  });

  it('says how to get a microphone program where there is none', async () => {
    const live = await runCli(['live'], { PATH: await tempDir() });
    expect(live).toMatchObject({ code: 3, stdout: '' });
    expect(live.stderr).toMatch(
      /^turnwire: no microphone program on PATH \(sox, rec, arecord\): install one with .+ sox, or give a recording with --input\n$/,
    );
  });

  it("names an agent's channel that is no number", async () => {
    const live = await runCli(['live', '--input', recording, '--agent-channel', 'x']);
    expect(live).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "turnwire: --agent-channel must be a whole number from 0, got 'x'\n",
    });
  });

  it('wants channels of their own for the caller and the agent', async () => {
    const onAgent = ['live', '--input', recording, '--signals', 'bargein', '--agent-channel', '0'];
    const same = await runCli([...onAgent, '--channel', '0']);
    expect(same).toMatchObject({ code: 2, stdout: '' });
    expect(same.stderr).toMatch(/^turnwire: --channel and --agent-channel are both 0: .+\n$/);
    const only = await runCli(onAgent);
    expect(only).toMatchObject({ code: 2, stdout: '' });
    expect(only.stderr).toMatch(/^turnwire: \S+ has one channel, so --agent-channel leaves none .+\n$/);
  });

  it('ends quietly when the reader of stdout leaves', async () => {
    const file = await shortCall();
    const child = startCli(['live', '--input', file]);
    child.stdout.once('data', () => child.stdout.destroy());
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect(code).toBe(0);
    expect(stderr).not.toContain('EPIPE');
  });
});
