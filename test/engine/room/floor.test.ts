/** Whether another voice takes the floor after a pause. */
import { describe, expect, it } from 'vitest';
import { changeLogOdds, mostHeard } from '../../../src/engine/room/floor.js';

const voices = (seconds: Record<number, number>) =>
  new Map(Object.entries(seconds).map(([voice, sec]) => [Number(voice), sec]));
const CALLER = voices({ 1: 2 });
const AGENT = voices({ 2: 2 });

describe('the floor', () => {
  it('stays with a voice that is heard on both sides of a pause, and goes to another that is heard after it', () => {
    expect(changeLogOdds(0.5, CALLER, CALLER)).toBeLessThan(0);
    expect(changeLogOdds(0.5, CALLER, AGENT)).toBeGreaterThan(0);
  });

  it('goes by the score if one side is too short for a label to be worth much', () => {
    const short = voices({ 1: 0.3 });
    expect(changeLogOdds(0.97, CALLER, short)).toBeGreaterThan(0);
    expect(changeLogOdds(0.05, CALLER, short)).toBeLessThan(0);
    expect(changeLogOdds(0.97, CALLER, CALLER)).toBeLessThan(0);
    expect(changeLogOdds(0.02, CALLER, voices({ 2: 0.3 }))).toBeLessThan(0);
  });

  it('is even if nothing is known', () => {
    expect(changeLogOdds(undefined, voices({}), CALLER)).toBe(0);
    expect(changeLogOdds(1, voices({}), voices({}))).toBeLessThan(3);
  });

  it('is held by the voice with the most of a stretch', () => {
    expect(mostHeard(voices({ 1: 0.4, 2: 1.1 }))).toEqual({ voice: 2, seconds: 1.1 });
    expect(mostHeard(voices({}))).toEqual({ voice: undefined, seconds: 0 });
  });
});
