import { describe, expect, it } from 'vitest';
import { SoloSpeech, type SoloSpeechDeps } from '../../../src/engine/room/solo-speech.js';
import { BLOCK_SAMPLES } from '../../../src/voices/diarizer/blocks.js';

function solo(overrides: Partial<SoloSpeechDeps> = {}) {
  const told: [number, number][] = [];
  const speech = new SoloSpeech({
    timeline: { speechIn: (from, to) => to - from },
    voiceAt: () => 0,
    isShared: () => false,
    onSolo: (voice, start) => told.push([voice, start / BLOCK_SAMPLES]),
    ...overrides,
  });
  return { speech, told };
}

describe('solo speech', () => {
  it('hands out every whole block once, in order', () => {
    const { speech, told } = solo();
    for (const blocks of [1.5, 1.9, 3, 3]) speech.tell(blocks * BLOCK_SAMPLES);
    expect(told).toEqual([0, 1, 2].map((block) => [0, block]));
  });

  it('waits for the voice of a block, and goes on from there', () => {
    let known = 2;
    const voiceAt = (sample: number) => (sample < known * BLOCK_SAMPLES ? 1 : undefined);
    const { speech, told } = solo({ voiceAt });
    speech.tell(5 * BLOCK_SAMPLES);
    expect(told).toHaveLength(2);
    known = 5;
    speech.tell(5 * BLOCK_SAMPLES);
    expect(told).toEqual([0, 1, 2, 3, 4].map((block) => [1, block]));
  });

  it('leaves out silence, and what two say at once', () => {
    const { speech, told } = solo({
      timeline: { speechIn: (from, to) => (from === 0 ? 0 : to - from) },
      isShared: ({ start }) => start === BLOCK_SAMPLES,
    });
    speech.tell(3 * BLOCK_SAMPLES);
    expect(told).toEqual([[0, 2]]);
  });

  it('gives up what has no voice for half a minute', () => {
    const { speech, told } = solo({ voiceAt: (sample) => (sample < BLOCK_SAMPLES ? undefined : 0) });
    speech.tell(10 * BLOCK_SAMPLES);
    expect(told).toEqual([]);
    speech.tell(130 * BLOCK_SAMPLES);
    expect(told).toHaveLength(128);
  });
});
