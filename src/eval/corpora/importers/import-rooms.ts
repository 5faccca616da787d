// Recordings of several voices with references in any known format, paired by the recording's name.
// Called by `turnwire corpus import rooms`.
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { TurnwireError } from '../../../protocol/errors.js';
import { readUem, readUtterances } from '../../formats/read-utterances.js';
import type { ScoredRegion, Utterance } from '../../formats/utterance.js';
import type { CorpusManifest, CorpusRow } from '../corpus-format.js';
import type { CorpusFacts } from '../seal-corpus.js';
import { newCorpusFolder, writeRows } from './write-rows.js';

export interface RoomSources {
  readonly audio: readonly string[];
  /** RTTM, STM, CTM, SegLST, TextGrid, AMI words; each may hold several recordings. */
  readonly references: readonly string[];
  readonly uem: readonly string[];
}

export async function importRooms(
  sources: RoomSources,
  folder: string,
  facts: CorpusFacts,
  language: string,
): Promise<CorpusManifest> {
  await newCorpusFolder(folder);
  await mkdir(path.join(folder, 'reference'));
  const utterances = (await Promise.all(sources.references.map(readUtterances))).flat();
  const regions = (await Promise.all(sources.uem.map(readUem))).flat();
  const rows: CorpusRow[] = [];
  for (const audio of sources.audio) {
    const id = path.parse(audio).name;
    const said = utterances.filter(({ session }) => session === id || sources.audio.length === 1);
    if (said.length === 0)
      throw new TurnwireError('source', 'no_reference', `${audio}: no reference speaks of a recording called ${id}`);
    await copyFile(audio, path.join(folder, 'audio', path.basename(audio)));
    rows.push({
      id,
      language,
      audio: `audio/${path.basename(audio)}`,
      ...(await writeReference(folder, id, said)),
      ...(await writeRegions(folder, id, regions.filter(({ session }) => session === id))),
    });
  }
  return writeRows(folder, rows, facts);
}

/** RTTM always; SegLST too where somebody wrote words down. */
async function writeReference(folder: string, id: string, said: readonly Utterance[]) {
  const rttm = said.map(
    ({ speaker, start, end }) =>
      `SPEAKER ${id} 1 ${start.toFixed(3)} ${(end - start).toFixed(3)} <NA> <NA> ${speaker.replace(/\s+/g, '_')} <NA> <NA>\n`,
  );
  await writeFile(path.join(folder, `reference/${id}.rttm`), rttm.join(''));
  const withText = said.filter(({ text }) => text !== '');
  if (withText.length === 0) return { rttm: `reference/${id}.rttm` };
  const seglst = withText.map(({ speaker, start, end, text }) => ({
    session_id: id,
    speaker: speaker.replace(/\s+/g, '_'),
    start_time: start,
    end_time: end,
    words: text,
  }));
  await writeFile(path.join(folder, `reference/${id}.json`), `${JSON.stringify(seglst, null, 1)}\n`);
  return { rttm: `reference/${id}.rttm`, seglst: `reference/${id}.json` };
}

async function writeRegions(folder: string, id: string, regions: readonly ScoredRegion[]) {
  if (regions.length === 0) return {};
  const lines = regions.map(({ start, end }) => `${id} 1 ${start} ${end}\n`);
  await writeFile(path.join(folder, `reference/${id}.uem`), lines.join(''));
  return { uem: `reference/${id}.uem` };
}
