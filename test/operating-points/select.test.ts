import { describe, expect, it } from 'vitest';
import { PUBLISHED_POINTS } from '../../src/operating-points/published.js';
import { selectPoint, toEotObject } from '../../src/operating-points/select.js';
import type { Endpoint } from '../../src/protocol/index.js';

const byBudget = (latencyBudgetMs: number, endpoint: Endpoint): string =>
  selectPoint({ kind: 'budget', latencyBudgetMs }, endpoint, 'en', PUBLISHED_POINTS).profile;

describe('selection rules (service-v2 2.2)', () => {
  it('uses the named profile', () => {
    const point = selectPoint({ kind: 'profile', profile: 'cutoff_2pct' }, 'stream', 'en', PUBLISHED_POINTS);
    expect(toEotObject(point)).toEqual({ profile: 'cutoff_2pct', mean_latency_ms: 875, cutoff_rate: 0.02 });
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

  it('shows no English figure as another language’s own', () => {
    expect(PUBLISHED_POINTS.de.stream.every((point) => point.basis === 'multilingual')).toBe(true);
    expect(PUBLISHED_POINTS.en.room.map((point) => point.cutoff_rate)).toEqual([0.1, 0.05, 0.02]);
  });
});
