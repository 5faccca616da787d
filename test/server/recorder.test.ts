/** `--record`: whole files at the end, readable files after the process was killed, nothing outside the folder. */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAudio } from '../../src/audio/index.js';
import { wireEventSchema } from '../../src/protocol/events.js';
import { repoRoot } from '../helpers/cli-process.js';
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

  it('a folder that cannot be written closes the session with 1011 and says why in the log', async () => {
    const server: TestServer = await startServer({ recordDir: '/dev/null/calls' });
    const client = await new TestClient(server).start();
    expect(await client.closed).toEqual({ code: 1011, reason: 'internal error' });
    expect(server.logged()).toContain('ENOTDIR');
    await server.drain(0);
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
