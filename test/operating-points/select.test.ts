import { describe, expect, it } from 'vitest';
import { PUBLISHED_POINTS } from '../../src/operating-points/published.js';
import { selectPoint, toEotObject } from '../../src/operating-points/select.js';
import { MULTILINGUAL_EVIDENCE } from '../../src/operating-points/multilingual.js';
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

  it('selects budgets of other languages on their own figures', () => {
    for (const endpoint of ENDPOINTS) {
      const points = PUBLISHED_POINTS.de[endpoint];
      for (const { profile, mean_latency_ms } of points)
        expect(
          selectPoint({ kind: 'budget', latencyBudgetMs: mean_latency_ms }, endpoint, 'de', PUBLISHED_POINTS)
            .profile,
        ).toBe(profile);
    }
  });
});

describe('the figures of other languages', () => {
  const others = LANGUAGES.filter((language) => language !== 'en');

  it.each(others)('%s shows no English figure, and says that its own are pooled', (language) => {
    for (const endpoint of ENDPOINTS) {
      const english = PUBLISHED_POINTS.en[endpoint].map((point) => point.mean_latency_ms);
      for (const point of PUBLISHED_POINTS[language][endpoint]) {
        expect(point.basis).toBe('multilingual');
        expect(english).not.toContain(point.mean_latency_ms);
      }
    }
  });

  it.each(ENDPOINTS)('on a %s rest on counts that add up', (endpoint) => {
    const { points, turns, languages } = MULTILINGUAL_EVIDENCE[endpoint];
    expect(languages).toEqual(others.toSorted());
    expect(points.map(({ profile }) => profile)).toEqual([...PROFILES]);
    for (const point of points) {
      expect(point.cutoff_rate).toBeCloseTo(point.cut_holds / point.holds, 4);
      expect(point.ended).toBeLessThanOrEqual(turns);
      expect(point.ended_by_score).toBeLessThanOrEqual(point.ended);
    }
    const latencies = points.map((point) => point.mean_latency_ms);
    expect(latencies).toEqual(latencies.toSorted((a, b) => a - b));
  });

  it('English keeps the published points', () => {
    expect(PUBLISHED_POINTS.en.room.map((point) => point.cutoff_rate)).toEqual([0.1, 0.05, 0.02]);
    expect(PUBLISHED_POINTS.en.stream.every(({ basis }) => basis === 'published')).toBe(true);
  });
});
