import { describe, expect, it } from 'vitest';
import {
  COSINE_DIARIZER_OPTIONS,
  DEFAULT_DIARIZER_OPTIONS,
} from '../../../src/voices/diarizer/diarizer-options.js';
import type { VoiceEmbedder } from '../../../src/voices/embedder/embedder.js';
import { OnlineDiarizer } from '../../../src/voices/diarizer/online-diarizer.js';

const SEC = 16_000;
/** Each voice has an axis of its own: log-odds are +8 for the same voice, -4 for another. */
const embedder: VoiceEmbedder = {
  version: '1',
  windowSec: 1.5,
  minSec: 0.4,
  embed: async () => ({ vector: new Float32Array(10), quality: 1 }),
  sameVoiceLogOdds: (cosine) => 12 * cosine - 4,
};
const axis = (voice: number) => ({
  vector: Float32Array.from({ length: 10 }, (_, i) => (i === voice ? 1 : 0)),
  quality: 1,
});

/** Plays segments of (voice, seconds) with pauses of half a second, a window each half second. */
function play(segments: readonly (readonly [voice: number, seconds: number])[], options = {}) {
  const diarizer = new OnlineDiarizer(embedder, { ...COSINE_DIARIZER_OPTIONS, ...options });
  const voices: (number | undefined)[] = [];
  let at = 0;
  for (const [voice, seconds] of segments) {
    const start = at * SEC;
    for (let end = 0.5; end <= seconds; end += 0.5) {
      diarizer.addWindow(start + Math.max(0, end - 1.5) * SEC, start + end * SEC, axis(voice));
    }
    diarizer.freeze(start + seconds * SEC);
    voices.push(diarizer.voiceAt(start + (seconds * SEC) / 2));
    at += seconds + 0.5;
  }
  return { voices, found: diarizer.voices.size };
}

describe('online diarizer', () => {
  it('numbers voices in order of appearance and knows them again', () => {
    expect(
      play([
        [3, 2],
        [5, 2],
        [3, 1],
        [7, 3],
        [5, 1],
      ]).voices,
    ).toEqual([0, 1, 0, 2, 1]);
  });

  it('never knows more voices than it may', () => {
    const segments = Array.from({ length: 10 }, (_, voice) => [voice, 2] as const);
    expect(play(segments).found).toBe(8);
    expect(play(segments, { maxVoices: 3 }).found).toBe(3);
  });

  it('gives a first voice even to a single word', () => {
    expect(play([[0, 0.5]]).voices).toEqual([0]);
  });

  it('wants stronger evidence for a voice more than expected', () => {
    const segments = [
      [0, 2],
      [1, 2],
      [2, 2],
    ] as const;
    expect(play(segments, { expectedVoices: 2, extraVoiceLogOdds: 20 }).found).toBe(2);
    expect(play(segments, { expectedVoices: 2, extraVoiceLogOdds: 0 }).found).toBe(3);
  });

  it('does not change what is frozen', () => {
    const diarizer = new OnlineDiarizer(embedder);
    diarizer.addWindow(0, 2 * SEC, axis(0));
    diarizer.freeze(2 * SEC);
    for (let end = 2.5; end < 8; end += 0.5) diarizer.addWindow((end - 1.5) * SEC, end * SEC, axis(1));
    expect(diarizer.voiceAt(SEC)).toBe(0);
    expect(diarizer.voiceAt(7 * SEC)).toBe(1);
  });
});

/** Embeddings whose scatter is known: voices lie 6 deviations of a window from the mean, each along its own axis. */
const scattered: VoiceEmbedder = {
  ...embedder,
  population: { spread: Array.from({ length: 10 }, () => 4), embeddingVariance: (seconds) => 1.5 / seconds },
};
const at = (voice: number, far = 6) => {
  const { vector } = axis(voice);
  return { vector, quality: 1, point: vector.map((value) => value * far) };
};

describe('online diarizer with embeddings whose scatter is known', () => {
  const talk = (
    segments: readonly (readonly [embedding: ReturnType<typeof at>, seconds: number])[],
    options = {},
  ) => {
    const diarizer = new OnlineDiarizer(scattered, { ...DEFAULT_DIARIZER_OPTIONS, ...options });
    let now = 0;
    const voices = segments.map(([embedding, seconds]) => {
      const start = now * SEC;
      for (let end = 0.5; end <= seconds; end += 0.5) {
        diarizer.addWindow(start + Math.max(0, end - 1.5) * SEC, start + end * SEC, embedding);
      }
      now += seconds + 0.5;
      diarizer.freeze(start + seconds * SEC);
      return diarizer.voiceAt(start + (seconds * SEC) / 2);
    });
    return { voices, found: diarizer.voices.size };
  };

  it('distinguishes voices and knows them again', () => {
    expect(talk([[at(3), 4], [at(5), 4], [at(3), 2], [at(7), 4], [at(5), 2]]).voices).toEqual([0, 1, 0, 2, 1]); // prettier-ignore
  });

  it('opens no voice for embeddings near a known one, a little off to either side', () => {
    expect(talk([[at(3), 4], [at(3, 4.5), 4], [at(3, 7), 4]]).found).toBe(1); // prettier-ignore
  });

  it('wants more than a word before a voice is new', () => {
    expect(talk([[at(3), 4], [at(5), 0.5], [at(3), 2]]).found).toBe(1); // prettier-ignore
  });

  it('opens a voice in hindsight when its segments together are unlike every other, and gives it only what follows', () => {
    const segments = [[at(3), 4], [at(5), 1.5], [at(3), 2], [at(5), 1.5], [at(3), 2], [at(5), 2], [at(5), 2]] as const; // prettier-ignore
    const { voices, found } = talk(segments, { openSec: 10, shortOpenSec: 10, clusterSec: 3 });
    expect(found).toBe(2);
    expect(voices[1]).toBe(0);
    expect(voices.at(-1)).toBe(1);
  });

  it('keeps one voice that speaks differently for a while, and opens one that is different altogether', () => {
    const otherwise = { ...at(3), point: at(3).point.map((value, i) => (i === 4 ? 3.5 : value)) };
    expect(talk([[at(3), 20], [otherwise, 20], [at(3), 8]]).found).toBe(1); // prettier-ignore
    expect(talk([[at(3), 20], [at(4), 20], [at(3), 8]]).found).toBe(2); // prettier-ignore
  });

  it('wants more of a voice in hindsight, too, than of the ones expected', () => {
    const segments = [
      [at(3), 4],
      [at(5), 4],
      [at(3), 2],
      [at(5), 4],
    ] as const;
    const options = { openSec: 10, shortOpenSec: 10, expectedVoices: 1 };
    expect(talk(segments, { ...options, extraVoiceLogOdds: 500 }).found).toBe(1);
    expect(talk(segments, { ...options, extraVoiceLogOdds: 0 }).found).toBe(2);
  });
});
