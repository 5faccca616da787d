import { describe, expect, it } from 'vitest';
import { VoiceOdds } from '../../../src/voices/diarizer/population.js';
import { EmbeddingClusters } from '../../../src/voices/diarizer/embedding-clusters.js';

const odds = new VoiceOdds(Array.from({ length: 6 }, () => 4));
/** An embedding along one axis, a little off from one to the next. */
const statistics = (voice: number, number: number, weight = 0.33) => ({
  weight,
  sum: Float64Array.from(
    { length: 6 },
    (_, i) => weight * ((i === voice ? 5 : 0) + 0.3 * Math.sin(7 * number + i)),
  ),
});

/** Segments of four windows each, by the voices in this order. */
function clustersOf(voices: readonly number[]): EmbeddingClusters {
  const clusters = new EmbeddingClusters(odds);
  voices.forEach((voice, segment) => {
    for (let window = 0; window < 4; window += 1)
      clusters.add(statistics(voice, 4 * segment + window), segment, voice);
  });
  return clusters;
}
const voicesOf = (clusters: EmbeddingClusters) =>
  clusters.clusters(0).map(({ leaves }) => [...new Set(leaves.map(({ voice }) => voice))]);

describe('clusters of embeddings', () => {
  it('are the voices, whichever voice the embeddings were given to', () => {
    const clusters = new EmbeddingClusters(odds);
    [0, 1, 0, 2, 1, 2].forEach((voice, segment) => {
      for (let window = 0; window < 4; window += 1)
        clusters.add(statistics(voice, segment + window), segment, undefined);
    });
    expect(clusters.clusters(0).map(({ seconds }) => seconds)).toEqual([4, 4, 4]);
  });

  it('have a stretch wherever no other voice comes between', () => {
    const clusters = clustersOf([0, 0, 1, 0, 1, 1]);
    const stretches = clusters.clusters(0).map((cluster) => clusters.stretchesOf(cluster));
    const windows = stretches.map((own) => own.map(({ weight }) => Math.round(weight / 0.33)));
    expect(windows).toEqual([[8, 4], [4, 8]]); // prettier-ignore
  });

  it('merge the likeliest first: never across voices that are far apart', () => {
    expect(voicesOf(clustersOf([0, 1, 2, 3, 0, 1, 2, 3])).sort()).toEqual([[0], [1], [2], [3]]);
  });

  it('stay the same voices, and few leaves, through an hour', () => {
    const clusters = clustersOf(Array.from({ length: 400 }, (_, segment) => (segment * segment) % 3));
    const found = clusters.clusters(0);
    expect(found.flatMap(({ leaves }) => leaves).length).toBeLessThanOrEqual(128);
    expect(voicesOf(clusters).sort()).toEqual([[0], [1]]);
    expect(clusters.seconds).toBe(800);
  });

  it('hold the same embeddings when measured from another centre', () => {
    const clusters = clustersOf([0, 1, 0, 1]);
    const before = clusters.clusters(0).map(({ statistics: all }) => [...all.sum]);
    clusters.recentre(clusters.mean().map((value) => value / 2));
    expect(clusters.clusters(0).map(({ statistics: all }) => [...all.sum])).toEqual(before);
  });
});
