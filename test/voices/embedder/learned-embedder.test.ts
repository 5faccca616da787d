// The trained network on real voices that it never heard in training. Recordings lie beside the project.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openAudio, toFloat } from '../../../src/audio/index.js';
import { createInlineInference } from '../../../src/inference/index.js';
import { learnedEmbedder } from '../../../src/voices/embedder/learned-embedder.js';
import { VoiceOdds, type EmbeddingStatistics } from '../../../src/voices/diarizer/population.js';

const recordings = fileURLToPath(new URL('../../../../shared/audio/librispeech-test-other', import.meta.url));
const VOICES = ['1688', '1998', '2033', '2414', '2609', '3005'];

/** `seconds` from the middle of one of a voice's first utterances that are long enough. */
async function speech(voice: string, utterance: number, seconds: number): Promise<Float32Array> {
  const files = readdirSync(path.join(recordings, voice)).sort();
  const source = await openAudio(path.join(recordings, voice, files[utterance]!));
  const chunks: number[] = [];
  for await (const chunk of source.chunks()) chunks.push(...toFloat(chunk));
  const wanted = Math.round(seconds * 16_000);
  const from = Math.max(0, (chunks.length - wanted) >> 1);
  return Float32Array.from(chunks.slice(from, from + wanted));
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);

describe('learned voice embeddings', () => {
  const inference = createInlineInference();
  const noise = Float32Array.from({ length: 24_000 }, (_, i) => Math.sin(i * i * 0.001) * 0.3);

  it('have unit length at any window length, and do not depend on the level', async () => {
    for (const length of [8_000, 16_123, 64_000]) {
      const audio = Float32Array.from({ length }, (_, i) => noise[i % noise.length]!);
      const { vector } = await learnedEmbedder.embed(audio, inference);
      expect(vector).toHaveLength(160);
      expect(dot(vector, vector)).toBeCloseTo(1, 4);
      const quiet = await learnedEmbedder.embed(
        audio.map((sample) => sample * 0.05),
        inference,
      );
      expect(dot(vector, quiet.vector)).toBeGreaterThan(0.999);
    }
  });

  it('come with a point in the space whose scatter is known', async () => {
    const { point } = await learnedEmbedder.embed(noise, inference);
    const population = learnedEmbedder.population!;
    expect(point).toHaveLength(population.spread.length);
    expect([...population.spread]).toEqual([...population.spread].sort((a, b) => b - a));
    expect(population.embeddingVariance(1.5)).toBe(1.1);
    expect(population.embeddingVariance(0.75)).toBeGreaterThan(population.embeddingVariance(3));
  });

  it('trust a short window less', async () => {
    const short = await learnedEmbedder.embed(noise.subarray(0, 8_000), inference);
    const long = await learnedEmbedder.embed(noise, inference);
    expect(short.quality).toBeLessThan(long.quality);
  });

  it('count a cosine for more when more speech is behind it', () => {
    const sameVoiceLogOdds = (cosine: number, sec: number) => learnedEmbedder.sameVoiceLogOdds(cosine, sec);
    expect(sameVoiceLogOdds(0.9, 2)).toBeGreaterThan(sameVoiceLogOdds(0.5, 2));
    expect(sameVoiceLogOdds(0.9, 3)).toBeGreaterThan(0);
    expect(sameVoiceLogOdds(0, 3)).toBeLessThan(sameVoiceLogOdds(0, 1));
  });
});

describe.skipIf(!existsSync(recordings))('learned embeddings of six unseen readers', () => {
  const inference = createInlineInference();

  it('distinguish voices on 3 s', async () => {
    const { population } = learnedEmbedder;
    const odds = new VoiceOdds(population!.spread);
    const embeddings: { voice: string; vector: Float32Array; statistics: EmbeddingStatistics }[] = [];
    for (const voice of VOICES) {
      for (const utterance of [0, 3, 6, 9]) {
        const { vector, point } = await learnedEmbedder.embed(await speech(voice, utterance, 3), inference);
        const weight = 1 / population!.embeddingVariance(3);
        const statistics = { weight, sum: Float64Array.from(point!, (value) => value * weight) };
        embeddings.push({ voice, vector, statistics });
      }
    }
    const pairs = embeddings.flatMap((a, i) => embeddings.slice(i + 1).map((b) => ({ a, b })));
    const byCosine = pairs.filter(({ a, b }) => {
      const same = learnedEmbedder.sameVoiceLogOdds(dot(a.vector, b.vector), 3) > 0;
      return same === (a.voice === b.voice);
    });
    expect(byCosine.length / pairs.length).toBeGreaterThan(0.9);
    const right = pairs.filter(
      ({ a, b }) => odds.sameVoice(a.statistics, b.statistics) > 0 === (a.voice === b.voice),
    );
    expect(right.length / pairs.length).toBeGreaterThan(0.9);
  });
});
