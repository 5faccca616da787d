/** `POST /v1/turn` over a real socket: scores on the grid, refusals, limits. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scriptedSource } from '../helpers/scripted-engine.js';
import { KEY, startServer, type TestServer } from '../helpers/server-harness.js';

let server: TestServer;
beforeAll(async () => (server = await startServer({ limits: { maxTurnBytes: 200_000 } })));
afterAll(() => server.drain(0));

const get = (path: string, init?: RequestInit): Promise<Response> => fetch(server.url + path, init);
const post = (body: unknown, headers: Record<string, string> = { 'x-api-key': KEY }): Promise<Response> =>
  get('/v1/turn', {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const turn = (seconds: number, fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  audio_pcm16_b64: Buffer.alloc(Math.round(seconds * 16_000) * 2).toString('base64'),
  messages: [],
  inference_interval: 0.1,
  sample_rate: 16_000,
  ...fields,
});

it('answers events on the grid as application/json', async () => {
  const response = await post(turn(1.25, { messages: [{ role: 'user', content: null }] }));
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  const { events } = (await response.json()) as { events: { timestamp: number; p_eot: number }[] };
  expect(events).toHaveLength(12);
});

it.each<[string, Record<string, string>]>([
  ['no key', {}],
  ['a wrong key', { 'x-api-key': 'nope' }],
  ['a key in another header', { authorization: `Bearer ${KEY}` }],
])('401 with %s', async (_, headers) => {
  expect((await post(turn(1), headers)).status).toBe(401);
});

it.each<[string, unknown, RegExp]>([
  ['text that is not JSON', '{"audio', /not JSON/],
  ['another sample rate', turn(1, { sample_rate: 8000 }), /sample_rate/],
  ['audio that is not base64', turn(1, { audio_pcm16_b64: '***' }), /audio_pcm16_b64/],
  ['half a sample', turn(1, { audio_pcm16_b64: 'AAAA' }), /16-bit samples, got 3 bytes/],
  ['no audio', turn(0), /got 0 bytes/],
  ['an interval of 0', turn(1, { inference_interval: 0 }), /inference_interval/],
  ['messages without roles', turn(1, { messages: [{ content: 'x' }] }), /messages\.0\.role/],
])('422 with %s', async (_, body, error) => {
  const response = await post(body);
  expect(response.status).toBe(422);
  expect(((await response.json()) as { error: string }).error).toMatch(error);
});

it('takes null in an optional field as absence', async () => {
  const response = await post(turn(1, { messages: null, inference_interval: null }));
  expect(response.status).toBe(200);
});

it('422 with words that are not UTF-8, as a socket closes with 1007', async () => {
  const body = Buffer.from(
    JSON.stringify(turn(1, { messages: [{ role: 'assistant', content: 'Olé?' }] })),
    'latin1',
  );
  const response = await get('/v1/turn', { method: 'POST', headers: { 'x-api-key': KEY }, body });
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({ error: 'body is not JSON' });
});

it('413 above the limit, declared or not', async () => {
  expect((await post(turn(10))).status).toBe(413);
  const chunks = new ReadableStream({
    start(controller) {
      for (let i = 0; i < 4; i++) controller.enqueue(new Uint8Array(100_000));
      controller.close();
    },
  });
  const init = { method: 'POST', headers: { 'x-api-key': KEY }, body: chunks, duplex: 'half' };
  expect((await get('/v1/turn', init as RequestInit)).status).toBe(413);
});

it('405 for GET; 500 as JSON when the engine fails, and the server lives', async () => {
  expect((await get('/v1/turn')).status).toBe(405);
  const failing = await startServer({
    engines: { ...scriptedSource(), scoreTurn: () => Promise.reject(new Error('scripted')) },
  });
  const init = { method: 'POST', headers: { 'x-api-key': KEY }, body: JSON.stringify(turn(1)) };
  const response = await fetch(`${failing.url}/v1/turn`, init);
  expect([response.status, await response.json()]).toEqual([500, { error: 'internal error' }]);
  expect((await fetch(`${failing.url}/healthz`)).status).toBe(200);
  await failing.drain(0);
});

it('holds at least eight at once and queues them', async () => {
  const responses = await Promise.all(Array.from({ length: 8 }, () => post(turn(1))));
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
});

it('a server that is told to stop answers what it has begun, and takes no more', async () => {
  let finish = (): void => undefined;
  let begun = (): void => undefined;
  const asked = new Promise<void>((resolve) => (begun = resolve));
  const slow = await startServer({
    engines: {
      ...scriptedSource(),
      scoreTurn: () => {
        begun();
        return new Promise((resolve) => (finish = () => resolve([{ timestamp: 1, p_eot: 0.5 }])));
      },
    },
  });
  const ask = (): Promise<Response> =>
    fetch(`${slow.url}/v1/turn`, {
      method: 'POST',
      headers: { 'x-api-key': KEY },
      body: JSON.stringify(turn(1)),
    });
  const first = ask();
  await asked;
  const stopped = slow.drain(10);
  expect((await ask()).status).toBe(503);
  finish();
  expect(await (await first).json()).toEqual({ events: [{ timestamp: 1, p_eot: 0.5 }] });
  await stopped;
});
