/**
 * Imports two-channel calls (or pairs of aligned files) as a corpus of caller turns. Voice activity on each channel says
 * who spoke when. Called by `turnwire corpus import call`.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { wavBytes } from '../../../audio/index.js';
import { createEnginePool } from '../../../engine/workers/create-pool.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import type { CorpusManifest, CorpusRow } from '../corpus-format.js';
import { intoNewCorpus } from '../into-new-corpus.js';
import type { CorpusFacts } from '../seal-corpus.js';
import { writeImportedRows } from '../write-rows.js';
import { callOverlaps, type CallOverlap } from './call-overlaps.js';
import { callTurns, type CallTurn } from './call-turns.js';
import {
  requireOwnNames,
  sourceReader,
  type ImportListener,
  type SourceChannel,
} from './source-recordings.js';
import { speechIn } from './speech-in.js';

export interface CallSource {
  readonly name: string;
  readonly caller: { readonly file: string; readonly channel: SourceChannel };
  readonly agent: { readonly file: string; readonly channel: SourceChannel };
}

export interface ImportedCalls {
  readonly manifest: CorpusManifest;
  /** How often speech of the caller was not used, for each reason. */
  readonly setAside: Readonly<Record<string, number>>;
}

const UNCLEAR_OVERLAP = 'caller spoke over the agent: claim or backchannel is unclear';
/** Sound kept before a turn (LEAD_SEC), and at most after it (TAIL_SEC), in seconds. */
const LEAD_SEC = 0.6;
const TAIL_SEC = 1.5;

export async function importCalls(
  calls: readonly CallSource[],
  folder: string,
  facts: CorpusFacts,
  language: string,
  listener: ImportListener,
): Promise<ImportedCalls> {
  requireOwnNames(calls.map(({ caller }) => caller.file));
  return intoNewCorpus(folder, 'import', listener.stopped, (into) =>
    writeCalls(calls, into, facts, language, listener),
  );
}

async function writeCalls(
  calls: readonly CallSource[],
  folder: string,
  facts: CorpusFacts,
  language: string,
  listener: ImportListener,
): Promise<ImportedCalls> {
  const read = sourceReader(calls.length, listener);
  const rows: CorpusRow[] = [];
  const setAside: Record<string, number> = {};
  const pool = createEnginePool(1);
  try {
    for (const [before, call] of calls.entries()) {
      // The two channels are analysed one after the other.
      const heard = (channelsBefore: number) => (share: number) =>
        listener.progressed?.(call.name, (channelsBefore + share) / 2, before, calls.length);
      const caller = await read(call.caller.file, call.caller.channel);
      const agent = caller && (await read(call.agent.file, call.agent.channel));
      if (caller === undefined || agent === undefined) continue;
      const callerSpeech = await speechIn(caller, pool, listener.stopped, heard(0));
      const agentSpeech = await speechIn(agent, pool, listener.stopped, heard(1));
      const found = callTurns(callerSpeech, agentSpeech, caller.length / SAMPLE_RATE_HZ);
      for (const [why, count] of Object.entries(found.setAside)) setAside[why] = (setAside[why] ?? 0) + count;
      for (const [index, turn] of found.turns.entries())
        rows.push(await writeTurn(call.name, index, turn, caller, folder, language));
      const { overlaps, ambiguous } = callOverlaps(callerSpeech, agentSpeech);
      setAside[UNCLEAR_OVERLAP] = (setAside[UNCLEAR_OVERLAP] ?? 0) + ambiguous;
      for (const [index, overlap] of overlaps.entries())
        rows.push(await writeOverlap(call.name, index, overlap, caller, folder, language));
    }
  } finally {
    await pool.close();
  }
  return { manifest: await writeImportedRows(folder, rows, facts, setAside), setAside };
}

async function writeTurn(
  call: string,
  index: number,
  { speech, nextSec }: CallTurn,
  caller: Int16Array,
  folder: string,
  language: string,
): Promise<CorpusRow> {
  const from = Math.max(0, speech[0]!.start - LEAD_SEC);
  const to = Math.min(nextSec, speech.at(-1)!.end + TAIL_SEC);
  const clip = { id: `${call}-${numbered(index)}`, from, to };
  const relative = relativeTo(from);
  return {
    ...(await writeClip(clip, caller, folder)),
    language,
    silence_spans: speech.map(({ end }, i) => ({
      start: relative(end),
      end: relative(speech[i + 1]?.start ?? to),
    })),
    ...partOf(call, index),
  };
}

async function writeOverlap(
  call: string,
  index: number,
  { agent, bargeIns }: CallOverlap,
  caller: Int16Array,
  folder: string,
  language: string,
): Promise<CorpusRow> {
  const from = Math.max(0, agent.start - LEAD_SEC);
  const to = Math.max(agent.end, bargeIns.at(-1)!.end) + TAIL_SEC;
  const clip = { id: `${call}-over-${numbered(index)}`, from, to };
  const relative = relativeTo(from);
  return {
    ...(await writeClip(clip, caller, folder)),
    language,
    agent_speech: [{ start: relative(agent.start), end: relative(agent.end) }],
    barge_ins: bargeIns.map((one) => ({ ...one, start: relative(one.start), end: relative(one.end) })),
    ...partOf(call, index),
  };
}

async function writeClip(
  { id, from, to }: { id: string; from: number; to: number },
  caller: Int16Array,
  folder: string,
): Promise<Pick<CorpusRow, 'id' | 'audio'>> {
  const audio = `audio/${id}.wav`;
  const samples = caller.slice(Math.round(from * SAMPLE_RATE_HZ), Math.round(to * SAMPLE_RATE_HZ));
  await writeFile(path.join(folder, audio), wavBytes(samples));
  return { id, audio };
}

const numbered = (index: number): string => String(index + 1).padStart(3, '0');
const relativeTo =
  (from: number) =>
  (sec: number): number =>
    Number((sec - from).toFixed(3));

/** Rows alternate between the splits, so that each split has early and late turns. */
const partOf = (call: string, index: number) => ({
  split: index % 2 === 0 ? 'calibrate' : 'test',
  tags: { call },
});
