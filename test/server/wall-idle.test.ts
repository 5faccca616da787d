/** The idle timeout of a connection that sends nothing or a trickle, looked at a few times a second. */
import { describe, expect, it } from 'vitest';
import type { WireEvent } from '../../src/protocol/events.js';
import { WallIdle } from '../../src/server/wall-idle.js';

const TICK_MS = 200;

/** Frames from `fromMs` to `toMs`, one every 100 ms of the wall. */
const frameTimes = (fromMs: number, toMs: number): number[] =>
  Array.from({ length: (toMs - fromMs) / 100 }, (_, i) => fromMs + i * 100);

/** When it warned and closed, wall milliseconds; `frames` are those at which audio came, each `frameMs` of it. */
function timesOf(idleTimeoutSec: number, firstTickMs: number, frames: readonly number[] = [], frameMs = 100) {
  const idle = new WallIdle(idleTimeoutSec, 0);
  const warned: number[] = [];
  const waiting = [...frames];
  for (let now = firstTickMs; now < 60_000; now += TICK_MS) {
    while (waiting.length > 0 && waiting[0]! <= now) idle.audioCame(frameMs * 16, waiting.shift()!);
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

  it('audio in real time takes a warning back', () => {
    const { warned, closed } = timesOf(4, 100, frameTimes(3000, 9000));
    expect(warned).toEqual([2100, 10_900]);
    expect(closed).toBe(12_900);
  });

  it('a trickle of audio does not: the close comes once the audio is that far behind the wall clock', () => {
    const { warned, closed } = timesOf(4, 100, frameTimes(100, 20_000), 10);
    expect(warned).toEqual([2300]);
    expect(closed).toBe(4500);
  });

  it('speech starts the count again', () => {
    const idle = new WallIdle(4, 0);
    idle.eventsSent([{ type: 'turn.end' } as WireEvent], 1000);
    expect(idle.step(2000)).toMatchObject({ close_in_s: 2 });
    idle.eventsSent([{ type: 'vad.start' } as WireEvent], 3900);
    expect(idle.step(5800)).toBeUndefined();
    expect(idle.step(5900)).toMatchObject({ close_in_s: 2 });
    expect(idle.step(7900)).toBe('close');
  });

  it('0 or less never warns', () => {
    expect(timesOf(0, 100)).toEqual({ warned: [], closed: undefined });
    expect(timesOf(-1, 100)).toEqual({ warned: [], closed: undefined });
  });
});
