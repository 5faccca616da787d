// Metrics against slow plain versions and by their invariances, on random conversations.
import { scoringWords } from '../../../src/eval/metrics/scoring-words.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Utterance } from '../../../src/eval/formats/utterance.js';
import { cheapestAssignment } from '../../../src/eval/metrics/assignment.js';
import { cpWordErrors, plainWordErrors, tcpWordErrors } from '../../../src/eval/metrics/cp-wer.js';
import { addDiarizationErrors, der, diarizationErrors, jer } from '../../../src/eval/metrics/diarization.js';
import { addWordErrors, countWordErrors, errorRate } from '../../../src/eval/metrics/word-errors.js';

const sentence = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 7 });
const same = (a: string, b: string) => a === b;

/** Utterances on a grid of 0.5 s; a voice may overlap others, not itself. */
const conversation = (voices: readonly string[]) =>
  fc
    .array(
      fc.record({
        speaker: fc.constantFrom(...voices),
        slot: fc.nat(20),
        length: fc.integer({ min: 1, max: 4 }),
        words: fc.array(fc.constantFrom('yes', 'no', 'maybe', 'well'), { minLength: 1, maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => {
      const free = new Map<string, number>();
      return parts
        .sort((a, b) => a.slot - b.slot)
        .map(({ speaker, slot, length, words }): Utterance => {
          const start = Math.max(slot, free.get(speaker) ?? 0) / 2;
          free.set(speaker, start * 2 + length);
          return { session: 's', speaker, start, end: start + length / 2, text: words.join(' ') };
        });
    });

const REFERENCE = conversation(['A', 'B', 'C']);
const HYPOTHESIS = conversation(['x', 'y', 'z', 'w']);

function relabelled(utterances: readonly Utterance[], names: Readonly<Record<string, string>>): Utterance[] {
  return utterances.map((utterance) => ({ ...utterance, speaker: names[utterance.speaker]! }));
}

function permutations<T>(values: readonly T[]): T[][] {
  if (values.length === 0) return [[]];
  return values.flatMap((value, i) => permutations(values.toSpliced(i, 1)).map((rest) => [value, ...rest]));
}

describe('word errors', () => {
  test('equal the recursive edit distance', () => {
    const distance = (a: string[], b: string[]): number =>
      a.length === 0 || b.length === 0
        ? a.length + b.length
        : Math.min(
            distance(a.slice(1), b) + 1,
            distance(a, b.slice(1)) + 1,
            distance(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
          );
    fc.assert(
      fc.property(sentence, sentence, (a, b) => {
        const counts = countWordErrors(a, b, same);
        expect(counts.errors).toBe(distance(a, b));
        expect(counts.substitutions + counts.deletions + counts.insertions).toBe(counts.errors);
        expect(a.length - counts.deletions).toBe(b.length - counts.insertions);
      }),
      { numRuns: 60 },
    );
  });

  test('add over parts', () => {
    const total = addWordErrors(
      countWordErrors(['a', 'b'], ['a'], same),
      countWordErrors(['c'], ['d', 'e'], same),
    );
    expect(total).toEqual({
      referenceWords: 3,
      hypothesisWords: 3,
      errors: 3,
      substitutions: 1,
      deletions: 1,
      insertions: 1,
    });
    expect(errorRate(total)).toBe(1);
  });

  test('words are compared without case and punctuation; Chinese by characters', () => {
    expect(scoringWords("Don't, they said… 'OK'")).toEqual(["don't", 'they', 'said', 'ok']);
    expect(scoringWords('你好 world')).toEqual(['你', '好', 'world']);
  });

  test.each([
    ['<unk> well [laughter] yes [door slams]', 'well yes'],
    ['<UNSURE> maybe </UNSURE><sil/>no', 'maybe no'],
    ['［笑］ はい', 'は い'],
    ['if 3 < 5 then 7 > 6', 'if 3 5 then 7 6'],
  ])('markup is no word: %s', (text, words) => {
    expect(scoringWords(text).join(' ')).toBe(words);
  });
});

test('the assignment is the cheapest of all', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.infiniteStream(fc.nat(20)), (n, numbers) => {
      const cost = Array.from({ length: n }, () =>
        Array.from({ length: n }, () => numbers.next().value as number),
      );
      const total = (columns: readonly number[]) =>
        columns.reduce((sum, column, row) => sum + cost[row]![column]!, 0);
      const best = Math.min(...permutations(Array.from({ length: n }, (_, i) => i)).map(total));
      const found = cheapestAssignment(cost);
      expect(new Set(found).size).toBe(n);
      expect(total(found)).toBe(best);
    }),
  );
});

describe('cpWER and tcpWER', () => {
  test('cpWER is the lowest over every pairing of voices', () => {
    fc.assert(
      fc.property(REFERENCE, HYPOTHESIS, (reference, hypothesis) => {
        const words = (side: readonly Utterance[], speaker: string | undefined) =>
          side
            .filter((one) => one.speaker === speaker)
            .toSorted((a, b) => a.start - b.start)
            .flatMap(({ text }) => text.split(' '));
        const left = [...new Set(reference.map(({ speaker }) => speaker))];
        const right = [...new Set(hypothesis.map(({ speaker }) => speaker))];
        const size = Math.max(left.length, right.length);
        const padded = [...right, ...Array<undefined>(size - right.length).fill(undefined)];
        const best = Math.min(
          ...permutations(padded).map((order) =>
            order.reduce<number>(
              (sum, voice, i) =>
                sum + countWordErrors(words(reference, left[i]), words(hypothesis, voice), same).errors,
              0,
            ),
          ),
        );
        expect(cpWordErrors(reference, hypothesis).errors.errors).toBe(best);
      }),
      { numRuns: 50 },
    );
  });

  test('tcpWER with an endless collar is cpWER, and never below it', () => {
    fc.assert(
      fc.property(REFERENCE, HYPOTHESIS, (reference, hypothesis) => {
        const cp = cpWordErrors(reference, hypothesis).errors.errors;
        expect(tcpWordErrors(reference, hypothesis, 1e6).errors.errors).toBe(cp);
        expect(tcpWordErrors(reference, hypothesis, 0.5).errors.errors).toBeGreaterThanOrEqual(cp);
      }),
    );
  });

  test('relabelling voices changes nothing; a perfect transcript has no error', () => {
    fc.assert(
      fc.property(REFERENCE, HYPOTHESIS, (reference, hypothesis) => {
        const renamed = relabelled(hypothesis, { x: 'w', y: 'x', z: 'y', w: 'z' });
        const before = cpWordErrors(reference, hypothesis).errors.errors;
        expect(cpWordErrors(reference, renamed).errors.errors).toBe(before);
        // A voice may have no name.
        const unnamed = relabelled(reference, { A: '', B: 'B', C: 'C' });
        expect(cpWordErrors(unnamed, hypothesis).errors.errors).toBe(before);
        const perfect = relabelled(reference, { A: '1', B: '2', C: '3' });
        expect(cpWordErrors(reference, perfect).errors.errors).toBe(0);
        expect(tcpWordErrors(reference, perfect, 0.5).errors.errors).toBe(0);
        expect(plainWordErrors(reference, reference).errors).toBe(0);
      }),
    );
  });
});

describe('DER and JER', () => {
  /** In steps of 10 ms, trying every one-to-one mapping. */
  function plainDer(reference: readonly Utterance[], hypothesis: readonly Utterance[]): number {
    const left = [...new Set(reference.map(({ speaker }) => speaker))];
    const right = [...new Set(hypothesis.map(({ speaker }) => speaker))];
    const size = Math.max(left.length, right.length);
    const padded = [...right, ...Array<undefined>(size - right.length).fill(undefined)];
    const end = Math.max(...[...reference, ...hypothesis].map((one) => one.end));
    const active = (side: readonly Utterance[], t: number) =>
      side.filter((one) => one.start <= t && t < one.end).map(({ speaker }) => speaker);
    let lowest = Infinity;
    for (const order of permutations(padded)) {
      let [errors, speech] = [0, 0];
      for (let step = 0; step < end * 10; step++) {
        const t = step / 10 + 0.05;
        const [said, heard] = [active(reference, t), active(hypothesis, t)];
        const right = said.filter((voice) => heard.includes(order[left.indexOf(voice)] ?? '?')).length;
        speech += said.length;
        errors += Math.max(said.length, heard.length) - right;
      }
      lowest = Math.min(lowest, errors / speech);
    }
    return lowest;
  }

  test('DER equals a plain count over 0.1 s steps', () => {
    fc.assert(
      fc.property(REFERENCE, HYPOTHESIS, (reference, hypothesis) => {
        expect(der(diarizationErrors(reference, hypothesis))!).toBeCloseTo(
          plainDer(reference, hypothesis),
          9,
        );
      }),
      { numRuns: 40 },
    );
  });

  test('relabelling changes nothing; perfect is 0; counts add', () => {
    fc.assert(
      fc.property(REFERENCE, HYPOTHESIS, (reference, hypothesis) => {
        const found = diarizationErrors(reference, hypothesis);
        const renamed = diarizationErrors(
          reference,
          relabelled(hypothesis, { x: 'w', y: 'x', z: 'y', w: 'z' }),
        );
        expect(der(renamed)!).toBeCloseTo(der(found)!, 12);
        expect(jer(renamed)!).toBeCloseTo(jer(found)!, 12);
        const perfect = diarizationErrors(reference, relabelled(reference, { A: '1', B: '2', C: '3' }));
        expect(der(perfect)).toBe(0);
        expect(jer(perfect)).toBeCloseTo(0, 12);
        expect(der(addDiarizationErrors(found, found))!).toBeCloseTo(der(found)!, 12);
        expect(jer(found)!).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('collar, overlap and regions', () => {
    const said = (speaker: string, start: number, end: number): Utterance => ({
      session: 's',
      speaker,
      start,
      end,
      text: '',
    });
    const reference = [said('A', 0, 10), said('B', 8, 12)];
    const hypothesis = [said('x', 0.2, 10), said('y', 10, 12)];
    // 0.2 s missed at the start, and B under A from 8 to 10 s.
    expect(diarizationErrors(reference, hypothesis)).toMatchObject({
      speech: 14,
      falseAlarm: 0,
      confusion: 0,
    });
    expect(diarizationErrors(reference, hypothesis).missed).toBeCloseTo(2.2, 9);
    expect(diarizationErrors(reference, hypothesis, { collarSec: 0.25 }).missed).toBeCloseTo(1.5, 9);
    expect(diarizationErrors(reference, hypothesis, { skipOverlap: true }).missed).toBeCloseTo(0.2, 9);
    const time = { scored: [{ start: 1, end: 9 }], unscored: [] };
    expect(diarizationErrors(reference, hypothesis, { time }).missed).toBeCloseTo(1, 9);
  });
});
