/**
 * Checks the spans of a row without its recording. `corpus validate` names every problem. `eval` refuses a row whose spans
 * have no meaning, but measures overlapping spans, because the benchmark does. Called by validate-corpus.ts,
 * evaluate-row.ts and measure-turn.ts.
 */
import { TurnwireError } from '../../protocol/errors.js';
import { METRIC_EPSILON, round6 } from '../basics/rounding.js';
import type { CorpusRow, TurnRow } from './corpus-format.js';

/** Silence at which the benchmark takes its score of an end, in seconds. A shorter end cannot be scored. */
export const MIN_END_SEC = 0.2;

export function spanProblems(row: CorpusRow): string[] {
  const overlaps = listsOf(row).flatMap(([name, spans]) =>
    spans.flatMap(({ start }, index) =>
      index > 0 && start < spans[index - 1]!.end ? [`${name}[${index}] overlaps the one before`] : [],
    ),
  );
  const short = row.silence_spans === undefined ? null : shortEnd(row as TurnRow);
  return [...meaningless(row), ...overlaps, ...(short === null ? [] : [short])];
}

/** @throws TurnwireError kind `source` */
export function requireMeaning(row: CorpusRow): void {
  const [problem] = meaningless(row);
  if (problem !== undefined) throw new TurnwireError('source', 'bad_spans', problem);
}

/** @throws TurnwireError kind `source` */
export function requireScorableEnd(row: TurnRow): void {
  const problem = shortEnd(row);
  if (problem !== null) throw new TurnwireError('source', 'short_end', problem);
}

function meaningless(row: CorpusRow): string[] {
  const reversed = listsOf(row).flatMap(([name, spans]) =>
    spans.flatMap(({ start, end }, index) =>
      end < start ? [`${name}[${index}] ends before it starts`] : [],
    ),
  );
  const spans = row.silence_spans ?? [];
  const later = spans.findIndex(({ start }) => start > spans.at(-1)!.start);
  const misplaced = `silence_spans[${later}] starts after the last one, which is to be the end of the turn`;
  return later < 0 ? reversed : [...reversed, misplaced];
}

function shortEnd({ silence_spans }: TurnRow): string | null {
  const { start, end } = silence_spans.at(-1)!;
  // Rounded, because 1.3 - 1.1 is less than 0.2 in binary.
  const lengthSec = round6(end - start);
  if (lengthSec >= MIN_END_SEC - METRIC_EPSILON) return null;
  return `the silence that ends the turn is labelled for ${lengthSec.toFixed(2)} s; ${MIN_END_SEC} s are needed to score it`;
}

const listsOf = ({ silence_spans = [], barge_ins = [], agent_speech = [] }: CorpusRow) =>
  Object.entries({ silence_spans, barge_ins, agent_speech });
