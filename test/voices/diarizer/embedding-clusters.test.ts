import { describe, expect, it } from 'vitest';
import { VoiceOdds } from '../../../src/voices/diarizer/population.js';
import { EmbeddingClusters } from '../../../src/voices/diarizer/embedding-clusters.js';

const odds = new VoiceOdds(Array.from({ length: 6 }, () => 4));
/** A print along one axis, a little off from one to the next. */
const lot = (voice: number, number: number, weight = 0.33) => ({
  weight,
  sum: Float64Array.from(
    { length: 6 },
    (_, i) => weight * ((i === voice ? 5 : 0) + 0.3 * Math.sin(7 * number + i)),
  ),
});

/** Turns of four windows each, by the voices in this order. */
function heard(voices: readonly number[]): EmbeddingClusters {
  const clusters = new EmbeddingClusters(odds);
  voices.forEach((voice, turn) => {
    for (let window = 0; window < 4; window += 1) clusters.add(lot(voice, 4 * turn + window), turn, voice);
  });
  return clusters;
}
const voicesOf = (clusters: EmbeddingClusters) =>
  clusters.groups(0).map(({ leaves }) => [...new Set(leaves.map(({ voice }) => voice))]);

describe('print clusters', () => {
  it('are the voices, whoever the prints were given to', () => {
    const clusters = new EmbeddingClusters(odds);
    [0, 1, 0, 2, 1, 2].forEach((voice, turn) => {
      for (let window = 0; window < 4; window += 1) clusters.add(lot(voice, turn + window), turn, undefined);
    });
    expect(clusters.groups(0).map(({ seconds }) => seconds)).toEqual([4, 4, 4]);
  });

  it('are told by the stretches in which they were heard', () => {
    const clusters = heard([0, 0, 1, 0, 1, 1]);
    const stretches = clusters.groups(0).map((cluster) => clusters.stretchesOf(cluster));
    const windows = stretches.map((lots) => lots.map(({ weight }) => Math.round(weight / 0.33)));
    expect(windows).toEqual([[8, 4], [4, 8]]); // prettier-ignore
  });

  it('merge the likeliest first: never across voices that are far apart', () => {
    expect(voicesOf(heard([0, 1, 2, 3, 0, 1, 2, 3])).sort()).toEqual([[0], [1], [2], [3]]);
  });

  it('stay the same voices, and few leaves, through an hour', () => {
    const clusters = heard(Array.from({ length: 400 }, (_, turn) => (turn * turn) % 3));
    const groups = clusters.groups(0);
    expect(groups.flatMap(({ leaves }) => leaves).length).toBeLessThanOrEqual(128);
    expect(voicesOf(clusters).sort()).toEqual([[0], [1]]);
    expect(clusters.seconds).toBe(800);
  });

  it('hold the same prints seen from another middle', () => {
    const clusters = heard([0, 1, 0, 1]);
    const before = clusters.groups(0).map(({ lot }) => [...lot.sum]);
    clusters.settle(clusters.mean().map((value) => value / 2));
    expect(clusters.groups(0).map(({ lot }) => [...lot.sum])).toEqual(before);
  });
});
