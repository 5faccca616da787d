/** The examples, run as they are against a real server. */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import alawmulaw from 'alawmulaw';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { wavBytes } from '../../src/audio/index.js';
import { finished, repoRoot, type CliResult } from '../helpers/cli-process.js';
import { KEY, startServer, type TestServer } from '../helpers/server-harness.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav, chunk, encode } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();
let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.drain(0));

function run(program: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  const url = `${server.url.replace('http', 'ws')}/v2/stream`;
  const child = spawn(program, args, {
    cwd: repoRoot,
    env: { ...process.env, TURNWIRE_URL: url, TURNWIRE_API_KEY: KEY, ...env },
  });
  child.stdin.end();
  return finished(child);
}

/** A WAV of 8 kHz, which no example may send as if it were 16 kHz. */
async function telephoneRecording(): Promise<string> {
  const file = path.join(await tempDir(), 'telephone.wav');
  await writeFile(file, buildWav({ rateHz: 8000, data: encode(new Float64Array(8000), 16) }));
  return file;
}

async function recording(): Promise<string> {
  const file = path.join(await tempDir(), 'call.wav');
  await writeFile(file, wavBytes(new Int16Array(16_000)));
  return file;
}

/** A second of sound with a title before and behind it that names the chunk of the sound. */
async function titledRecording(): Promise<string> {
  const file = path.join(await tempDir(), 'titled.wav');
  const title = chunk('LIST', Buffer.from('metadata!'));
  const wav = buildWav({ extra: title, data: encode(new Float64Array(16_000), 16) });
  await writeFile(file, Buffer.concat([wav, title]));
  return file;
}

const typesIn = (stdout: string): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { type: unknown }).type);

/** Lines of stdin to text frames, frames to lines of stdout: what the example asks of websocat. */
async function websocatStandIn(): Promise<string> {
  const dir = await tempDir();
  const file = path.join(dir, 'websocat');
  await writeFile(
    file,
    `#!${process.execPath}
const { WebSocket } = require(${JSON.stringify(path.join(repoRoot, 'node_modules/ws'))});
const [flag, url] = process.argv.slice(2);
if (flag !== '-n') process.exit(64);
const socket = new WebSocket(url);
socket.on('message', (data) => console.log(data.toString()));
socket.on('open', async () => {
  for await (const line of require('node:readline').createInterface({ input: process.stdin })) socket.send(line);
});
`,
  );
  chmodSync(file, 0o755);
  return dir;
}

const hasWebsocat = spawnSync('websocat', ['--version']).status === 0;
const python = ['python3', ...(process.env.PYTHON ? [process.env.PYTHON] : [])].find(
  (program) => spawnSync(program, ['-c', 'import websockets']).status === 0,
);

/** An example as JavaScript, beside node_modules so that it finds its packages. */
async function transpiled(name: string): Promise<string> {
  const source = await readFile(path.join(repoRoot, `examples/${name}.ts`), 'utf8');
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  const file = path.join(repoRoot, `node_modules/.example-${name}.mjs`);
  onTestFinished(() => rm(file, { force: true }));
  await writeFile(file, outputText);
  return file;
}

describe('examples', () => {
  it('websocat.sh: a session by hand, through a stand-in that does what the example asks of websocat', async () => {
    const env = { PATH: `${await websocatStandIn()}${path.delimiter}${process.env.PATH}` };
    const { stdout, code } = await run('sh', ['examples/websocat.sh'], env);
    expect(code).toBe(0);
    expect(typesIn(stdout)).toEqual(['session.started', 'session.summary']);
  });

  it.skipIf(!hasWebsocat)('websocat.sh with the real websocat (needs websocat)', async () => {
    const { stdout } = await run('sh', ['examples/websocat.sh']);
    expect(typesIn(stdout)).toEqual(['session.started', 'session.summary']);
  });

  it.skipIf(python === undefined)('stream.py (needs Python with websockets; PYTHON names one)', async () => {
    const { stdout, stderr } = await run(python!, ['examples/stream.py', await recording()]);
    expect(typesIn(stdout)).toEqual(['session.started', 'vad.start', 'session.summary']);
    expect(stderr).toContain('closed: 1000');
    const wrong = await run(python!, ['examples/stream.py', await telephoneRecording()]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('not 16 kHz mono') as string });
    const refused = await run(python!, ['examples/stream.py', await recording()], {
      TURNWIRE_API_KEY: 'wrong',
    });
    expect(refused).toMatchObject({ code: 1, stderr: 'closed: 1008 invalid api key\n' });
  });

  it('stream.ts', async () => {
    const file = await transpiled('stream');
    const { stdout, stderr } = await run(process.execPath, [file, await recording()]);
    expect(typesIn(stdout)).toEqual(['session.started', 'vad.start', 'session.summary']);
    expect(stderr).toContain('closed: 1000');
    const titled = await run(process.execPath, [file, await titledRecording()]);
    expect(titled.stdout).toContain('"audio_s":1,');
    const wrong = await run(process.execPath, [file, await telephoneRecording()]);
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('not 16 kHz mono') as string });
  });

  it('telephone.ts takes a call of Twilio Media Streams', async () => {
    const url = `${server.url.replace('http', 'ws')}/v2/stream`;
    const env = { ...process.env, TURNWIRE_URL: url, TURNWIRE_API_KEY: KEY, PORT: '0' };
    const child = spawn(process.execPath, [await transpiled('telephone')], { env });
    onTestFinished(() => void child.kill());
    const done = finished(child);
    const port = await new Promise<string>((resolve) =>
      child.stderr.on('data', (text: Buffer) => {
        const found = /listening on port (\d+)/.exec(text.toString());
        if (found) resolve(found[1]!);
      }),
    );
    const phone = new WebSocket(`ws://127.0.0.1:${port}`);
    const send = (message: unknown): void => phone.send(JSON.stringify(message));
    await new Promise((resolve) => phone.once('open', resolve));
    send({ event: 'connected', protocol: 'Call', version: '1.0.0' });
    send({ event: 'start', streamSid: 'MZ1', start: { mediaFormat: { encoding: 'audio/x-mulaw' } } });
    // A second of a 1 kHz tone in the frames of 20 ms that Twilio sends.
    const tone = Int16Array.from(
      { length: 8000 },
      (_, i) => 8000 * Math.sin((2 * Math.PI * 1000 * i) / 8000),
    );
    const bytes = Buffer.from(alawmulaw.mulaw.encode(tone));
    for (let at = 0; at < bytes.length; at += 160) {
      send({ event: 'media', media: { payload: bytes.subarray(at, at + 160).toString('base64') } });
    }
    send({ event: 'stop', stop: {} });
    await new Promise((resolve) => phone.once('close', resolve));
    child.kill();
    const { stdout, stderr } = await done;
    const events = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(events[0]).toMatchObject({ type: 'session.started' });
    expect(events.at(-1)).toMatchObject({ type: 'session.summary', audio_s: 1 });
    expect(stderr).toContain('closed: 1000');
  });
});
