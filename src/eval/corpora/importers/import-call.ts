// Two-channel calls (or two aligned files) to a corpus of caller turns: each channel's voice activity says who
// spoke when. Called by `turnwire corpus import call`.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readSamples, toFloat, wavBytes, type ChannelChoice } from '../../../audio/index.js';
import { createEnginePool } from '../../../engine/create-pool.js';
import type { Inference } from '../../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../../vad/silero.js';
import { VadStream } from '../../../vad/vad-stream.js';
import type { SilenceSpan } from '../../sweep/prediction-grid.js';
import type { CorpusManifest, CorpusRow } from '../corpus-format.js';
import type { CorpusFacts } from '../seal-corpus.js';
import { callTurns, type CallTurn, type SetAside } from './call-turns.js';
import { newCorpusFolder, writeRows } from './write-rows.js';

export interface CallSource {
  readonly name: string;
  readonly caller: { readonly file: string; readonly channel: ChannelChoice };
  readonly agent: { readonly file: string; readonly channel: ChannelChoice };
}

export interface ImportedCalls {
  readonly manifest: CorpusManifest;
  readonly setAside: Readonly<Record<SetAside, number>>;
}

const FRAME_SEC = VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ;
/** Sound kept before a turn, and at most after it, seconds. */
const LEAD_SEC = 0.6;
const TAIL_SEC = 1.5;

export async function importCalls(
  calls: readonly CallSource[],
  folder: string,
  facts: CorpusFacts,
  language: string,
): Promise<ImportedCalls> {
  await newCorpusFolder(folder);
  const rows: CorpusRow[] = [];
  const setAside: Record<string, number> = {};
  const pool = createEnginePool(1);
  try {
    for (const call of calls) {
      const caller = await readSamples(call.caller.file, { channel: call.caller.channel });
      const [callerSpeech, agentSpeech] = [
        await speechIn(caller, pool),
        await speechIn(await readSamples(call.agent.file, { channel: call.agent.channel }), pool),
      ];
      const found = callTurns(callerSpeech, agentSpeech, caller.length / SAMPLE_RATE_HZ);
      for (const [why, count] of Object.entries(found.setAside)) setAside[why] = (setAside[why] ?? 0) + count;
      for (const [index, turn] of found.turns.entries())
        rows.push(await writeTurn(call.name, index, turn, caller, folder, language));
    }
  } finally {
    await pool.close();
  }
  return { manifest: await writeRows(folder, rows, facts), setAside: setAside as Record<SetAside, number> };
}

async function speechIn(samples: Int16Array, inference: Inference): Promise<SilenceSpan[]> {
  const policy = new VadPolicy(DEFAULT_VAD_OPTIONS, FRAME_SEC * 1000);
  const speech: SilenceSpan[] = [];
  let start = 0;
  for (const probability of await new VadStream(inference).push(toFloat(samples))) {
    const change = policy.push(probability);
    if (change?.kind === 'start') start = change.atFrame * FRAME_SEC;
    if (change?.kind === 'end') speech.push({ start, end: change.atFrame * FRAME_SEC });
  }
  if (policy.speaking) speech.push({ start, end: policy.frames * FRAME_SEC });
  return speech;
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
  const id = `${call}-${String(index + 1).padStart(3, '0')}`;
  const clip = caller.slice(Math.round(from * SAMPLE_RATE_HZ), Math.round(to * SAMPLE_RATE_HZ));
  await writeFile(path.join(folder, 'audio', `${id}.wav`), wavBytes(clip));
  const relative = (sec: number) => Number((sec - from).toFixed(3));
  return {
    id,
    language,
    audio: `audio/${id}.wav`,
    silence_spans: speech.map(({ end }, i) => ({
      start: relative(end),
      end: relative(speech[i + 1]?.start ?? to),
    })),
    // Turns alternate between the splits, so that each has early and late ones.
    split: index % 2 === 0 ? 'calibrate' : 'test',
    tags: { call },
  };
}
