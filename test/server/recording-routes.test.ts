/** The routes by which the page has a file decoded; the engines are scripted, the decoders real. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAudioChannels } from '../../src/audio/index.js';
import { repoRoot } from '../helpers/cli-process.js';
import { KEY, startServer, TestClient, type TestServer } from '../helpers/server-harness.js';

const call = path.join(repoRoot, 'corpora/real/pay-bill.flac');

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.drain(0));

const post = (route: string, body: string | Uint8Array<ArrayBuffer>, key = KEY): Promise<Response> =>
  fetch(`${server.url}/page/${route}`, { method: 'POST', headers: { 'x-api-key': key }, body });

describe('POST /page/recording', () => {
  it('answers both channels and their mix, as turnwire run reads them', async () => {
    const reply = await post('recording', new Uint8Array(await readFile(call)));
    const bytes = Buffer.from(await reply.arrayBuffer());
    const headEnd = bytes.indexOf(10);
    const head = JSON.parse(bytes.subarray(0, headEnd).toString()) as { samples: number };
    expect(head).toMatchObject({ container: 'FLAC', channels: 2 });
    const source = await openAudioChannels(call, [0, 1, 'mix']);
    const tracks: Buffer[][] = [[], [], []];
    for await (const chunk of source.chunks())
      chunk.forEach((part, i) => tracks[i]!.push(Buffer.from(new Uint8Array(part.slice().buffer))));
    expect(bytes.subarray(headEnd + 1).equals(Buffer.concat(tracks.flat()))).toBe(true);
    expect(head.samples * 2).toBe(Buffer.concat(tracks[0]!).length);
  });

  it('says in a sentence what it cannot read', async () => {
    const reply = await post('recording', 'this is text and no sound at all, whatever anyone says');
    expect(reply.status).toBe(422);
    expect(((await reply.json()) as { error: string }).error).toMatch(/^the file is text, not audio/);
  });

  it('wants a key and a POST', async () => {
    expect((await post('recording', 'x', 'wrong')).status).toBe(401);
    expect((await fetch(`${server.url}/page/recording`)).status).toBe(405);
  });
});

it('POST /page/agent-speech wants whole samples', async () => {
  expect((await post('agent-speech', new Uint8Array(3))).status).toBe(422);
  expect(await (await post('agent-speech', new Uint8Array(4))).json()).toEqual({ messages: [] });
});

it('a socket that asks for scores has the same events', async () => {
  const client = await new TestClient(server, 'stream?scores=1').start();
  client.audio(16_000).json({ type: 'session.end' });
  await client.type('session.summary');
  expect(client.events.map(({ type }) => type)).toEqual(['session.started', 'vad.start', 'session.summary']);
});
