/** What holds for every policy that ships, whichever scorer, language and endpoint it is of. */
import { describe, expect, it } from 'vitest';
import { LONGEST_TIMEOUT_SEC } from '../../src/eval/calibration/choose-policies.js';
import { decideEot } from '../../src/eot/policy.js';
import {
  DEFAULT_POLICIES,
  DEFAULT_SCORER,
  policyFor,
  SCORER_POLICIES,
} from '../../src/operating-points/policies.js';
import { ENDPOINTS, PROFILES } from '../../src/protocol/names.js';

const TABLES = [
  ['default', DEFAULT_POLICIES],
  ...Object.entries(SCORER_POLICIES).flatMap(([scorer, own]) =>
    Object.entries(own).map(([language, table]) => [`${scorer} ${language}`, table] as const),
  ),
] as const;

describe.each(TABLES)('policies: %s', (name, table) => {
  it.each(ENDPOINTS)('%s: no timeout is above the published one', (endpoint) => {
    for (const profile of PROFILES)
      expect(table[endpoint][profile].timeoutSec).toBeLessThanOrEqual(LONGEST_TIMEOUT_SEC[profile]);
  });

  it.skipIf(name === 'default').each(ENDPOINTS)(
    '%s: no faster profile waits longer than a slower one',
    (endpoint) => {
      const [fast, middle, slow] = PROFILES.map((profile) => table[endpoint][profile]);
      for (const [faster, slower] of [
        [fast!, middle!],
        [middle!, slow!],
      ] as const) {
        expect(faster.threshold).toBeLessThanOrEqual(slower.threshold);
        expect(faster.actionDelaySec).toBeLessThanOrEqual(slower.actionDelaySec);
        expect(faster.timeoutSec).toBeLessThanOrEqual(slower.timeoutSec);
      }
    },
  );
});

it('a sure end is answered in a room at 0.2 s of silence, but by the slowest profile', () => {
  const by = PROFILES.map((profile) =>
    decideEot(() => 0.97, 0.2, policyFor('room', profile, 'en', {}, DEFAULT_SCORER)),
  );
  expect(by).toEqual(['score', 'score', undefined]);
});

it('a room in another language has the policies of a room in English', () => {
  for (const profile of PROFILES)
    expect(policyFor('room', profile, 'de', {}, DEFAULT_SCORER)).toEqual(
      policyFor('room', profile, 'en', {}, DEFAULT_SCORER),
    );
});
