/** What is to be measured of each recording of a run, and how its sessions begin and end. Shared by what measures one. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Endpoint, ProfileName } from '../../protocol/names.js';
import type { CorpusRow } from '../corpora/corpus-format.js';
import type { Corpus } from '../corpora/open-corpus.js';

export type Method = 'service' | 'eot-bench';

export interface RowPlan {
  readonly endpoint: Endpoint;
  readonly profiles: readonly ProfileName[];
  readonly methods: readonly Method[];
  /** `session.start` fields for every session. */
  readonly start: Readonly<Record<string, unknown>>;
  /** Step of the scores of method `eot-bench`, seconds. */
  readonly scoreIntervalSec: number;
}

/** What measuring one recording needs of its corpus. */
export type RowCorpus = Pick<Corpus, 'name' | 'file'>;

/** Silence after the recording, seconds: longer than any time-out that ships, so that a turn can still end. */
export const TAIL_SEC = 6;

/** Fields of `session.start`. However long nobody speaks, the recording is heard to its end. */
export function startOf(row: CorpusRow, plan: RowPlan): Record<string, unknown> {
  const start = { idle_timeout_s: 0, ...plan.start };
  if (plan.endpoint === 'room') return start;
  return { ...start, language: { pin: row.language }, messages: messagesOf(row) };
}

function messagesOf(row: CorpusRow) {
  return (row.messages ?? []).map(({ role, content }) => ({ role, content: content ?? '' }));
}

export function withTail(audio: Int16Array): Int16Array {
  const padded = new Int16Array(audio.length + TAIL_SEC * SAMPLE_RATE_HZ);
  padded.set(audio);
  return padded;
}
