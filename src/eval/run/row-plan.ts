/** What is to be measured of each recording of a run, and how its sessions begin and end. Shared by what measures one. */
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
  /** `session.start` fields for every session. */
  readonly start: Readonly<Record<string, unknown>>;
  /** Step of the scores of method `eot-bench`, seconds. */
  readonly scoreIntervalSec: number;
  /** Silence after each recording, seconds; default TAIL_SEC. */
  readonly tailSec?: number;
}

/** What measuring one recording needs of its corpus. */
export type RowCorpus = Pick<Corpus, 'name' | 'file'>;

/** Silence after the recording, seconds: longer than any time-out that ships, so that a turn can still end. */
export const TAIL_SEC = 6;
/** So much longer than a time-out, seconds: speech may end, and a step of the grid come, after the recording does. */
const TAIL_MARGIN_SEC = 1;
/** Longer ones are not waited for, seconds: a time-out of hours may stand for none. */
export const TAIL_MAX_SEC = 60;

/** Silence in which every time-out of these policies can end a turn, up to TAIL_MAX_SEC. */
export function tailSecFor(policies: PoliciesByLanguage, endpoint: Endpoint): number {
  const timeouts = Object.values(policies).flatMap((table) =>
    Object.values(table[endpoint]).map(({ timeoutSec }) => timeoutSec),
  );
  return Math.min(TAIL_MAX_SEC, Math.max(TAIL_SEC, ...timeouts.map((sec) => sec + TAIL_MARGIN_SEC)));
}

/** Fields of `session.start`. However long nobody speaks, the recording is heard to its end. */
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
