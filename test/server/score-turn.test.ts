/** What `POST /v1/turn` answers of the engine's scores, and what the benchmark's client reads of it. */
import { expect, it } from 'vitest';
import { scoresOnGrid, spanGrid } from '../../src/eval/sweep/prediction-grid.js';
import { onGrid } from '../../src/server/score-turn.js';

const STEP_SEC = 0.02;
/** Speech of 0.86 s, heard to have ended 0.1 s later: scored from 0.96 s on, to 1.3 s. */
const scores = Array.from({ length: 65 }, (_, i) => (i + 1 < 48 ? 0 : 0.3 + 0.01 * (i + 1 - 48)));

it('gives every multiple of the interval, and the steps between at which the score has changed', () => {
  const events = onGrid(scores, STEP_SEC, 0.1, 1.3);
  const times = events.map(({ timestamp }) => timestamp);
  for (let k = 1; k <= 13; k++) expect(times).toContain(Number((k * 0.1).toFixed(6)));
  expect(times.filter((time) => time < 0.95)).toHaveLength(9);
  expect(events.find(({ timestamp }) => timestamp === 0.96)!.p_eot).toBe(0.3);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
});

it('has nothing but the multiples where nobody pauses', () => {
  const events = onGrid(Array<number>(62).fill(0), STEP_SEC, 0.1, 1.25);
  expect(events).toHaveLength(12);
  expect(events.every(({ p_eot }) => p_eot === 0)).toBe(true);
});

it('tells when the speaker goes on', () => {
  const resumed = [...scores, 0, 0, 0];
  const events = onGrid(resumed, STEP_SEC, 0.1, 1.36);
  expect(events.at(-1)).toEqual({ timestamp: 1.32, p_eot: 0 });
});

it('answers one event where the turn is shorter than the interval', () => {
  expect(onGrid([], STEP_SEC, 0.1, 0.01)).toEqual([{ timestamp: 0.01, p_eot: 0 }]);
});

it('lets the client read the score of 0.2 s of silence wherever the silence begins', () => {
  const span = { start: 0.87, end: 1.3 };
  const grid = spanGrid(span, 0.1);
  const at = grid.findIndex(({ silence_dur }) => silence_dur === 0.2);
  const read = scoresOnGrid(span, grid, onGrid(scores, STEP_SEC, 0.1, 1.3))[at];
  expect(read).toBeCloseTo(scores[Math.floor(1.07 / STEP_SEC) - 1]!, 9);
});
