import { describe, expect, it } from 'vitest';
import { CallerLevel } from '../../src/vad/caller-level.js';

const FRAME_SEC = 0.032;

/** Gives frames of speech, or of silence if `probability` is low. @returns how many of them are far */
function hear(caller: CallerLevel, seconds: number, levelDb: number, probability = 0.9): number {
  const frames = Math.round(seconds / FRAME_SEC);
  return Array.from({ length: frames }, () => caller.isFar(probability, 10 ** (levelDb / 10))).filter(Boolean)
    .length;
}

describe('the level of a caller', () => {
  it('is not known before half a second of speech: nothing is far', () => {
    const caller = new CallerLevel(FRAME_SEC);
    expect(hear(caller, 0.15, -20)).toBe(0);
    expect(hear(caller, 0.3, -60)).toBe(0);
  });

  it.each([
    [-30, false],
    [-36, false],
    [-40, true],
    [-60, true],
  ])('of -20 dB makes a voice of %d dB far: %s', (levelDb, isFar) => {
    const caller = new CallerLevel(FRAME_SEC);
    hear(caller, 3, -20);
    hear(caller, 1, -70, 0.1);
    expect(hear(caller, 2, levelDb) > 0).toBe(isFar);
  });

  it.each([
    [-20, false],
    [-30, false],
    [-34, true],
    [-60, true],
  ])('of -20 dB makes a frame of %d dB faint: %s', (levelDb, isFaint) => {
    const caller = new CallerLevel(FRAME_SEC);
    expect(caller.isFaint(10 ** (levelDb / 10))).toBe(false);
    hear(caller, 3, -20);
    expect(caller.isFaint(10 ** (levelDb / 10))).toBe(isFaint);
  });

  it('does not fall to that of a faint voice', () => {
    const caller = new CallerLevel(FRAME_SEC);
    hear(caller, 3, -20);
    hear(caller, 20, -35);
    expect(caller.isFaint(10 ** -3.5)).toBe(true);
  });

  it('keeps the soft end of a word: for 0.3 s after loud speech nothing is far', () => {
    const caller = new CallerLevel(FRAME_SEC);
    hear(caller, 3, -20);
    expect(hear(caller, 0.25, -50)).toBe(0);
    expect(hear(caller, 0.25, -50)).toBeGreaterThan(0);
  });

  it('rises above that of a voice which was heard first', () => {
    const caller = new CallerLevel(FRAME_SEC);
    hear(caller, 1, -50);
    hear(caller, 3, -20);
    hear(caller, 0.3, -50);
    expect(hear(caller, 1, -50)).toBeGreaterThan(25);
  });

  it('follows a caller who grows quiet', () => {
    const caller = new CallerLevel(FRAME_SEC);
    const levels = Array.from({ length: 40 }, (_, i) => -20 - i);
    expect(levels.map((levelDb) => hear(caller, 1, levelDb)).every((far) => far === 0)).toBe(true);
  });

  it('is learned anew from a voice that stays far below it for 30 s of speech', () => {
    const caller = new CallerLevel(FRAME_SEC);
    hear(caller, 3, -20);
    expect(hear(caller, 40, -50) * FRAME_SEC).toBeCloseTo(30, 0);
  });

  it('is not learned from what is heard first while the agent speaks', () => {
    const caller = new CallerLevel(FRAME_SEC);
    caller.agentSpeaking = true;
    hear(caller, 3, -20);
    caller.agentSpeaking = false;
    expect(hear(caller, 3, -50)).toBe(0);
  });

  it('does not fall by digital silence', () => {
    const caller = new CallerLevel(FRAME_SEC);
    hear(caller, 3, -20);
    for (let i = 0; i < 1000; i += 1) caller.isFar(0, 0);
    expect(hear(caller, 1, -50)).toBeGreaterThan(20);
  });
});
