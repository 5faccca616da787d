/** Bad input that a session survives: `bad_message` and `bad_audio`, over a real socket. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, TestClient, type TestServer } from '../helpers/server-harness.js';

const matching = (text: RegExp): unknown => expect.stringMatching(text);

let server: TestServer;
beforeAll(async () => (server = await startServer()));
afterAll(() => server.drain(0));

/** What came between `session.started` and the summary after this was done to a session. */
async function warningsOf(
  endpoint: string,
  act: (client: TestClient) => void,
  start: Record<string, unknown> = {},
): Promise<Record<string, unknown>[]> {
  const client = await new TestClient(server, endpoint).start(start);
  await client.type('session.started');
  act(client);
  expect(await client.json({ type: 'session.end' }).closed).toEqual({ code: 1000, reason: '' });
  const events = client.events.slice(1);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
  expect(events.pop()).toMatchObject({ type: 'session.summary', audio_s: 0 });
  return events;
}

describe.each(['stream', 'room'])('bad_message on %s', (endpoint) => {
  it.each<[unknown, RegExp]>([
    [{ type: 'dance' }, /^unknown message type 'dance'; expected agent\.speech/],
    [{ type: 'x\u001b[31m'.repeat(30) }, /^unknown message type 'x\\x1b\[31mx.{20,100}\.\.\.'; expected/],
    [{ type: 'input_audio.append', audio: 'AAAA' }, /'input_audio\.append'; .*, and sound in binary frames;/],
    [{ type: 7 }, /^unknown message type 7; expected/],
    [{ type: { of: ['a'] } }, /^unknown message type \{"of":\["a"\]\}; expected/],
    [{}, /^a message without type; expected/],
    [{ type: null }, /^unknown message type null; expected/],
    [{ type: 'session.start', api_key: 'again' }, /^session\.start came twice/],
    [{ type: 'agent.speech' }, /^agent\.speech needs phase/],
    [{ type: 'agent.speech', phase: 'middle' }, /^agent\.speech needs phase/],
    [{ type: 'agent.speech', phase: 'start', utterance_id: 7 }, /^agent\.speech needs phase/],
  ])('%j', async (message, text) => {
    const start = { signals: ['bargein'] };
    expect(await warningsOf(endpoint, (client) => client.json(message), start)).toEqual([
      {
        type: 'warning',
        schema_version: 2,
        seq: 1,
        code: 'bad_message',
        message: matching(text),
      },
    ]);
  });

  it.each([{ phase: 'middle' }, {}, { phase: 'start', utterance_id: 7 }])(
    'a malformed agent.speech is ignored in silence without bargein: %j',
    async (fields) => {
      const message = { type: 'agent.speech', ...fields };
      expect(await warningsOf(endpoint, (client) => client.json(message))).toEqual([]);
    },
  );

  it('null in an optional field is absence', async () => {
    const message = { type: 'agent.speech', phase: 'start', utterance_id: null };
    const start = { signals: ['bargein'], mode: null, idle_timeout_s: null, eot: { profile: null } };
    expect(await warningsOf(endpoint, (client) => client.json(message), start)).toEqual([]);
  });

  it('unknown fields in a known message are ignored', async () => {
    const message = { type: 'agent.speech', phase: 'start', mood: 'calm' };
    expect(await warningsOf(endpoint, (client) => client.json(message))).toEqual([]);
  });
});

describe('finalize', () => {
  it('on a stream is a bad_message', async () => {
    expect(await warningsOf('stream', (client) => client.json({ type: 'finalize' }))).toMatchObject([
      { code: 'bad_message', message: matching(/rooms only/) },
    ]);
  });

  it('in a room is answered with asr.flushed', async () => {
    expect(await warningsOf('room', (client) => client.json({ type: 'finalize' }))).toMatchObject([
      { type: 'asr.flushed' },
    ]);
  });
});

describe.each(['stream', 'room'])('bad_audio on %s', (endpoint) => {
  it.each<[string, Buffer, RegExp]>([
    ['no bytes at all', Buffer.alloc(0), /without samples/],
    ['the source byte alone', Buffer.alloc(1), /without samples/],
    ['an odd number of sample bytes', Buffer.alloc(4), /3 sample bytes, an odd number/],
  ])('%s', async (_, frame, text) => {
    expect(
      await warningsOf(endpoint, (client) => {
        client.socket.send(frame);
        client.socket.send(frame);
      }),
    ).toMatchObject([
      { type: 'warning', code: 'bad_audio', message: matching(text) },
      { type: 'warning', code: 'bad_audio', message: matching(/^(?!.*leading byte)/) },
    ]);
  });

  it.each([
    ['RIFF\x24\0\0\0WAVEfmt ', 'WAV'],
    ['OggS\0\x02', 'an Ogg file that is neither Opus nor Vorbis'],
    ['fLaC\0\0\0\x22', 'FLAC'],
    ['\x1a\x45\xdf\xa3', 'WebM or Matroska'],
  ])('a file instead of samples is named: %j', async (head, format) => {
    const warnings = await warningsOf(endpoint, (client) => client.socket.send(Buffer.from(head, 'latin1')));
    expect(warnings).toMatchObject([
      {
        code: 'bad_audio',
        message: matching(new RegExp(`\\(the beginning of a file: ${format}\\); such frames`)),
      },
    ]);
  });

  it('a JSON message in a binary frame is named', async () => {
    const end = Buffer.from(JSON.stringify({ type: 'agent.speech', phase: 'end' }));
    expect(await warningsOf(endpoint, (client) => client.socket.send(end))).toMatchObject([
      { code: 'bad_audio', message: matching(/got 123 \(a JSON message .* text frames\); such frames/) },
    ]);
  });

  it('another source byte: one warning, every such frame dropped', async () => {
    const warnings = await warningsOf(endpoint, (client) =>
      client.audio(16_000, 1).audio(16_000, 2).audio(16_000, 1),
    );
    expect(warnings).toMatchObject([
      {
        code: 'bad_audio',
        message: matching(/source byte must be 0, got 1.*one leading byte, 0 \(the source byte\), then/),
      },
    ]);
  });
});
