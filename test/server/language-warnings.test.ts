/** What a room says about a voice in another language, over a real socket: the room engine with scripted ears. */
import { afterEach, describe, expect, it } from 'vitest';
import type { LanguageIdentifier } from '../../src/lid/identifier.js';
import type { Language } from '../../src/protocol/languages.js';
import { conversation, scriptedRoom } from '../helpers/scripted-room.js';
import { scriptedSource } from '../helpers/scripted-engine.js';
import { startServer, TestClient, type TestServer } from '../helpers/server-harness.js';

const spanish: LanguageIdentifier = { identify: async () => ({ es: 0.97 }) };
const { samples } = conversation([{ voice: 0, words: 40, pauseSec: 1 }]);

let server: TestServer;
afterEach(() => server.drain(0));

/** Language events and warnings of a room in which somebody speaks Spanish. */
async function toldOf(language: object, asrLanguages: Language[]): Promise<Record<string, unknown>[]> {
  server = await startServer({
    engines: {
      ...scriptedSource(),
      asrLanguages,
      create: (session, sessionId) =>
        scriptedRoom({}, { session, sessionId, identifier: spanish, asrLanguages }),
    },
  });
  const client = await new TestClient(server, 'room').start({ language });
  await client.type('session.started');
  for (let at = 0; at < samples.length; at += 1280) client.audio(samples.slice(at, at + 1280));
  expect(await client.json({ type: 'session.end' }).closed).toEqual({ code: 1000, reason: '' });
  return client.events.filter(({ type }) => /^(language\.s|warning)/.test(String(type)));
}

const summary = expect.objectContaining({ type: 'language.summary' }) as unknown;

describe('a voice that clearly speaks another language', () => {
  it('is warned of once where one language is pinned: language_mismatch', async () => {
    expect(await toldOf({ pin: 'en' }, ['en', 'es'])).toEqual([
      {
        type: 'warning',
        schema_version: 2,
        seq: expect.any(Number) as number,
        code: 'language_mismatch',
        t: expect.any(Number) as number,
        speaker: 'spk_1',
        language: 'es',
      },
      summary,
    ]);
  });

  it('is followed where its language is allowed: language.switched', async () => {
    const [switched, ...rest] = await toldOf({ allowed: ['en', 'es'] }, ['en', 'es']);
    expect(switched).toMatchObject({ type: 'language.switched', speaker: 'spk_1', language: 'es' });
    expect(rest).toEqual([summary]);
  });

  it('cannot be followed with automatic language without its recogniser: warning and recommendation', async () => {
    const told = await toldOf({ auto: true }, ['en']);
    expect(told.map(({ type, code }) => code ?? type)).toEqual([
      'language_mismatch',
      'language.switch_recommended',
      'language.summary',
    ]);
  });
});
