/**
 * Recordings of several voices with references in any known format, paired by the recording's name.
 * Called by `turnwire corpus import rooms`.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { TurnwireError } from '../../../protocol/errors.js';
import { identityOf, oneField, rttmLine } from '../../../sinks/index.js';
import { readJson } from '../../files/json-lines.js';
import { readUem, readUtterances } from '../../formats/read-utterances.js';
import type { ScoredRegion, Utterance } from '../../formats/utterance.js';
import type { CorpusManifest, CorpusRow } from '../corpus-format.js';
import { intoNewCorpus } from '../into-new-corpus.js';
import type { CorpusFacts } from '../seal-corpus.js';
import { writeImportedRows } from '../write-rows.js';
import { requireOwnNames, sourceReader, type ImportListener } from './source-recordings.js';

export interface RoomSources {
  readonly audio: readonly string[];
  /** RTTM, STM, CTM, SegLST, TextGrid, AMI words; each may hold several recordings. */
  readonly references: readonly string[];
  readonly uem: readonly string[];
  /** JSON: voice -> language, or recording -> voice -> language. */
  readonly languages?: string;
}

/** Of the files that are written of a recording: who spoke, what, and which part counts. */
const REFERENCE_ENDS = ['.rttm', '.json', '.uem'];

export async function importRooms(
  sources: RoomSources,
  folder: string,
  facts: CorpusFacts,
  language: string,
  listener: ImportListener,
): Promise<CorpusManifest> {
  requireOwnNames(sources.audio);
  keepReferences(sources, folder);
  return intoNewCorpus(folder, 'import', listener.stopped, (into) =>
    writeRooms(sources, into, facts, language, listener),
  );
}

/** @throws TurnwireError kind `usage` where what the corpus says of a recording would be written over what is read. */
function keepReferences({ audio, references, uem }: RoomSources, folder: string): void {
  const read = new Set([...references, ...uem].map((file) => identityOf(file)));
  for (const id of audio.map((file) => path.parse(file).name))
    for (const end of REFERENCE_ENDS) {
      const written = path.join(folder, `reference/${id}${end}`);
      if (read.has(identityOf(written)))
        throw new TurnwireError(
          'usage',
          'output_is_input',
          `${written} would be written over, with what the corpus needs of it: import into another folder`,
        );
    }
}

async function writeRooms(
  sources: RoomSources,
  folder: string,
  facts: CorpusFacts,
  language: string,
  listener: ImportListener,
): Promise<CorpusManifest> {
  const read = sourceReader(sources.audio.length, listener);
  await mkdir(path.join(folder, 'reference'), { recursive: true });
  const utterances = await readEach(sources.references, readUtterances);
  const regions = await readEach(sources.uem, readUem);
  const labels = sources.languages === undefined ? {} : await readLanguages(sources.languages);
  const ids = sources.audio.map((audio) => path.parse(audio).name);
  const rows: CorpusRow[] = [];
  for (const [before, audio] of sources.audio.entries()) {
    listener.progressed?.(path.basename(audio), 0, before, sources.audio.length);
    const id = path.parse(audio).name;
    const said = linesOf(id, utterances, ids);
    if (said.length === 0)
      throw new TurnwireError(
        'source',
        'no_reference',
        `${audio}: no reference speaks of a recording called ${id}`,
      );
    if ((await read(audio, 'mix')) === undefined) continue;
    await copyFile(audio, path.join(folder, 'audio', path.basename(audio)));
    rows.push({
      id,
      language,
      audio: `audio/${path.basename(audio)}`,
      ...(await writeReference(folder, id, said)),
      ...(await writeRegions(folder, id, regionsOf(id, regions, ids))),
      ...languagesOf(labels, id, said),
    });
  }
  return writeImportedRows(folder, rows, facts);
}

/** One by one: a file for each of thousands of recordings is more than a process may have open. */
async function readEach<T>(files: readonly string[], read: (file: string) => Promise<T[]>): Promise<T[]> {
  const lines: T[] = [];
  for (const file of files) for (const line of await read(file)) lines.push(line);
  return lines;
}

/** What speaks of one recording; of a single one all does where nothing bears its name. */
function linesOf<T extends Utterance | ScoredRegion>(
  id: string,
  lines: readonly T[],
  ids: readonly string[],
): readonly T[] {
  const own = lines.filter(({ session }) => recordingOf(session, ids) === id);
  return own.length === 0 && ids.length === 1 ? lines : own;
}

/** @throws TurnwireError kind `source` for regions of several recordings, where all would be taken for those of another one. */
function regionsOf(
  id: string,
  regions: readonly ScoredRegion[],
  ids: readonly string[],
): readonly ScoredRegion[] {
  const own = linesOf(id, regions, ids);
  const names = new Set(own.map(({ session }) => session));
  if (names.size > 1 && ![...names].some((name) => recordingOf(name, ids) === id))
    throw new TurnwireError(
      'source',
      'no_region',
      `no region of the UEM is of a recording called ${id}: it has ${[...names].join(', ')}`,
    );
  return own;
}

/**
 * Which recording a reference speaks of: the one of that name, else the one whose name goes on where the other's ends
 * (`ES2002a` and `ES2002a.Mix-Headset`, `visit01` and `visit01_doctor`).
 */
function recordingOf(session: string, ids: readonly string[]): string | undefined {
  if (ids.includes(session)) return session;
  const goesOn = (long: string, short: string) =>
    long.startsWith(short) && /^[._-]/.test(long.slice(short.length));
  const near = ids.filter((id) => goesOn(id, session) || goesOn(session, id));
  return near.sort((a, b) => b.length - a.length)[0];
}

const languagesSchema = z.record(
  z.string(),
  z.union([z.string().regex(/^[a-z]{2}$/), z.record(z.string(), z.string().regex(/^[a-z]{2}$/))]),
);
type Languages = z.infer<typeof languagesSchema>;

function readLanguages(file: string): Promise<Languages> {
  return readJson(file, languagesSchema);
}

/** Languages of the voices that speak in this recording. */
function languagesOf(
  labels: Languages,
  id: string,
  said: readonly Utterance[],
): Pick<CorpusRow, 'languages'> {
  const own = typeof labels[id] === 'object' ? labels[id] : labels;
  const known = [...new Set(said.map(({ speaker }) => speaker))].flatMap((speaker) => {
    const language = own[speaker];
    return typeof language === 'string' ? [[oneField(speaker), language]] : [];
  });
  return known.length === 0 ? {} : { languages: Object.fromEntries(known) as Record<string, string> };
}

/** RTTM always; SegLST too where somebody wrote words down. */
async function writeReference(folder: string, id: string, said: readonly Utterance[]) {
  const rttm = said.map(({ speaker, start, end }) =>
    rttmLine({
      recording: oneField(id),
      speaker: oneField(speaker),
      startSec: start,
      durationSec: end - start,
    }),
  );
  await writeFile(path.join(folder, `reference/${id}.rttm`), rttm.join(''));
  const withText = said.filter(({ text }) => text !== '');
  if (withText.length === 0) return { rttm: `reference/${id}.rttm` };
  const seglst = withText.map(({ speaker, start, end, text }) => ({
    session_id: id,
    speaker: oneField(speaker),
    start_time: start,
    end_time: end,
    words: text,
  }));
  await writeFile(path.join(folder, `reference/${id}.json`), `${JSON.stringify(seglst, null, 1)}\n`);
  return { rttm: `reference/${id}.rttm`, seglst: `reference/${id}.json` };
}

async function writeRegions(folder: string, id: string, regions: readonly ScoredRegion[]) {
  if (regions.length === 0) return {};
  const lines = regions.map(({ start, end }) => `${oneField(id)} 1 ${start} ${end}\n`);
  await writeFile(path.join(folder, `reference/${id}.uem`), lines.join(''));
  return { uem: `reference/${id}.uem` };
}
