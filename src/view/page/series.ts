/** The numbers behind the lines of a lane: the outline of the sound and the scores, as uPlot takes them. */
import type { ChannelData, SilenceData } from '../view-data.js';

type Column = (number | null)[];

/** Times with the lowest and highest sample of each slice, -1..1, for one channel. */
export function unpackPeaks({
  peaks,
  peaksPerSec,
}: Pick<ChannelData, 'peaks' | 'peaksPerSec'>): [number[], Column, Column] {
  const values =
    typeof peaks === 'string' ? Int8Array.from(atob(peaks), (character) => character.charCodeAt(0)) : peaks;
  const slices = values.length / 2;
  const times: number[] = [];
  const low: Column = [];
  const high: Column = [];
  for (let i = 0; i < slices; i++) {
    times.push((i + 0.5) / peaksPerSec);
    low.push(values[2 * i]! / 127);
    high.push(values[2 * i + 1]! / 127);
  }
  return [times, high, low];
}

/** Scores with a gap between silences, and the threshold under each of them. */
export function scoresOf(silences: readonly SilenceData[], threshold: number): [number[], Column, Column] {
  const times: number[] = [];
  const scores: Column = [];
  const limits: Column = [];
  const add = (t: number, score: number | null, limit: number | null): void => {
    times.push(t);
    scores.push(score);
    limits.push(limit);
  };
  silences.forEach(({ startSec, points }, i) => {
    const before = times.at(-1) ?? -1;
    add(Math.max(before + 1e-4, startSec), null, threshold);
    for (const [t, p] of points) add(Math.max(times.at(-1)! + 1e-4, t), p, threshold);
    const next = silences[i + 1]?.startSec ?? Infinity;
    add(times.at(-1)! + Math.min(1e-3, Math.max(1e-4, (next - times.at(-1)!) / 2)), null, null);
  });
  return [times, scores, limits];
}
