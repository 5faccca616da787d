/** Figures of a calibration from `turn.end` events in place of scores. */
import { describe, expect, it } from 'vitest';
import {
  calibrateRuns,
  policiesByLanguage,
  type EndpointCalibration,
} from '../../../src/eval/calibration/calibrate-runs.js';
import { eventFigures } from '../../../src/eval/calibration/event-figures.js';
import { withEvents } from '../../../src/eval/calibration/with-events.js';
import type { RowResult } from '../../../src/eval/results/row-result.js';
import type { RunManifest } from '../../../src/eval/results/run-manifest.js';
import { PROFILES } from '../../../src/protocol/names.js';

/** A turn with a pause from 1 s to `1 + pauseSec` and an end at 5 s, which the engine ended at `ends`. */
function row(
  id: string,
  pauseSec: number,
  ends: readonly number[],
  by: 'score' | 'timeout' = 'score',
): RowResult {
  const turn_ends = ends.map((t) => ({ t, by, p_eot: 0.9, latency_ms: 0 }));
  return {
    ...{ corpus: 'c', id, language: 'en', split: 's', tags: {}, audio: 'a.wav', audioSec: 9 },
    silence_spans: [
      { start: 1, end: 1 + pauseSec },
      { start: 5, end: 9 },
    ],
    service: Object.fromEntries(PROFILES.map((profile) => [profile, { turn_ends, resumed: 0 }])),
  };
}

describe('eventFigures', () => {
  const rows = [
    row('a', 0.3, [1.25, 5.4]),
    row('b', 0.3, [5.6]),
    row('c', 1.3, [7.5], 'timeout'),
    row('d', 1.3, []),
  ];

  it('counts cut pauses, ends, and ends by score', () => {
    expect(eventFigures(rows, 'cutoff_5pct', null)).toMatchObject({
      ...{ holds: 4, cutHolds: 1, ends: 3, detected: 2 },
      cutoffRate: 0.25,
      plainCutoffRate: 0.25,
    });
    expect(eventFigures(rows, 'cutoff_5pct', null)!.meanLatencySec).toBeCloseTo((0.4 + 0.6 + 2.5) / 3, 9);
  });

  it('weighs pauses to other lengths', () => {
    const figures = eventFigures(rows, 'cutoff_5pct', { '0.3': 9, '1.3': 1 })!;
    expect(figures.cutoffRate).toBeCloseTo(0.45, 9);
    expect(figures.plainCutoffRate).toBe(0.25);
  });

  it('is null without a turn that was run by the profile', () => {
    expect(eventFigures([{ ...rows[0]!, service: {} }], 'cutoff_5pct', null)).toBeNull();
  });
});

describe('withEvents', () => {
  const scored = Array.from({ length: 20 }, (_, i): RowResult => {
    const points = (score: number, sec: number): [number, number, number][] => [[sec, sec, score]];
    return {
      ...row(`s${i}`, 0.5, []),
      service: undefined,
      spans: [
        { span_index: 0, label: 'hold', points: points(0.2, 0.5) },
        { span_index: 1, label: 'eot', points: points(0.9, 4) },
      ],
    };
  });
  const manifest = (options: object) =>
    ({ options: { endpoint: 'stream', ...options } }) as unknown as RunManifest;
  const calibrations: EndpointCalibration[] = calibrateRuns([{ manifest: manifest({}), results: scored }], {
    parts: { fit: 's', report: 's' },
    minHolds: 1000,
    caution: 0,
    margin: 1,
    lateSec: 0,
    pauses: null,
    keep: 0,
    within: null,
  });
  const policies = JSON.parse(JSON.stringify(policiesByLanguage(calibrations))) as unknown;
  const results = [row('a', 0.3, [1.25, 5.4]), row('b', 0.3, [5.6])];

  it('keeps the policies and what they were fitted on, and takes the figures of the events', () => {
    const [found] = withEvents(
      calibrations,
      [{ folder: 'r', manifest: manifest({ policies }), results }],
      's',
      null,
    );
    const [before, after] = [calibrations[0]!.pooled.cutoff_10pct!, found!.pooled.cutoff_10pct!];
    expect(after.policy).toEqual(before.policy);
    expect(after.fitted).toEqual(before.fitted);
    expect(after).toMatchObject({ holds: 2, cutHolds: 1, ends: 2, detected: 2, cutoffRate: 0.5 });
  });

  it.each([
    ['the policies that ship', {}, 's', 'r was run with other policies'],
    ['another split', { policies }, 'other', 'no stream turn was run by cutoff_10pct'],
  ])('refuses events of %s', (_, options, split, message) => {
    const run = { folder: 'r', manifest: manifest(options), results };
    expect(() => withEvents(calibrations, [run], split, null)).toThrow(message);
  });
});
