/** Reads the reference of a room row: who spoke when, what was said, which part is scored, in which languages. */
import { readUem, readUnscored, readUtterances } from '../formats/read-utterances.js';
import type { Region, Utterance } from '../formats/utterance.js';
import type { CorpusRow } from './corpus-format.js';
import type { Corpus } from './open-corpus.js';

export interface RoomReference {
  /** Speech of each voice, from the RTTM or, without one, from the transcript. */
  readonly speech: readonly Utterance[];
  /** Utterances with words; empty if the row has only an RTTM. */
  readonly transcript: readonly Utterance[];
  /** Null if the whole recording is scored. */
  readonly scored: readonly Region[] | null;
  /** Regions that the reference leaves out of scoring. */
  readonly unscored: readonly Region[];
  readonly languages: Readonly<Record<string, string>>;
}

/** @returns null for a row that is not a room. */
export async function readRoomReference(
  corpus: Pick<Corpus, 'file'>,
  row: CorpusRow,
): Promise<RoomReference | null> {
  const transcriptFile = row.seglst ?? row.stm;
  const speechFile = row.rttm ?? transcriptFile;
  if (speechFile === undefined) return null;
  const files = [...new Set([speechFile, transcriptFile ?? speechFile])].map((file) => corpus.file(file));
  return {
    speech: await readUtterances(corpus.file(speechFile)),
    transcript: transcriptFile === undefined ? [] : await readUtterances(corpus.file(transcriptFile)),
    scored: row.uem === undefined ? null : await readUem(corpus.file(row.uem)),
    unscored: (await Promise.all(files.map(readUnscored))).flat(),
    languages: row.languages ?? {},
  };
}
