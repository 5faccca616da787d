/** What may come first on a socket: session.start as service-v2 section 4 has it, or a close (section 7, decisions.md). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY, startServer, TestClient, type TestServer } from '../helpers/server-harness.js';

let server: TestServer;
beforeAll(async () => (server = await startServer({ limits: { startDeadlineSec: 0.5 } })));
afterAll(() => server.drain(0));

const client = (endpoint = 'stream'): TestClient => new TestClient(server, endpoint);
const both = ['stream', 'room'] as const;
const published = "published: ['cutoff_10pct', 'cutoff_5pct', 'cutoff_2pct']";

describe.each(both)('session.start refused on %s with 1008', (endpoint) => {
  it.each<[fields: Record<string, unknown>, reason: string]>([
    [{ api_key: 'wrong' }, 'invalid api key'],
    [{ api_key: '' }, 'invalid api key'],
    [{ api_key: undefined }, 'invalid api key'],
    [{ api_key: 7 }, 'invalid api key'],
    // The key is looked at before the options.
    [{ api_key: 'wrong', mode: 'party' }, 'invalid api key'],
    [{ mode: 'party' }, "unknown mode 'party'"],
    [{ mode: 3 }, 'mode: expected a string, got 3'],
    [{ language: { pin: 'english' } }, "bad language code(s) ['english']"],
    [{ language: { allowed: ['en', 'e', 'x1'] } }, "bad language code(s) ['e', 'x1']"],
    [{ language: { allowed: [] } }, 'bad language code(s) []'],
    [{ language: { pin: 'en', auto: true } }, 'unknown language mode auto,pin'],
    [{ language: {} }, 'unknown language mode '],
    [{ language: 'en' }, "language: expected an object, got 'en'"],
    [
      { eot: { profile: 'cutoff_5pct', latency_budget_ms: 600 } },
      'eot: give a profile or a latency_budget_ms, not both',
    ],
    [{ eot: { profile: 'fast' } }, `unknown eot profile 'fast'; ${published}`],
    [{ eot: { latency_budget_ms: -5 } }, 'eot.latency_budget_ms must be a positive number, got -5'],
    [{ eot: { latency_budget_ms: 0 } }, 'eot.latency_budget_ms must be a positive number, got 0'],
    [{ eot: { latency_budget_ms: '600' } }, "eot.latency_budget_ms must be a positive number, got '600'"],
    [{ signals: ['vad', 'smell'] }, "unknown signal 'smell'"],
    [{ signals: 'vad' }, "signals: expected an array of signal names, got 'vad'"],
    [{ idle_timeout_s: 'long' }, "idle_timeout_s: expected a number, got 'long'"],
    [{ inference_interval: 2 }, 'inference_interval must be a number from 0.02 to 1, got 2'],
    [{ inference_interval: 0.01 }, 'inference_interval must be a number from 0.02 to 1, got 0.01'],
  ])('%j: %s', async (fields, reason) => {
    const refused = await client(endpoint).start(fields);
    expect(await refused.closed).toEqual({ code: 1008, reason });
    expect(refused.lines).toEqual([]);
  });
});

describe.each(both)('a first frame on %s nested deeper than the stack', (endpoint) => {
  it.each([
    ['signals', `${'['.repeat(1e5)}${']'.repeat(1e5)}`, /^unknown signal \[+…\]+$/],
    [
      'eot',
      `{"latency_budget_ms":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}}`,
      /^eot.latency_budget_ms must be a positive number, got .*…$/,
    ],
  ])('in %s: 1008, as for any other value', async (field, value, reason) => {
    const refused = client(endpoint);
    await refused.opened;
    refused.text(`{"type":"session.start","api_key":"${KEY}","${field}":${value}}`);
    expect(await refused.closed).toEqual({ code: 1008, reason: expect.stringMatching(reason) as string });
  });
});

describe('language codes that are well formed but cannot be used', () => {
  it('stream: language(s) not supported by this ASR', async () => {
    const refused = await client().start({ language: { allowed: ['en', 'sv', 'fi'] } });
    expect(await refused.closed).toEqual({
      code: 1008,
      reason: "language(s) not supported by this ASR: ['sv', 'fi']",
    });
  });

  it('room: unsupported language', async () => {
    const refused = await client('room').start({ language: { pin: 'sv' } });
    expect(await refused.closed).toEqual({ code: 1008, reason: "unsupported language 'sv'" });
  });

  it('room: one of the 14 that no loaded recogniser decodes', async () => {
    const refused = await client('room').start({ language: { pin: 'tr' } });
    expect(await refused.closed).toEqual({ code: 1008, reason: "unsupported language 'tr'" });
  });

  it('stream: all 14 are accepted', async () => {
    const accepted = await client().start({ language: { pin: 'tr' } });
    expect(await accepted.type('session.started')).toMatchObject({ tier: 'full' });
    accepted.socket.close();
  });

  it('stream: a messages item without a role', async () => {
    const refused = await client().start({ messages: [{ content: 'hi' }] });
    expect(await refused.closed).toEqual({
      code: 1008,
      reason: 'messages[0].role: expected a non-empty string, got nothing',
    });
  });

  it('room: messages are ignored, whatever they are', async () => {
    const accepted = await client('room').start({ messages: 'none' });
    const started = await accepted.type('session.started');
    expect(started).not.toHaveProperty('tier');
    expect(started).not.toHaveProperty('seq');
    accepted.socket.close();
  });
});

describe.each(both)('bad first frames on %s', (endpoint) => {
  it('binary before session.start: 1008 expected session.start', async () => {
    const early = client(endpoint);
    await early.opened;
    expect(await early.audio(160).closed).toEqual({ code: 1008, reason: 'expected session.start' });
  });

  it('another message first: 1008 expected session.start', async () => {
    const early = client(endpoint);
    await early.opened;
    expect(await early.json({ type: 'session.end' }).closed).toEqual({
      code: 1008,
      reason: 'expected session.start',
    });
  });

  it.each(['{"type":', '[]', '"session.start"', 'null', '7', ''])(
    'not a JSON object (%s): 1007',
    async (text) => {
      const broken = client(endpoint);
      await broken.opened;
      expect(await broken.text(text).closed).toEqual({ code: 1007, reason: 'malformed JSON' });
    },
  );

  it('nothing within the deadline: 1008 expected session.start', async () => {
    const silent = client(endpoint);
    expect(await silent.closed).toEqual({ code: 1008, reason: 'expected session.start' });
  });
});

describe('reasons too long for a close frame', () => {
  it('are cut to 123 bytes at a character border', async () => {
    const refused = await client().start({ mode: 'ü'.repeat(200) });
    const { code, reason } = await refused.closed;
    expect(code).toBe(1008);
    expect(reason).toMatch(/^unknown mode 'ü+…$/);
    expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123);
  });
});

it('takes every configured key', async () => {
  for (const api_key of [KEY, 'test-key-2']) {
    const session = await client().start({ api_key });
    expect(await session.type('session.started')).toBeTruthy();
    session.socket.close();
  }
});
