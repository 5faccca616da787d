/**
 * Imports recordings of several voices with references in any known format, paired by the name of the recording.
 * Called by `turnwire corpus import rooms`.
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { TurnwireError } from '../../../protocol/errors.js';
import { identityOf, noScoreLine, oneField, rttmLine } from '../../../sinks/index.js';
import { readJson } from '../../files/json-lines.js';
import { readUem, readUnscored, readUtterances } from '../../formats/read-utterances.js';
import type { Region, Utterance } from '../../formats/utterance.js';
import type { CorpusManifest, CorpusRow } from '../corpus-format.js';
import { intoNewCorpus } from '../into-new-corpus.js';
import type { CorpusFacts } from '../seal-corpus.js';
import { writeImportedRows } from '../write-rows.js';
import { requireOwnNames, sourceReader, type ImportListener } from './source-recordings.js';

export interface RoomSources {
  readonly audio: readonly string[];
  /** RTTM, STM, CTM, SegLST, TextGrid or AMI words. A file may hold several recordings. */
  readonly references: readonly string[];
  readonly uem: readonly string[];
  /** JSON file with the language of each voice, or of each voice of each recording. */
  readonly languages?: string;
}

/** Name endings of the reference files written for a recording: who spoke, what was said, which part is scored. */
const REFERENCE_ENDS = ['.rttm', '.json', '.uem'];

export async function importRooms(
  sources: RoomSources,
  folder: string,
  facts: CorpusFacts,
  language: string,
  listener: ImportListener,
): Promise<CorpusManifest> {
  requireOwnNames(sources.audio);
  requireReferencesKept(sources, folder);
  return intoNewCorpus(folder, 'import', listener.stopped, (into) =>
    writeRooms(sources, into, facts, language, listener),
  );
}

/** @throws TurnwireError kind `usage` if a reference of the new corpus would overwrite a file that is read. */
function requireReferencesKept({ audio, references, uem }: RoomSources, folder: string): void {
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
  const unscored = await readEach(sources.references, readUnscored);
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
      ...(await writeReference(folder, id, said, unscoredOf(id, unscored, said, ids))),
      ...(await writeRegions(folder, id, regionsOf(id, regions, ids))),
      ...languagesOf(labels, id, said),
    });
  }
  return writeImportedRows(folder, rows, facts);
}

/** Reads files one after the other: a process may not have thousands of them open at once. */
async function readEach<T>(files: readonly string[], read: (file: string) => Promise<T[]>): Promise<T[]> {
  const lines: T[] = [];
  for (const file of files) for (const line of await read(file)) lines.push(line);
  return lines;
}

/** @returns the lines of one recording. A single recording gets all lines if none bears its name. */
function linesOf<T extends Utterance | Region>(
  id: string,
  lines: readonly T[],
  ids: readonly string[],
): readonly T[] {
  const own = lines.filter(({ session }) => recordingOf(session, ids) === id);
  return own.length === 0 && ids.length === 1 ? lines : own;
}

/** @returns the regions that the references of one recording leave out. */
function unscoredOf(
  id: string,
  unscored: readonly Region[],
  said: readonly Utterance[],
  ids: readonly string[],
): readonly Region[] {
  const names = new Set(said.map(({ session }) => session));
  return unscored.filter(({ session }) => names.has(session) || recordingOf(session, ids) === id);
}

/**
 * @returns the regions of one recording. @throws TurnwireError kind `source` if they are of several other recordings.
 */
function regionsOf(id: string, regions: readonly Region[], ids: readonly string[]): readonly Region[] {
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
 * @returns the recording that a reference is about: the one with its name, else the one whose name extends it or is
 * extended by it (`ES2002a` and `ES2002a.Mix-Headset`, `visit01` and `visit01_doctor`).
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

/** @returns the languages of the voices that speak in this recording. */
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

/**
 * Writes an RTTM and, if the reference has words, a SegLST. The RTTM also has the regions that are not scored.
 * @returns the fields of the row that name them.
 */
async function writeReference(
  folder: string,
  id: string,
  said: readonly Utterance[],
  unscored: readonly Region[],
) {
  const left = unscored.map(({ start, end }) =>
    noScoreLine({ recording: oneField(id), startSec: start, durationSec: end - start }),
  );
  const rttm = said.map(({ speaker, start, end }) =>
    rttmLine({
      recording: oneField(id),
      speaker: oneField(speaker),
      startSec: start,
      durationSec: end - start,
    }),
  );
  await writeFile(path.join(folder, `reference/${id}.rttm`), [...left, ...rttm].join(''));
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

async function writeRegions(folder: string, id: string, regions: readonly Region[]) {
  if (regions.length === 0) return {};
  const lines = regions.map(({ start, end }) => `${oneField(id)} 1 ${start} ${end}\n`);
  await writeFile(path.join(folder, `reference/${id}.uem`), lines.join(''));
  return { uem: `reference/${id}.uem` };
}
