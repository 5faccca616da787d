/** The segmentation network on silence and on the shipped meeting of four people (AMI), against who speaks when there. */
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { mean } from '../../../src/dsp/numeric.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import {
  MOST_SEGMENTATION_SAMPLES as WINDOW_SAMPLES,
  SEGMENTATION_FRAME_SAMPLES as FRAME_SAMPLES,
  segmentationNetwork,
} from '../../../src/voices/segmentation-network.js';
import { repo, samplesOf } from '../../helpers/recordings.js';

const SEC = 16_000;
const inference = createInlineInference();
afterAll(() => inference.close());

/** Start and end of each stretch of one person's speech, seconds. */
const spoken = readFileSync(`${repo}corpora/real/meeting.rttm`, 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('SPEAKER'))
  .map((line) => line.split(/\s+/))
  .map((fields) => ({ start: Number(fields[3]), end: Number(fields[3]) + Number(fields[4]) }));

/** Probabilities of overlap of the frames in which one person speaks, and of those in which two or more do. */
async function overlapOfMeeting(): Promise<{ one: number[]; more: number[] }> {
  const sound = Float32Array.from(
    await samplesOf(`${repo}corpora/real/meeting.flac`),
    (value) => value / 32_768,
  );
  const found: { one: number[]; more: number[] } = { one: [], more: [] };
  for (let start = 0; start + WINDOW_SAMPLES <= sound.length; start += WINDOW_SAMPLES) {
    const window = sound.slice(start, start + WINDOW_SAMPLES);
    const { overlap } = await inference.call(segmentationNetwork, window);
    overlap.forEach((probability, frame) => {
      const sec = (start + (frame + 0.5) * FRAME_SAMPLES) / SEC;
      const people = spoken.filter((one) => one.start <= sec && sec < one.end).length;
      if (people > 0) found[people > 1 ? 'more' : 'one'].push(probability);
    });
  }
  return found;
}

/** How often a value of `high` is above one of `low` (the area under the curve). */
function areaUnderCurve(high: readonly number[], low: readonly number[]): number {
  return mean(high.map((h) => mean(low.map((l) => (h > l ? 1 : h === l ? 0.5 : 0)))!))!;
}

describe('the segmentation network', () => {
  it('hears nobody in silence', async () => {
    const { speech, overlap } = await inference.call(segmentationNetwork, new Float32Array(WINDOW_SAMPLES));
    expect(mean([...speech])).toBeLessThan(0.1);
    expect(mean([...overlap])).toBeLessThan(0.05);
  });

  it('hears where two of four people speak at once', async () => {
    const { one, more } = await overlapOfMeeting();
    expect(more.length).toBeGreaterThan(50);
    expect(areaUnderCurve(more, one)).toBeGreaterThan(0.85);
  });
});
