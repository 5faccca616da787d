import { describe, expect, it } from 'vitest';
import { checkLog, toJsonLine, type WireEvent } from '../../src/protocol/index.js';
import { callLog, roomLog } from '../helpers/events.js';

type Loose = Record<string, unknown>;
const textOf = (events: readonly Loose[]): string =>
  events.map((event) => JSON.stringify(event) + '\n').join('');
const call = (): Loose[] => structuredClone(callLog());
const room = (): Loose[] => structuredClone(roomLog());
/** Changes event `index` of a good log; line numbers are one more. */
const changed = (log: Loose[], index: number, fields: Loose): string => {
  log[index] = { ...log[index], ...fields };
  return textOf(log);
};
const without = (log: Loose[], index: number, field: string): string => {
  delete log[index]![field];
  return textOf(log);
};
/** Drops event `index` and numbers the rest anew, as a service that lost it would. */
const lost = (log: Loose[], index: number): string => {
  log.splice(index, 1);
  return textOf(log.map((event, i) => (i === 0 ? event : { ...event, seq: i })));
};

describe('good logs', () => {
  it.each([
    ['a call', callLog()],
    ['a room', roomLog()],
  ])('%s has no violation', (_, log) => {
    const { violations, events } = checkLog(log.map(toJsonLine).join(''));
    expect(violations).toEqual([]);
    expect(events).toHaveLength(log.length);
  });

  it('a word may begin, resume a turn and be over at one step of a coarse grid', () => {
    const log = callLog().slice(0, 6);
    const { t } = log[4] as { t: number };
    const base = { schema_version: 2, t, speaker: 'user' } as const;
    const resumed = { ...log[5], seq: 6 } as WireEvent;
    log.splice(5, 1, { ...base, type: 'vad.end', seq: 5, duration: 0 }, resumed);
    log.push({ type: 'session.summary', schema_version: 2, seq: 7, audio_s: 9, turns: 1 });
    expect(checkLog(log.map(toJsonLine).join('')).violations).toEqual([]);
  });

  it('a session closed for being idle needs no summary', () => {
    const log: WireEvent[] = callLog().slice(0, -1);
    log.push({ type: 'warning', schema_version: 2, seq: log.length, code: 'idle_timeout', close_in_s: 10 });
    expect(checkLog(log.map(toJsonLine).join('')).violations).toEqual([]);
  });
});

/** Indexes in `callLog`: 1 vad.start, 2 vad.end, 3 turn.end, 4 vad.start, 5 resumed, 6 onset, 7 class, 8 vad.end, 9 turn.end, 10 summary. */
const FAULTS: [what: string, log: string, line: number, says: RegExp][] = [
  ['seq with a gap', changed(call(), 4, { seq: 40 }), 5, /seq 40 after 3, expected 4/],
  ['seq repeated', changed(call(), 2, { seq: 1 }), 3, /seq 1 after 1, expected 2/],
  ['t going back', changed(call(), 2, { t: 0.4, duration: 0 }), 3, /t goes back from 0.5 to 0.4/],
  ['a missing field', without(call(), 3, 'latency_ms'), 4, /turn\.end: latency_ms is missing/],
  ['a wrong type', changed(call(), 1, { t: 'soon' }), 2, /vad\.start: t is "soon"/],
  ['a probability above 1', changed(call(), 3, { p_eot: 1.4 }), 4, /turn\.end: p_eot is 1\.4/],
  ['an unknown event', changed(call(), 1, { type: 'vad.begin' }), 2, /unknown event type 'vad\.begin'/],
  ['an old schema version', changed(call(), 1, { schema_version: 1 }), 2, /schema_version is 1/],
  [
    'turn.end without speech',
    lost(
      lost(call(), 4)
        .split('\n')
        .filter(Boolean)
        .map((l) => JSON.parse(l) as Loose),
      4,
    ),
    8,
    /turn\.end without speech|vad\.end without vad\.start/,
  ],
  ['turn.end while speech is open', lost(call(), 2), 3, /turn\.end while speech is open/],
  ['vad.end without vad.start', lost(call(), 1), 2, /vad\.end without vad\.start/],
  ['vad.start twice', lost(call(), 8), 9, /turn\.end while speech is open/],
  [
    'a duration that is not the speech',
    changed(call(), 2, { duration: 1.2 }),
    3,
    /duration says 1200 ms, it is 1500 ms since vad\.start/,
  ],
  [
    'a latency that is not the silence',
    changed(call(), 3, { latency_ms: 300 }),
    4,
    /latency_ms says 300 ms, it is 400 ms since vad\.end/,
  ],
  ['turn.resumed without turn.end', lost(call(), 3), 5, /turn\.resumed without a turn\.end/],
  [
    'turn.resumed too late',
    changed(
      changed(call(), 4, { t: 4.9 })
        .split('\n')
        .filter(Boolean)
        .map((l) => JSON.parse(l) as Loose),
      5,
      { t: 4.9, after_ms: 2500 },
    ),
    6,
    /2500 ms after turn\.end, at most 2000/,
  ],
  ['turn.resumed left out', lost(call(), 5), 5, /speech 1000 ms after turn\.end, and no turn\.resumed/],
  ['a class without its onset', lost(call(), 6), 7, /bargein\.class without bargein\.onset/],
  [
    "a class with another utterance's id",
    changed(call(), 7, { utterance_id: 'a2' }),
    8,
    /utterance_id 'a2' of the class, 'a1' of its onset/,
  ],
  [
    'a claim without a probability',
    changed(call(), 7, { p_claim: null }),
    8,
    /p_claim is null only for a backchannel/,
  ],
  [
    'a profile that is not the session',
    changed(call(), 9, { profile: 'cutoff_2pct' }),
    10,
    /profile cutoff_2pct, the session cutoff_5pct/,
  ],
  ['a wrong count in the summary', changed(call(), 10, { turns: 3 }), 11, /counts 3 turns, the log has 2/],
  [
    'audio shorter than its events',
    changed(call(), 10, { audio_s: 4 }),
    11,
    /says 4 s of audio, an event has t 8/,
  ],
  ['a lost summary', textOf(call().slice(0, -1)), 10, /ends without session\.summary/],
  [
    'an event after the summary',
    textOf([...call(), { ...call()[1], seq: 11, t: 9 }]),
    12,
    /vad\.start after session\.summary/,
  ],
  [
    'a second start',
    textOf([...call().slice(0, 2), call()[0]!, ...call().slice(2)]),
    3,
    /second session\.started/,
  ],
  ['a start with seq', changed(call(), 0, { seq: 1 }), 1, /session\.started carries no seq/],
  [
    'a stream that speaks of a room',
    changed(call(), 1, { speaker: 'room' }),
    2,
    /speaker 'room' on a stream, expected 'user'/,
  ],
  ['half a line', textOf(call()).slice(0, -30), 11, /not JSON/],
  ['an empty line', textOf(call().slice(0, 3)) + '\n' + textOf(call().slice(3)), 4, /an empty line/],
  ['a final lost', lost(room(), 8), 8, /'later' of spk_1 never became final/],
  ['words in the future', changed(room(), 3, { t1: 1.5 }), 4, /words heard later, at 1\.5/],
  ['words of a voice out of order', changed(room(), 4, { t0: 0.1 }), 5, /words of spk_1 out of order/],
  [
    'a voice numbered out of order',
    changed(room(), 5, { speaker: 'spk_4' }),
    6,
    /spk_4 appears before spk_2/,
  ],
  [
    'an unknown warning',
    changed(call(), 1, { type: 'warning', code: 'tired' }),
    2,
    /warning: code is "tired"/,
  ],
];

describe('planted faults', () => {
  it.each(FAULTS)('%s', (_, log, line, says) => {
    const { violations } = checkLog(log);
    expect(
      violations.filter((violation) => says.test(violation.message)).map((violation) => violation.line),
    ).toContain(line);
  });

  it('a type of many signs is told by its first', () => {
    const [violation] = checkLog(JSON.stringify({ type: 'x'.repeat(1e5) })).violations;
    expect(violation!.message).toBe(`unknown event type '${'x'.repeat(57)}...'`);
  });

  const nested = `${'['.repeat(1e5)}${']'.repeat(1e5)}`;
  it.each([
    ['a line', nested, /^not an object: \[{20}…/],
    ['a type', `{"type":${nested}}`, /^unknown event type '\[{20}…/],
    ['a field', `{"type":"vad.start","schema_version":${nested}}`, /^vad\.start: schema_version is \[{20}…/],
  ])('%s nested deeper than the stack', (_, line, says) => {
    expect(checkLog(line).violations[0]).toMatchObject({
      line: 1,
      rule: 'shape',
      message: expect.stringMatching(says) as string,
    });
  });
});
