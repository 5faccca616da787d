/** The data of the page from a log, a trace and channels. */
import { describe, expect, it } from 'vitest';
import { viewOf, type ViewInputs } from '../../src/view/index.js';
import { callLog, roomLog } from '../helpers/events.js';

const inputs = (more: Partial<ViewInputs> = {}): ViewInputs => ({
  title: 'call.wav',
  events: callLog(),
  trace: [],
  limits: { threshold: 0.76, actionDelaySec: 0.3, timeoutSec: 3 },
  channels: [
    { label: 'Caller', role: 'user', peaks: '', peaksPerSec: 100 },
    { label: 'Agent', role: 'agent', peaks: '', peaksPerSec: 100, agentSpeech: [[3, 4]] },
  ],
  soundSec: 20,
  audio: { src: '', note: '' },
  ...more,
});

describe('a stream', () => {
  it('has speech of both channels, rows in order of time, and turns that know their rows', () => {
    const view = viewOf(inputs());
    expect(view.endpoint).toBe('stream');
    expect(view.durationSec).toBe(20);
    expect(view.channels.map(({ speech }) => speech)).toEqual([
      [
        [0.5, 2],
        [3.4, 5],
      ],
      [[3, 4]],
    ]);
    expect(view.rows.map(({ t }) => t)).toEqual(view.rows.map(({ t }) => t).sort((a, b) => a - b));
    expect(view.turns.map(({ row }) => view.rows[row]!.title)).toEqual(['Turn 1 cut off', 'Turn 1 ended']);
    expect(view.bargeIns.map(({ row }) => view.rows[row]!.title)).toEqual(['Claim']);
    expect(view.facts).toEqual([
      'profile cutoff_5pct',
      '1 turn',
      '1 end by score, 1 by timeout',
      'median wait 1700 ms after the last speech',
      '1 cut off too early',
      '1 claim',
    ]);
  });

  it('without a trace shows the score of each turn end', () => {
    expect(viewOf(inputs()).silences).toEqual([
      { startSec: 2, points: [[2.4, 0.81]] },
      { startSec: 5, points: [[8, 0.3]] },
    ]);
  });

  it('divides the scores of a trace into silences', () => {
    const point = (t: number, silenceSec: number, pEot: number | null) => ({ t, silenceSec, pEot });
    const trace = [
      point(2.1, 0.1, 0.5),
      point(2.2, 0.2, 0.60001),
      point(2.3, 0, null),
      point(5.1, 0.1, 0.2),
      // A short word without a step of speech between: the silence is shorter than before.
      point(5.2, 0.05, 0.3),
    ];
    expect(viewOf(inputs({ trace })).silences.map(({ points }) => points)).toEqual([
      [
        [2.1, 0.5],
        [2.2, 0.6],
      ],
      [[5.1, 0.2]],
      [[5.2, 0.3]],
    ]);
  });
});

describe('a room', () => {
  it('has a lane for each voice, with its language and what it said', () => {
    const view = viewOf(inputs({ events: roomLog() }));
    expect(view.endpoint).toBe('room');
    expect(view.voices.length).toBeGreaterThan(1);
    for (const { name, language, utterances } of view.voices) {
      expect(name).toMatch(/^spk_\d$/);
      expect(language).toMatch(/^[a-z]{2}$/);
      expect(utterances.length).toBeGreaterThan(0);
      const said = view.rows.filter(({ kind, title }) => kind === 'words' && title === name);
      expect(said.map(({ text }) => text)).toEqual(utterances.map(({ text }) => text));
    }
  });
});
