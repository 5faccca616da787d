// Our metrics against meeteval and pyannote.metrics, which share no code with them (test/reference).
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Utterance } from '../../../src/eval/formats/utterance.js';
import { cpWordErrors, tcpWordErrors } from '../../../src/eval/metrics/cp-wer.js';
import { diarizationErrors, jer, type JerPairing } from '../../../src/eval/metrics/diarization.js';

interface Case {
  reference: Utterance[];
  hypothesis: Utterance[];
  expected: {
    cpwer: { errors: number; length: number };
    'tcpwer_0.5': { errors: number };
    tcpwer_5: { errors: number };
    der: Record<string, number>;
    der_collar: Record<string, number>;
    der_skip: Record<string, number>;
    jer: number;
    jer_lowest: number;
  };
}

const { cases } = JSON.parse(
  readFileSync(new URL('../../reference/metric-vectors.json', import.meta.url), 'utf8'),
) as { cases: Case[] };

describe('vectors of meeteval and pyannote.metrics', () => {
  test.each(cases.map((one, i) => [i, one] as const))(
    'conversation %i',
    (_, { reference, hypothesis, expected }) => {
      const cp = cpWordErrors(reference, hypothesis).errors;
      expect([cp.errors, cp.referenceWords]).toEqual([expected.cpwer.errors, expected.cpwer.length]);
      expect(tcpWordErrors(reference, hypothesis, 0.5).errors.errors).toBe(expected['tcpwer_0.5'].errors);
      expect(tcpWordErrors(reference, hypothesis, 5).errors.errors).toBe(expected.tcpwer_5.errors);
      const time = { scored: [{ start: 0, end: 40 }], unscored: [] };
      for (const [name, options] of [
        ['der', {}],
        ['der_collar', { collarSec: 0.25 }],
        ['der_skip', { skipOverlap: true }],
      ] as const) {
        const found = diarizationErrors(reference, hypothesis, { ...options, time });
        const wanted = expected[name];
        expect(found.speech, name).toBeCloseTo(wanted.total!, 6);
        const total = (d: { missed: number; falseAlarm: number; confusion: number }) =>
          d.missed + d.falseAlarm + d.confusion;
        expect(total(found), name).toBeCloseTo(
          wanted['missed detection']! + wanted['false alarm']! + wanted.confusion!,
          6,
        );
      }
      const jerOf = (jerPairing: JerPairing) =>
        jer(diarizationErrors(reference, hypothesis, { time, jerPairing }))!;
      expect(jerOf('time')).toBeCloseTo(expected.jer, 9);
      expect(jerOf('lowest')).toBeCloseTo(expected.jer_lowest, 9);
    },
  );

  test('the two pairings of JER differ in one conversation, where the lowest sum pairs other voices', () => {
    const differing = cases.filter(({ expected }) => Math.abs(expected.jer - expected.jer_lowest) > 1e-9);
    expect(differing).toHaveLength(1);
    expect(differing[0]!.expected.jer_lowest).toBeLessThan(differing[0]!.expected.jer);
  });
});
