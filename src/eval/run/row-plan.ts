/** What a run measures of each recording, and how its sessions begin and end. Called by the measure-*.ts files. */
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Endpoint, ProfileName } from '../../protocol/names.js';
import type { CorpusRow } from '../corpora/corpus-format.js';
import type { Corpus } from '../corpora/open-corpus.js';

export type Method = 'service' | 'eot-bench';

export interface RowPlan {
  readonly endpoint: Endpoint;
  readonly profiles: readonly ProfileName[];
  readonly methods: readonly Method[];
  /** Fields of `session.start` for every session. */
  readonly start: Readonly<Record<string, unknown>>;
  /** Interval of the scores of method `eot-bench`, in seconds. */
  readonly scoreIntervalSec: number;
  /** Silence after each recording, in seconds. Default TAIL_SEC. */
  readonly tailSec?: number;
}

/** The part of a corpus that measuring one recording needs. */
export type RowCorpus = Pick<Corpus, 'name' | 'file'>;

/** Silence after the recording, in seconds: longer than any timeout that ships, so that a turn can still end. */
export const TAIL_SEC = 6;
/** How much longer the silence is than the longest timeout, in seconds: the last step of the grid comes after it. */
const TAIL_MARGIN_SEC = 1;
/** Longest silence that is added, in seconds: a timeout of hours may mean "no timeout". */
export const TAIL_MAX_SEC = 60;

/** @returns a silence, in seconds, in which every timeout of these policies can end a turn; at most TAIL_MAX_SEC. */
export function tailSecFor(policies: PoliciesByLanguage, endpoint: Endpoint): number {
  const timeouts = Object.values(policies).flatMap((table) =>
    Object.values(table[endpoint]).map(({ timeoutSec }) => timeoutSec),
  );
  return Math.min(TAIL_MAX_SEC, Math.max(TAIL_SEC, ...timeouts.map((sec) => sec + TAIL_MARGIN_SEC)));
}

/** @returns the fields of `session.start`. The idle timeout is off, so that a quiet recording is heard to its end. */
export function startOf(row: CorpusRow, plan: RowPlan): Record<string, unknown> {
  const start = { idle_timeout_s: 0, ...plan.start };
  if (plan.endpoint === 'room') return start;
  return { ...start, language: { pin: row.language }, messages: messagesOf(row) };
}

function messagesOf(row: CorpusRow) {
  return (row.messages ?? []).map(({ role, content }) => ({ role, content: content ?? '' }));
}

export function withTail(audio: Int16Array, { tailSec = TAIL_SEC }: RowPlan): Int16Array {
  const padded = new Int16Array(audio.length + Math.round(tailSec * SAMPLE_RATE_HZ));
  padded.set(audio);
  return padded;
}
