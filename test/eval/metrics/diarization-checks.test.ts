import { describe, expect, it } from 'vitest';
import {
  addDiarizationErrors,
  diarizationErrors,
  NO_DIARIZATION_ERRORS,
} from '../../../src/eval/metrics/diarization.js';
import { seededRandom } from '../../../src/eval/basics/seeded-random.js';
import type { Utterance } from '../../../src/eval/formats/utterance.js';

function randomUtterances(seed: number): Utterance[] {
  const random = seededRandom(seed);
  return Array.from({ length: 12 }, () => {
    const start = random.next() * 30;
    const speaker = random.pick(['a', 'b', 'c']);
    return { session: 's', speaker, start, end: start + random.next() * 6, text: '' };
  });
}

describe('diarization errors check themselves', () => {
  it('finds nothing to contradict in random recordings, and adds to the hypothesis speech', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const [reference, hypothesis] = [randomUtterances(seed), randomUtterances(seed + 1000)];
      const errors = diarizationErrors(reference, hypothesis, { collarSec: seed % 2 === 0 ? 0.25 : 0 });
      const again = diarizationErrors(hypothesis, reference, { collarSec: 0 });
      expect(errors.missed + errors.confusion).toBeLessThanOrEqual(errors.speech + 1e-9);
      if (seed % 2 === 1) {
        // Swapped, what was missed is a false alarm, and what is confused stays so.
        expect(again.missed).toBeCloseTo(errors.falseAlarm, 9);
        expect(again.speech - again.missed).toBeCloseTo(errors.speech - errors.missed, 9);
      }
    }
  });

  it.each([
    { speech: 1, missed: 0.8, confusion: 0.3 },
    { missed: -1 },
    { jaccardSum: 2, voices: 1 },
    { speech: 5, falseAlarm: -0.1 },
  ])('refuses sums that contradict each other: %o', (wrong) => {
    expect(() => addDiarizationErrors({ ...NO_DIARIZATION_ERRORS, ...wrong }, NO_DIARIZATION_ERRORS)).toThrow(
      'contradict',
    );
  });
});
