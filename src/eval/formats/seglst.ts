/**
 * Reads SegLST, the JSON of the CHiME challenges: a list of {session_id, start_time, end_time, words, speaker}.
 * Source: fgnt/meeteval, doc/formats.
 */
import { z } from 'zod';
import { parseJson } from '../files/json-lines.js';
import type { Utterance } from './utterance.js';

/** A time is a number or, in CHiME's own files, text. */
const time = z.union([
  z.number().nonnegative('a time is 0 or more'),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number),
]);

const segments = z.array(
  z
    .object({
      session_id: z.string(),
      speaker: z.string().regex(/\S/, 'the voice has no name'),
      start_time: time,
      end_time: time,
      words: z.string(),
    })
    .refine(({ start_time, end_time }) => end_time >= start_time, 'it ends before it starts'),
);

export function parseSegLst(text: string, where: string): Utterance[] {
  return parseJson(text, segments, where).map((segment) => ({
    session: segment.session_id,
    speaker: segment.speaker,
    start: segment.start_time,
    end: segment.end_time,
    text: segment.words,
  }));
}
