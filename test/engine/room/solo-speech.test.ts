import { describe, expect, it } from 'vitest';
import { SoloSpeech } from '../../../src/engine/room/solo-speech.js';
import { BLOCK_SAMPLES, type Segment } from '../../../src/voices/diarizer/blocks.js';

const everywhere = { speechIn: (from: number, to: number) => to - from };
const nobodyElse = () => false;
/** Voice and block of each segment. */
const parts = (segments: readonly Segment[]) =>
  segments.map(({ voice, start }) => [voice, start / BLOCK_SAMPLES]);

describe('solo speech', () => {
  it('is given out by whole blocks, once each, in order', () => {
    const speech = new SoloSpeech(everywhere);
    const found = [1.5, 1.9, 3, 3].flatMap((blocks) =>
      speech.take(blocks * BLOCK_SAMPLES, () => 0, nobodyElse),
    );
    expect(parts(found)).toEqual([0, 1, 2].map((block) => [0, block]));
  });

  it('waits for the voice of a block, and goes on from there', () => {
    const speech = new SoloSpeech(everywhere);
    const take = (known: number) =>
      speech.take(
        5 * BLOCK_SAMPLES,
        (sample) => (sample < known * BLOCK_SAMPLES ? 1 : undefined),
        nobodyElse,
      );
    expect(parts(take(2))).toEqual([0, 1].map((block) => [1, block]));
    expect(parts(take(5))).toEqual([2, 3, 4].map((block) => [1, block]));
  });

  it('leaves out silence, and what two people say at once', () => {
    const speech = new SoloSpeech({ speechIn: (from, to) => (from === 0 ? 0 : to - from) });
    const isShared = ({ start }: Segment) => start === BLOCK_SAMPLES;
    expect(parts(speech.take(3 * BLOCK_SAMPLES, () => 0, isShared))).toEqual([[0, 2]]);
  });

  it('gives up what has had no voice for half a minute', () => {
    const speech = new SoloSpeech(everywhere);
    const voiceAt = (sample: number) => (sample < BLOCK_SAMPLES ? undefined : 0);
    expect(speech.take(10 * BLOCK_SAMPLES, voiceAt, nobodyElse)).toEqual([]);
    expect(speech.take(130 * BLOCK_SAMPLES, voiceAt, nobodyElse)).toHaveLength(128);
  });
});
