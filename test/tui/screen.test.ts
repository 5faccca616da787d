import { describe, expect, it } from 'vitest';
import { fit, textOf, widthOf, wrapWords } from '../../src/tui/line.js';
import {
  initialState,
  listedEvents,
  reduce,
  screen,
  type ScreenOptions,
  type ViewState,
} from '../../src/tui/index.js';
import { plainLine } from '../../src/tui/plain-lines.js';
import { callLog, roomLog } from '../helpers/events.js';
import type { WireEvent } from '../../src/protocol/index.js';

const options = (endpoint: 'stream' | 'room'): ScreenOptions => ({
  title: { command: 'live', source: 'call.wav', endpoint, totalSec: 61 },
  limits: () => ({ threshold: 0.76, actionDelaySec: 0.3, timeoutSec: 3 }),
  keys: 'q end',
});
const after = (log: WireEvent[], count = log.length): ViewState =>
  log.slice(0, count).reduce((state, event) => reduce(state, { kind: 'event', event }), initialState());
const texts = (state: ViewState, endpoint: 'stream' | 'room', columns: number, rows: number): string[] =>
  screen(state, options(endpoint), columns, rows).map(textOf);

describe('screen', () => {
  it.each([
    [80, 24],
    [120, 40],
    [38, 12],
    [20, 5],
    [200, 60],
  ])('fills %i x %i less the last row, never more', (columns, rows) => {
    for (const [log, endpoint] of [
      [callLog(), 'stream'],
      [roomLog(), 'room'],
    ] as const) {
      for (let count = 0; count <= log.length; count++) {
        const lines = screen(after(log, count), options(endpoint), columns, rows);
        expect(lines).toHaveLength(rows - 1);
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('shows the turn, the clock and the events of a call', () => {
    const lines = texts(after(callLog(), 4), 'stream', 80, 24);
    expect(lines[0]).toMatch(/^turnwire live {2}stream cutoff_5pct {2}call\.wav +0:02\.4 \/ 1:01\.0$/);
    expect(lines.find((line) => line.startsWith('turn '))).toMatch(/TURN END .* 1 turn 400 ms/);
    expect(lines.join('\n')).toMatch(/0:02\.4 {2}turn\.end +turn end by score, p 0\.81, after 400 ms/);
  });

  it('writes control characters of words out: they would be commands to the terminal', () => {
    const word = 'Hi\x1b[2J\x07';
    const log = roomLog().map((event) => (event.type === 'asr.final' ? { ...event, text: word } : event));
    const lines = texts(after(log), 'room', 120, 40).join('\n');
    const final = log.find(({ type }) => type === 'asr.final')!;
    for (const shown of [lines, plainLine(final, 1)!]) {
      expect(shown).toContain('Hi\\x1b[2J\\x07');
      expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
    }
  });

  it('draws the threshold of the profile and the score of the silence', () => {
    const quiet = after(callLog(), 3);
    const state = reduce(quiet, { kind: 'trace', point: { t: 2.3, speech: 0, silenceSec: 0.3, pEot: 0.9 } });
    const lines = texts(state, 'stream', 80, 24);
    const chart = lines.filter((line) => /^p 0\.76| 0\.00 /.test(line));
    expect(chart).toHaveLength(2);
    expect(chart[1]).toContain('█');
    expect(lines.join('\n')).toContain('timeout 3 s');
    expect(lines.find((line) => line.startsWith('turn '))).toContain('quiet 0.3 s, p 0.90');
  });

  it.each([
    [80, 24, 'stream', 12],
    [80, 24, 'room', 5],
    [120, 60, 'stream', 46],
    [120, 60, 'room', 14],
    [80, 12, 'room', 0],
  ] as const)('%i x %i tells which events of a %s it lists', (columns, rows, endpoint, count) => {
    const log = endpoint === 'room' ? roomLog() : callLog();
    const state = after(Array.from({ length: 9 }, () => log).flat());
    const listed = listedEvents(state, options(endpoint), columns, rows);
    const drawn = texts(state, endpoint, columns, rows).flatMap(
      (line) => /^ +\d:\d\d\.\d {2}(\S+) /.exec(line)?.[1] ?? [],
    );
    expect(listed.map(({ event }) => event.type)).toEqual(drawn);
    expect(listed).toHaveLength(count);
  });

  it('announces a barge-in for three seconds', () => {
    const claim = after(callLog(), 8);
    expect(texts(claim, 'stream', 80, 24).join('\n')).toContain('CLAIM  wants the floor');
    const later = reduce(claim, { kind: 'clock', t: 7 });
    expect(texts(later, 'stream', 80, 24).join('\n')).not.toContain('CLAIM  wants');
  });

  it('gives each voice of a room its column, partial words last', () => {
    const state = reduce(after(roomLog(), 6), {
      kind: 'event',
      event: {
        type: 'asr.partial',
        schema_version: 2,
        seq: 9,
        t: 2.5,
        speaker: 'spk_2',
        text: 'and more',
        language: 'es',
      },
    });
    const lines = texts(state, 'room', 80, 24);
    const title = lines.find((line) => line.includes('spk_1'))!;
    expect(title).toMatch(/ spk_1 {2}en +│ spk_2 {2}es/);
    expect(lines.join('\n')).toMatch(/hello there my "friend" +│hi & bye/);
    expect(lines.join('\n')).toContain('│and more …');
  });
});

describe('line', () => {
  it('counts wide characters as two columns', () => {
    expect(textOf(fit([{ text: '日本語テスト' }], 7))).toBe('日本語…');
    expect(wrapWords('日本語テスト ok', 6)).toEqual(['日本語', 'テスト', 'ok']);
    expect(wrapWords('我有3张GPU卡,很好。', 40)).toEqual(['我有3张GPU卡,很好。']);
  });
});
