/**
 * The schemas of a corpus folder: `corpus.json` (what it is and how it was made) and `rows.jsonl` (the row of the open
 * benchmark, plus fields for rooms and barge-in). Times in seconds. Called by every command that takes a corpus.
 */
import { z } from 'zod';

const seconds = z.number().nonnegative();

export const spanSchema = z.object({ start: seconds, end: seconds });

export const rowSchema = z.object({
  /** Unique in the corpus. The result file of the row is named by it. */
  id: z.string().min(1),
  /** Two-letter code. In a room it is that of the first voice. */
  language: z
    .string()
    .transform((code) => code.trim().toLowerCase())
    .pipe(z.string().min(1)),
  /** Path of the recording, relative to the corpus folder. */
  audio: z.string().min(1),
  /** Channel of the recording, from 0. Without it all channels are averaged. */
  channel: z.int().nonnegative().optional(),
  /** Silences of one complete turn: the last one ends the turn, the others are pauses inside it. */
  silence_spans: z.array(spanSchema).min(1).optional(),
  /** The conversation before this turn, newest message last. */
  messages: z.array(z.object({ role: z.string().min(1), content: z.string().nullable() })).optional(),
  /** Words of the recording with their times. */
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })).optional(),
  /** When the agent talked. It cannot be heard in the recording. */
  agent_speech: z.array(spanSchema.extend({ utterance_id: z.string().optional() })).optional(),
  /** What the user said while the agent talked. */
  barge_ins: z.array(spanSchema.extend({ class: z.enum(['claim', 'backchannel']) })).optional(),
  /** Reference files of a room, relative to the corpus folder. */
  rttm: z.string().optional(),
  stm: z.string().optional(),
  seglst: z.string().optional(),
  uem: z.string().optional(),
  /** Language of each voice of a room. */
  languages: z.record(z.string(), z.string()).optional(),
  /** Name of the part of the corpus, such as `calibrate` or `test`. */
  split: z.string().optional(),
  /** Properties to slice figures by, such as `{"band":"telephone"}`. */
  tags: z.record(z.string(), z.string()).optional(),
});

/** A recording and its labels. */
export type CorpusRow = z.infer<typeof rowSchema>;

/** A row with the labelled pauses and end of one turn. */
export type TurnRow = CorpusRow & Required<Pick<CorpusRow, 'silence_spans'>>;

export const isTurnRow = (row: CorpusRow): row is TurnRow => row.silence_spans !== undefined;
export const isBargeInRow = (row: CorpusRow): boolean => row.barge_ins !== undefined;
export const isRoomRow = (row: CorpusRow): boolean => (row.rttm ?? row.stm ?? row.seglst) !== undefined;

export const corpusManifestSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  licence: z.string().min(1),
  /** The two-letter codes of all rows. */
  languages: z.array(z.string()),
  /** Number of rows of each split. */
  splits: z.record(z.string(), z.int().nonnegative()),
  /** True if the speech is synthetic. */
  synthetic: z.boolean(),
  /** How the corpus was made, and what a reader of its figures should know. */
  made: z.string().min(1),
  /** sha256 of every file except corpus.json, by path. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

export type CorpusManifest = z.infer<typeof corpusManifestSchema>;
