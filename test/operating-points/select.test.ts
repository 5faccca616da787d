import { describe, expect, it } from 'vitest';
import { PUBLISHED_POINTS } from '../../src/operating-points/published.js';
import { selectPoint, toEotObject } from '../../src/operating-points/select.js';
import { EVIDENCE } from '../../src/operating-points/evidence.js';
import type { Endpoint } from '../../src/protocol/index.js';
import { LANGUAGES } from '../../src/protocol/languages.js';
import { ENDPOINTS, PROFILES } from '../../src/protocol/names.js';

const byBudget = (latencyBudgetMs: number, endpoint: Endpoint): string =>
  selectPoint({ kind: 'budget', latencyBudgetMs }, endpoint, 'en', PUBLISHED_POINTS).profile;

describe('selection rules (service-v2 2.2)', () => {
  it('uses the named profile', () => {
    const point = selectPoint({ kind: 'profile', profile: 'cutoff_2pct' }, 'stream', 'en', PUBLISHED_POINTS);
    expect(toEotObject(point)).toEqual({
      profile: 'cutoff_2pct',
      mean_latency_ms: 875,
      cutoff_rate: 0.02,
      basis: 'published',
    });
  });

  it('meets the checkable cases', () => {
    expect(byBudget(600, 'stream')).toBe('cutoff_5pct');
    expect(byBudget(600, 'room')).toBe('cutoff_5pct');
    expect(byBudget(500, 'room')).toBe('cutoff_10pct');
  });

  it('gives a tie to the faster point', () => {
    expect(byBudget((350 + 577) / 2, 'stream')).toBe('cutoff_10pct');
    expect(byBudget((577 + 875) / 2, 'stream')).toBe('cutoff_5pct');
  });

  it('takes the ends for budgets beyond them', () => {
    expect(byBudget(1, 'stream')).toBe('cutoff_10pct');
    expect(byBudget(1e9, 'room')).toBe('cutoff_2pct');
    expect(byBudget(1e308, 'stream')).toBe('cutoff_2pct');
    expect(byBudget(Number.MIN_VALUE, 'stream')).toBe('cutoff_10pct');
  });

  it.each(LANGUAGES)('selects budgets of %s on the figures of the answer', (language) => {
    for (const endpoint of ENDPOINTS)
      for (const { profile, mean_latency_ms } of PUBLISHED_POINTS[language][endpoint]) {
        const budget = { kind: 'budget', latencyBudgetMs: mean_latency_ms } as const;
        expect(selectPoint(budget, endpoint, language, PUBLISHED_POINTS).profile).toBe(profile);
      }
  });
});

describe('the figures of other languages', () => {
  const others = LANGUAGES.filter((language) => language !== 'en');

  it.each(ENDPOINTS)('on a %s rest on one piece of evidence each', (endpoint) => {
    const covered = EVIDENCE[endpoint].flatMap(({ published_for }) => published_for);
    expect(covered.toSorted()).toEqual(others.toSorted());
  });

  it.each(others)('%s shows no English figure, and says what its own rest on', (language) => {
    for (const endpoint of ENDPOINTS) {
      const { languages, points } = EVIDENCE[endpoint].find(({ published_for }) =>
        published_for.includes(language),
      )!;
      const isOwn = languages.length === 1 && languages[0] === language;
      expect(isOwn || languages.length > 1).toBe(true);
      expect(PUBLISHED_POINTS[language][endpoint]).toEqual(
        points.map(({ profile, mean_latency_ms, cutoff_rate }) => ({
          ...{ profile, mean_latency_ms, cutoff_rate },
          basis: isOwn ? 'measured' : 'multilingual',
        })),
      );
    }
  });

  it.each(ENDPOINTS)('on a %s are of people if any of that language was measured', (endpoint) => {
    const spoken = EVIDENCE[endpoint].filter(({ synthetic }) => !synthetic);
    const measured = new Set(spoken.flatMap(({ languages }) => languages));
    for (const { published_for, synthetic } of EVIDENCE[endpoint])
      for (const language of published_for) expect(synthetic, language).toBe(!measured.has(language));
  });

  it.each(ENDPOINTS)('on a %s rest on counts that add up', (endpoint) => {
    for (const { points, turns, languages } of EVIDENCE[endpoint]) {
      expect(languages).toEqual([...languages].sort());
      expect(points.map(({ profile }) => profile)).toEqual([...PROFILES]);
      expect(turns).toBeGreaterThanOrEqual(30);
      for (const point of points) {
        expect(point.holds).toBeGreaterThanOrEqual(50);
        expect(point.cutoff_rate).toBeCloseTo(point.cut_holds / point.holds, 4);
        expect(point.ended).toBeLessThanOrEqual(turns);
        expect(point.ended_by_score).toBeLessThanOrEqual(point.ended);
      }
      const latencies = points.map((point) => point.mean_latency_ms);
      expect(latencies).toEqual(latencies.toSorted((a, b) => a - b));
    }
  });

  it('English keeps the published points', () => {
    expect(PUBLISHED_POINTS.en.room.map((point) => point.cutoff_rate)).toEqual([0.1, 0.05, 0.02]);
    expect(PUBLISHED_POINTS.en.stream.every(({ basis }) => basis === 'published')).toBe(true);
  });
});
