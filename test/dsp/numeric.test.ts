import { describe, expect, it } from 'vitest';
import {
  argMax,
  clamp,
  cosine,
  logAddExp,
  logOdds,
  mean,
  median,
  normalise,
  sigmoid,
  sum,
} from '../../src/dsp/numeric.js';

describe('log-odds', () => {
  it('sigmoid and logOdds undo each other', () => {
    expect(sigmoid(0)).toBe(0.5);
    expect(sigmoid(Math.log(4))).toBeCloseTo(0.8, 12);
    for (const p of [0.001, 0.3, 0.97]) expect(sigmoid(logOdds(p))).toBeCloseTo(p, 12);
  });

  it('are infinite at certainty', () => {
    expect(logOdds(1)).toBe(Infinity);
    expect(logOdds(0)).toBe(-Infinity);
    expect(sigmoid(-1000)).toBe(0);
    expect(sigmoid(1000)).toBe(1);
  });
});

describe('logAddExp', () => {
  it('adds probabilities that are given as logarithms', () => {
    expect(logAddExp(Math.log(0.2), Math.log(0.5))).toBeCloseTo(Math.log(0.7), 12);
    expect(logAddExp(-2000, -2000)).toBeCloseTo(-2000 + Math.log(2), 12);
  });

  it('takes -Infinity for nothing', () => {
    expect(logAddExp(-Infinity, -1)).toBe(-1);
    expect(logAddExp(-Infinity, -Infinity)).toBe(-Infinity);
  });
});

it('clamp gives back what lies inside, and the bound otherwise', () => {
  expect([-3, 0.5, 9].map((value) => clamp(value, -1, 2))).toEqual([-1, 0.5, 2]);
});

describe('sums', () => {
  it('add from the first to the last', () => {
    expect(sum([0.1, 0.2, 0.3])).toBe(0.1 + 0.2 + 0.3);
    expect(sum([])).toBe(0);
  });

  it('have no mean if nothing is summed', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean([])).toBeUndefined();
  });
});

it('argMax finds the first of the largest', () => {
  expect(argMax(Float32Array.of(-4, 7, 2, 7))).toBe(1);
  expect(argMax([-Infinity, -1])).toBe(1);
  expect(argMax([])).toBe(-1);
});

it('normalise makes a distribution', () => {
  expect(normalise([1, 3])).toEqual([0.25, 0.75]);
});

describe('cosine', () => {
  it('is the angle, whatever the lengths', () => {
    expect(cosine([1, 0], [3, 3])).toBeCloseTo(Math.SQRT1_2, 12);
    expect(cosine([2, 1], [-4, -2])).toBe(-1);
    expect(cosine([1, 0], [0, 5])).toBe(0);
  });

  it('is 0 next to nothing', () => {
    expect(cosine([0, 0], [1, 2])).toBe(0);
  });
});

it('median is the middle value, or the mean of the middle two', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
});
