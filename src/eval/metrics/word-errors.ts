/**
 * Counts word errors by minimum edit distance. Results are counts that can be added; a rate is taken of the sum.
 * Called by cp-wer.ts and `score`. Source of the counting: sclite; fgnt/meeteval.
 */

/** Immutable counts; `substitutions + deletions + insertions` is `errors`. */
export interface WordErrors {
  readonly referenceWords: number;
  readonly hypothesisWords: number;
  readonly errors: number;
  readonly substitutions: number;
  readonly deletions: number;
  readonly insertions: number;
}

export const NO_WORD_ERRORS: WordErrors = {
  referenceWords: 0,
  hypothesisWords: 0,
  errors: 0,
  substitutions: 0,
  deletions: 0,
  insertions: 0,
};

/** @throws Error when the counts contradict each other. */
function wordErrors(counts: Omit<WordErrors, 'errors'>): WordErrors {
  const { referenceWords, hypothesisWords, substitutions, deletions, insertions } = counts;
  if (
    referenceWords - deletions !== hypothesisWords - insertions ||
    substitutions > referenceWords - deletions
  )
    throw new Error(`word error counts contradict each other: ${JSON.stringify(counts)}`);
  return { ...counts, errors: substitutions + deletions + insertions };
}

/** @returns the counts of two recordings added up. Rates are taken of the sum, never averaged. */
export function addWordErrors(a: WordErrors, b: WordErrors): WordErrors {
  return wordErrors({
    referenceWords: a.referenceWords + b.referenceWords,
    hypothesisWords: a.hypothesisWords + b.hypothesisWords,
    substitutions: a.substitutions + b.substitutions,
    deletions: a.deletions + b.deletions,
    insertions: a.insertions + b.insertions,
  });
}

/** Errors / reference words, 0 and up (insertions may take it past 1); null without a reference word. */
export function errorRate({ errors, referenceWords }: WordErrors): number | null {
  return referenceWords === 0 ? null : errors / referenceWords;
}

/** A word and the stretch of time in which it may be matched, in seconds. */
export interface TimedToken {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Counts the fewest edits that turn one word sequence into the other. Two words for which `mayMatch` is false can be
 * neither right nor substituted for each other. Of several shortest edits the one with most correct words is taken.
 */
export function countWordErrors<T>(
  reference: readonly T[],
  hypothesis: readonly T[],
  isSame: (a: T, b: T) => boolean,
  mayMatch: (a: T, b: T) => boolean = () => true,
): WordErrors {
  // The cost packs edits and substitutions: fewest edits win first, fewest substitutions second.
  const width = hypothesis.length + 1;
  const SUBSTITUTION = 1 / (4 * (reference.length + hypothesis.length + 1));
  let before = Float64Array.from({ length: width }, (_, j) => j);
  let substitutionsBefore = new Int32Array(width);
  for (let i = 1; i <= reference.length; i++) {
    const row = new Float64Array(width);
    const substitutions = new Int32Array(width);
    row[0] = i;
    for (let j = 1; j < width; j++) {
      const [a, b] = [reference[i - 1]!, hypothesis[j - 1]!];
      row[j] = before[j]! + 1;
      substitutions[j] = substitutionsBefore[j]!;
      if (row[j - 1]! + 1 < row[j]!) {
        row[j] = row[j - 1]! + 1;
        substitutions[j] = substitutions[j - 1]!;
      }
      if (!mayMatch(a, b)) continue;
      const isRight = isSame(a, b);
      const cost = before[j - 1]! + (isRight ? 0 : 1 + SUBSTITUTION);
      if (cost <= row[j]!) {
        row[j] = cost;
        substitutions[j] = substitutionsBefore[j - 1]! + (isRight ? 0 : 1);
      }
    }
    before = row;
    substitutionsBefore = substitutions;
  }
  const edits = Math.floor(before[width - 1]! + 1e-9);
  const substitutions = substitutionsBefore[width - 1]!;
  // edits = s + d + i and reference - d = hypothesis - i.
  const deletions = (edits - substitutions + reference.length - hypothesis.length) / 2;
  return wordErrors({
    referenceWords: reference.length,
    hypothesisWords: hypothesis.length,
    substitutions,
    deletions,
    insertions: edits - substitutions - deletions,
  });
}
