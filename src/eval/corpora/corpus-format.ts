/**
 * What a corpus folder holds, checked once here: `corpus.json` (what it is and how it was made) and
 * `rows.jsonl` (the open benchmark's row, plus what rooms and barge-in need). Times in seconds.
 * Read by every command that takes a corpus.
 */
import { z } from 'zod';

const seconds = z.number().nonnegative();

export const spanSchema = z.object({ start: seconds, end: seconds });

export const rowSchema = z.object({
  /** Unique in the corpus; also the name of the row's result file. */
  id: z.string().min(1),
  /** Two-letter code; of the first voice in a room. */
  language: z
    .string()
    .transform((code) => code.trim().toLowerCase())
    .pipe(z.string().min(1)),
  /** Path of the recording, relative to the corpus folder. */
  audio: z.string().min(1),
  /** Which channel of the recording; all are averaged when absent. */
  channel: z.int().nonnegative().optional(),
  /** One complete turn: the last silence ends it, the others are pauses inside it. */
  silence_spans: z.array(spanSchema).min(1).optional(),
  /** What was said before this turn, newest last. */
  messages: z.array(z.object({ role: z.string().min(1), content: z.string().nullable() })).optional(),
  /** Words of this recording. */
  words: z.array(z.object({ word: z.string(), start: seconds, end: seconds })).optional(),
  /** When an agent, not heard in the recording, was talking. */
  agent_speech: z.array(spanSchema.extend({ utterance_id: z.string().optional() })).optional(),
  /** What the user did while the agent talked. */
  barge_ins: z.array(spanSchema.extend({ class: z.enum(['claim', 'backchannel']) })).optional(),
  /** Reference files of a room, relative to the corpus folder. */
  rttm: z.string().optional(),
  stm: z.string().optional(),
  seglst: z.string().optional(),
  uem: z.string().optional(),
  /** Language of each voice of a room. */
  languages: z.record(z.string(), z.string()).optional(),
  /** Which part of the corpus, e.g. `calibrate` or `test`. */
  split: z.string().optional(),
  /** Anything worth slicing by, e.g. `{"band":"telephone"}`. */
  tags: z.record(z.string(), z.string()).optional(),
});

/** One recording and what is known about it. */
export type CorpusRow = z.infer<typeof rowSchema>;

/** A row that says where one turn pauses and ends. */
export type TurnRow = CorpusRow & Required<Pick<CorpusRow, 'silence_spans'>>;

export const isTurnRow = (row: CorpusRow): row is TurnRow => row.silence_spans !== undefined;
export const isBargeInRow = (row: CorpusRow): boolean => row.barge_ins !== undefined;
export const isRoomRow = (row: CorpusRow): boolean => (row.rttm ?? row.stm ?? row.seglst) !== undefined;

export const manifestSchema = z.object({
  name: z.string().min(1),
  version: z.string().min(1),
  licence: z.string().min(1),
  /** Two-letter codes of the rows. */
  languages: z.array(z.string()),
  /** Rows per split. */
  splits: z.record(z.string(), z.int().nonnegative()),
  /** True when no person was recorded. */
  synthetic: z.boolean(),
  /** How it was made, and what to keep in mind when reading figures on it. */
  made: z.string().min(1),
  /** sha256 of every file but corpus.json, by path. */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});

export type CorpusManifest = z.infer<typeof manifestSchema>;
