import { describe, expect, it } from 'vitest';
import {
  parseSessionStart,
  SessionRejected,
  type Endpoint,
  type Language,
} from '../../src/protocol/index.js';

function rejection(fields: Record<string, unknown>, endpoint: Endpoint = 'stream', asr?: Language[]): string {
  try {
    parseSessionStart({ type: 'session.start', api_key: 'k', ...fields }, endpoint, { asrLanguages: asr });
  } catch (error) {
    if (error instanceof SessionRejected) return `${error.close.code} ${error.close.reason}`;
    throw error;
  }
  return 'accepted';
}

describe('session.start defaults', () => {
  it('fills every default', () => {
    const options = parseSessionStart({ type: 'session.start', api_key: 'k' }, 'stream');
    expect(options).toEqual({
      endpoint: 'stream',
      mode: 'transactional_call',
      language: { kind: 'pin', language: 'en' },
      eot: { kind: 'profile', profile: 'cutoff_10pct' },
      signals: new Set(['vad', 'eot']),
      idleTimeoutSec: 600,
      inferenceIntervalSec: 0.1,
      messages: [],
    });
  });

  it('keeps vad and eot on when signals leave them out', () => {
    const options = parseSessionStart({ signals: ['bargein'] }, 'stream');
    expect(options.signals).toEqual(new Set(['vad', 'eot', 'bargein']));
  });

  it.each(['mode', 'language', 'eot', 'signals', 'idle_timeout_s', 'inference_interval', 'messages'])(
    'counts %s: null as absent',
    (field) => {
      expect(parseSessionStart({ [field]: null }, 'stream')).toEqual(parseSessionStart({}, 'stream'));
    },
  );

  it.each([
    [{ pin: 'de', allowed: null, auto: null }, { pin: 'de' }],
    [{ pin: null, allowed: ['de', 'fr'] }, { allowed: ['de', 'fr'] }],
    [{ allowed: null, auto: true }, { auto: true }],
  ])('counts null beside a form of language as absent: %j', (language, plain) => {
    expect(parseSessionStart({ language }, 'stream')).toEqual(
      parseSessionStart({ language: plain }, 'stream'),
    );
  });

  it('counts null inside eot as absent', () => {
    expect(
      parseSessionStart({ eot: { profile: 'cutoff_2pct', latency_budget_ms: null } }, 'stream').eot,
    ).toEqual({
      kind: 'profile',
      profile: 'cutoff_2pct',
    });
    expect(parseSessionStart({ eot: { latency_budget_ms: null } }, 'stream').eot).toEqual({
      kind: 'profile',
      profile: 'cutoff_10pct',
    });
  });

  it('ignores unknown fields', () => {
    expect(rejection({ colour: 'red' })).toBe('accepted');
  });
});

describe('close reasons', () => {
  it.each([
    [{ mode: 'party' }, "1008 unknown mode 'party'"],
    [{ mode: 5 }, '1008 mode: expected a string, got 5'],
    [{ language: { pin: 'english' } }, "1008 bad language code(s) ['english']"],
    [{ language: { pin: 7 } }, '1008 bad language code(s) [7]'],
    [{ language: { allowed: ['en', 'EN', 'x'] } }, "1008 bad language code(s) ['EN', 'x']"],
    [{ language: { allowed: [] } }, '1008 bad language code(s) []'],
    [{ language: { pin: 'sv' } }, "1008 language(s) not supported by this ASR: ['sv']"],
    [
      { language: { allowed: ['sv', 'en', 'fi'] } },
      "1008 language(s) not supported by this ASR: ['sv', 'fi']",
    ],
    [{ language: { pin: 'en', auto: true } }, '1008 unknown language mode auto,pin'],
    [{ language: { guess: true } }, '1008 unknown language mode guess'],
    [{ language: 'en' }, "1008 language: expected an object, got 'en'"],
    [
      { eot: { profile: 'cutoff_5pct', latency_budget_ms: 500 } },
      '1008 eot: give a profile or a latency_budget_ms, not both',
    ],
    [
      { eot: { profile: 'fast' } },
      "1008 unknown eot profile 'fast'; published: ['cutoff_10pct', 'cutoff_5pct', 'cutoff_2pct']",
    ],
    [{ eot: { latency_budget_ms: -5 } }, '1008 eot.latency_budget_ms must be a positive number, got -5'],
    [
      JSON.parse('{"eot":{"latency_budget_ms":1e400}}') as Record<string, unknown>,
      '1008 eot.latency_budget_ms must be a positive number, got Infinity',
    ],
    [
      { eot: { latency_budget_ms: '600' } },
      "1008 eot.latency_budget_ms must be a positive number, got '600'",
    ],
    [{ signals: ['vad', 'music'] }, "1008 unknown signal 'music'"],
    [{ signals: 'vad' }, "1008 signals: expected an array of signal names, got 'vad'"],
    [{ idle_timeout_s: 'soon' }, "1008 idle_timeout_s: expected a number, got 'soon'"],
    [{ inference_interval: 0.01 }, '1008 inference_interval must be a number from 0.02 to 1, got 0.01'],
    [{ inference_interval: '0.1' }, "1008 inference_interval must be a number from 0.02 to 1, got '0.1'"],
    [
      { messages: [{ role: '', content: 'hi' }] },
      "1008 messages[0].role: expected a non-empty string, got ''",
    ],
    [{ messages: [{ role: 'user', content: 3 }] }, '1008 messages[0].content: expected a string, got 3'],
    [{ api_key: 9 }, '1008 invalid api key'],
    [{ language: { pin: null } }, '1008 bad language code(s) [null]'],
    [{ language: { auto: null } }, '1008 unknown language mode auto'],
    [{ messages: [null] }, '1008 messages[0]: expected an object with role and content, got null'],
    [{ eot: { profile: 7 } }, '1008 eot.profile: expected a string, got 7'],
    [{ mode: 'party', language: 'en', eot: 5 }, "1008 unknown mode 'party'"],
    [{ language: { allowed: [] }, signals: 'vad' }, '1008 bad language code(s) []'],
    [
      { eot: { profile: 'fast', latency_budget_ms: -5 } },
      '1008 eot: give a profile or a latency_budget_ms, not both',
    ],
  ])('%j closes with %s', (fields, expected) => {
    expect(rejection(fields)).toBe(expected);
  });

  it.each<[unknown: string, shown: string]>([
    [`${'['.repeat(5e4)}${']'.repeat(5e4)}`, `${'['.repeat(20)}…${']'.repeat(20)}`],
    [`${'{"a":'.repeat(5e4)}1${'}'.repeat(5e4)}`, `${'{"a":'.repeat(20)}…${'}'.repeat(20)}`],
    ['[["a",{"b":["c",1e400,null]}]]', `[['a', {"b":["c",Infinity,null]}]]`],
  ])('writes out 20 levels of what came instead of a string', (nested, shown) => {
    const fields = JSON.parse(`{"mode":${nested}}`) as Record<string, unknown>;
    expect(rejection(fields)).toBe(`1008 mode: expected a string, got ${shown}`);
  });

  it('names the code on a room, where a recogniser must be loaded', () => {
    expect(rejection({ language: { pin: 'fr' } }, 'room', ['en'])).toBe("1008 unsupported language 'fr'");
    expect(rejection({ language: { pin: 'en' } }, 'room', ['en'])).toBe('accepted');
    expect(rejection({ language: { pin: 'fr' } }, 'stream', ['en'])).toBe('accepted');
  });
});

describe('messages', () => {
  it('keeps the newest 20 and counts null as empty', () => {
    const messages = Array.from({ length: 30 }, (_, i) => ({
      role: 'user',
      content: i === 29 ? null : `m${i}`,
    }));
    const kept = parseSessionStart({ messages }, 'stream').messages;
    expect(kept).toHaveLength(20);
    expect(kept.at(-1)).toEqual({ role: 'user', content: '' });
    expect(kept[0]).toEqual({ role: 'user', content: 'm10' });
  });

  it('keeps 8 000 characters, cutting the oldest at its beginning', () => {
    const messages = [
      { role: 'user', content: 'a'.repeat(100) + 'b'.repeat(5000) },
      { role: 'assistant', content: 'c'.repeat(3000) },
    ];
    const kept = parseSessionStart({ messages }, 'stream').messages;
    expect(kept[0]!.content).toBe('b'.repeat(5000));
  });

  it('is not read on a room', () => {
    expect(parseSessionStart({ messages: 'nonsense' }, 'room').messages).toEqual([]);
  });
});
