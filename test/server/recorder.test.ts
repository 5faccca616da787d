/** `--record`: whole files at the end, readable files after the process was killed, nothing outside the folder. */
import { open, readdir, readFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openAudio } from '../../src/audio/index.js';
import { wireEventSchema } from '../../src/protocol/events.js';
import { Recorder } from '../../src/server/recorder.js';
import { repoRoot } from '../helpers/cli-process.js';
import { callLog } from '../helpers/events.js';
import { startProcess } from '../helpers/serve-process.js';
import { startServer, TestClient, type TestServer } from '../helpers/server-harness.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const tone = Int16Array.from({ length: 48_000 }, (_, i) => Math.round(8000 * Math.sin(i / 7)));

async function readWav(file: string): Promise<Int16Array> {
  const parts: number[] = [];
  for await (const chunk of (await openAudio(file)).chunks()) parts.push(...chunk);
  return Int16Array.from(parts);
}

async function eventually<T>(probe: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const value = await probe();
    if (value !== undefined) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The disk is full for the `nth` write from now on, and has room again after it. */
async function failOneWrite(nth: number): Promise<void> {
  const handle = await open(import.meta.filename);
  const everyHandle = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  const write = Reflect.get(everyHandle, 'write') as (...given: unknown[]) => Promise<never>;
  let writes = 0;
  const spy = vi.spyOn(everyHandle, 'write').mockImplementation(async function (
    this: FileHandle,
    ...given: unknown[]
  ) {
    writes += 1;
    if (writes === nth) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' });
    return Reflect.apply(write, this, given);
  });
  onTestFinished(() => spy.mockRestore());
}

const named = async (folder: string, end: string): Promise<string | undefined> => {
  const files = await readdir(folder).catch(() => []);
  const name = files.find((file) => file.endsWith(end));
  return name && path.join(folder, name);
};

describe('recordings', () => {
  it('hold what was sent and what was answered, under the name of the session id', async () => {
    const folder = path.join(await tempDir(), 'calls', 'today');
    const server = await startServer({ recordDir: folder });
    const client = await new TestClient(server).start();
    for (let at = 0; at < tone.length; at += 1000) client.audio(tone.subarray(at, at + 1000));
    await client.json({ type: 'session.end' }).closed;
    await server.drain(1);
    const [log, wav] = (await readdir(folder)).sort();
    const id = String(client.events[0]!.session_id);
    expect([log, wav]).toEqual([
      expect.stringContaining(`-stream-${id}.jsonl`),
      expect.stringContaining(`${id}.wav`),
    ]);
    expect(await readFile(path.join(folder, log!), 'utf8')).toBe(
      client.lines.map((line) => `${line}\n`).join(''),
    );
    expect(await readWav(path.join(folder, wav!))).toEqual(tone);
  });

  it('end their log with the summary when the client just leaves', async () => {
    const folder = await tempDir();
    const server = await startServer({ recordDir: folder });
    const client = await new TestClient(server).start();
    client.audio(tone);
    await client.type('vad.start');
    client.socket.terminate();
    const log = await eventually(async () => {
      const file = await named(folder, '.jsonl');
      return file?.includes('.partial') ? undefined : file;
    });
    const events = (await readFile(log, 'utf8')).trim().split('\n');
    expect(JSON.parse(events.at(-1)!)).toMatchObject({ type: 'session.summary', audio_s: 3 });
    await server.drain(0);
  });

  it('a folder that cannot be written costs the recording, not the session, and the log says why', async () => {
    const server: TestServer = await startServer({ recordDir: '/dev/null/calls' });
    const client = await new TestClient(server).start();
    client.audio(tone).json({ type: 'session.end' });
    expect(await client.closed).toEqual({ code: 1000, reason: '' });
    expect(client.events.at(-1)).toMatchObject({ type: 'session.summary', audio_s: 3 });
    expect(server.logged()).toContain('ENOTDIR');
    await server.drain(0);
  });

  it('end at the first failed write, named once, with sound and log of the same times', async () => {
    const folder = await tempDir();
    const faults: unknown[] = [];
    const recorder = await Recorder.open(folder, 'stream', 'id', (error) => faults.push(error));
    await failOneWrite(2);
    for (let at = 0; at < tone.length; at += 8_000) recorder.audio(tone.subarray(at, at + 8_000));
    recorder.events(callLog());
    await recorder.close();
    expect(faults).toEqual([expect.objectContaining({ code: 'disk_full' })]);
    const [log, wav, ...others] = (await readdir(folder)).sort();
    expect([log, wav, others]).toEqual([
      expect.stringMatching(/\.partial\.jsonl$/),
      expect.stringMatching(/\.partial\.wav$/),
      [],
    ]);
    expect(await readWav(path.join(folder, wav!))).toEqual(tone.subarray(0, 8_000));
    expect(await readFile(path.join(folder, log!), 'utf8')).toBe('');
  });

  it('leave no empty file where they could not be begun', async () => {
    const folder = await tempDir();
    await failOneWrite(1);
    await expect(Recorder.open(folder, 'stream', 'id', () => {})).rejects.toMatchObject({
      code: 'disk_full',
    });
    expect(await readdir(folder)).toEqual([]);
  });

  it('survive SIGKILL up to the last second', async () => {
    const folder = await tempDir();
    const { child, url } = await startProcess([
      '--api-key',
      'record-key',
      '--record',
      folder,
      '--no-transcript',
    ]);
    const target = { url, port: 0, logged: () => '' } as unknown as TestServer;
    const client = await new TestClient(target).start({ api_key: 'record-key' });
    const speech = await readWav(path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav'));
    for (let at = 0; at < 16 * 16_000; at += 1600) client.audio(speech.subarray(at, at + 1600));
    // Every event up to 15 s has been sent by the time the one after it is heard or the audio is worked off.
    await eventually(async () => {
      const metrics = await (await fetch(`${url}/metrics`)).text();
      const taken = Number(/turnwire_audio_seconds_total\{endpoint="stream"\} (\S+)/.exec(metrics)?.[1] ?? 0);
      return taken > 15.99 || undefined;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill('SIGKILL');
    await client.closed;
    const wav = await readWav((await named(folder, '.partial.wav'))!);
    expect(wav.length).toBeGreaterThanOrEqual(15 * 16_000);
    expect(wav).toEqual(speech.subarray(0, wav.length));
    const lines = (await readFile((await named(folder, '.partial.jsonl'))!, 'utf8'))
      .split('\n')
      .filter(Boolean);
    expect(lines).toEqual(client.lines);
    expect(lines.length).toBeGreaterThan(3);
    for (const line of lines) wireEventSchema.parse(JSON.parse(line));
  });
});
