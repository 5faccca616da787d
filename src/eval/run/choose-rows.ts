/** Chooses the recordings that a run takes from its corpora. Called by `turnwire eval`. */
import { TurnwireError } from '../../protocol/errors.js';
import type { Endpoint } from '../../protocol/names.js';
import { isBargeInRow, isRoomRow, isTurnRow, type CorpusRow } from '../corpora/corpus-format.js';
import type { Corpus } from '../corpora/open-corpus.js';
import type { ChosenCorpus } from '../results/run-manifest.js';

export interface RowChoice {
  readonly endpoint: Endpoint;
  readonly splits?: readonly string[];
  readonly languages?: readonly string[];
  /** Number of rows taken from each corpus, the first ones that the other choices leave. */
  readonly limit?: number;
}

export function chooseRows(corpora: readonly Corpus[], choice: RowChoice): ChosenCorpus[] {
  const names = corpora.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new TurnwireError('usage', 'same_corpus', `two corpora are called ${twice}; run them separately`);
  const empty = corpora.find(({ rows }) => rows.length === 0);
  if (empty !== undefined)
    throw new TurnwireError('source', 'empty_corpus', `${empty.folder} is empty: its rows.jsonl has no row`);
  const chosen = corpora.map((corpus) => ({
    corpus,
    rows: corpus.rows.filter((row) => isChosen(row, choice)).slice(0, choice.limit),
  }));
  if (chosen.every(({ rows }) => rows.length === 0))
    throw new TurnwireError(
      'usage',
      'no_rows',
      `no row of ${names.join(', ')} fits these options${elsewhere(corpora, choice)}`,
    );
  return chosen;
}

/** Says which --endpoint to use if the rows only fit the other engine; else an empty text. */
function elsewhere(corpora: readonly Corpus[], choice: RowChoice): string {
  const endpoint = choice.endpoint === 'room' ? 'stream' : 'room';
  const fits = corpora.some(({ rows }) => rows.some((row) => isChosen(row, { ...choice, endpoint })));
  return fits ? `: what they hold needs --endpoint ${endpoint}` : '';
}

function isChosen(row: CorpusRow, { endpoint, splits, languages }: RowChoice): boolean {
  const isMeasurable = isTurnRow(row) || (endpoint === 'room' ? isRoomRow(row) : isBargeInRow(row));
  return (
    isMeasurable &&
    (splits === undefined || splits.includes(row.split ?? 'all')) &&
    (languages === undefined || languages.includes(row.language))
  );
}
