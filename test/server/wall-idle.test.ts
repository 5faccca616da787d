/** The idle timeout of a connection that sends nothing, looked at a few times a second. */
import { describe, expect, it } from 'vitest';
import { WallIdle } from '../../src/server/wall-idle.js';

const TICK_MS = 200;

/** When it warned and closed, wall milliseconds; `frames` are those at which audio came. */
function timesOf(idleTimeoutSec: number, firstTickMs: number, frames: readonly number[] = []) {
  const idle = new WallIdle(idleTimeoutSec, 0);
  const warned: number[] = [];
  const waiting = [...frames];
  for (let now = firstTickMs; now < 60_000; now += TICK_MS) {
    while (waiting.length > 0 && waiting[0]! <= now) idle.audioCame(waiting.shift()!);
    const step = idle.step(now);
    if (step === 'close') return { warned, closed: now };
    if (step) warned.push(now);
  }
  return { warned, closed: undefined };
}

describe('WallIdle', () => {
  it.each([1, 1.5, 5, 30])('%d s: what the warning tells is left, whenever it is looked at', (idleSec) => {
    for (let firstTickMs = 10; firstTickMs <= TICK_MS; firstTickMs += 10) {
      const { warned, closed } = timesOf(idleSec, firstTickMs);
      expect(warned).toHaveLength(1);
      expect(closed! - warned[0]!).toBeGreaterThanOrEqual(Math.min(10, idleSec / 2) * 1000);
      expect(closed).toBeGreaterThanOrEqual(idleSec * 1000);
      expect(closed).toBeLessThan(idleSec * 1000 + 2 * TICK_MS);
    }
  });

  it('the gaps between frames in real time are no silence, however short the timeout', () => {
    const frames = Array.from({ length: 100 }, (_, i) => 90 + i * 100);
    const { warned, closed } = timesOf(0.01, 85, frames);
    expect(warned).toHaveLength(1);
    expect(warned[0]).toBeGreaterThan(frames.at(-1)!);
    expect(closed).toBe(warned[0]! + TICK_MS);
  });

  it('audio takes a warning back; 0 or less never warns', () => {
    expect(timesOf(1, 100, [700]).warned).toEqual([500, 1300]);
    expect(timesOf(0, 100)).toEqual({ warned: [], closed: undefined });
    expect(timesOf(-1, 100)).toEqual({ warned: [], closed: undefined });
  });
});
