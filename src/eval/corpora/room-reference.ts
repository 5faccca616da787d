/** What a room row says happened: who spoke when, what they said, which part counts, in which languages. */
import { readUem, readUtterances } from '../formats/read-utterances.js';
import type { ScoredRegion, Utterance } from '../formats/utterance.js';
import type { CorpusRow } from './corpus-format.js';
import type { Corpus } from './open-corpus.js';

export interface RoomReference {
  /** Speech of each voice, from RTTM, else from the transcript. */
  readonly speech: readonly Utterance[];
  /** Utterances with text; empty when the row has only RTTM. */
  readonly transcript: readonly Utterance[];
  /** Null: the whole recording counts. */
  readonly scored: readonly ScoredRegion[] | null;
  readonly languages: Readonly<Record<string, string>>;
}

/** Null for rows that are no rooms. */
export async function readRoomReference(
  corpus: Pick<Corpus, 'file'>,
  row: CorpusRow,
): Promise<RoomReference | null> {
  const transcriptFile = row.seglst ?? row.stm;
  const speechFile = row.rttm ?? transcriptFile;
  if (speechFile === undefined) return null;
  return {
    speech: await readUtterances(corpus.file(speechFile)),
    transcript: transcriptFile === undefined ? [] : await readUtterances(corpus.file(transcriptFile)),
    scored: row.uem === undefined ? null : await readUem(corpus.file(row.uem)),
    languages: row.languages ?? {},
  };
}
