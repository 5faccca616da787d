/** Reads a file of `run --trace`: one JSON object for each grid step. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { utf8Text } from '../../protocol/utf8-text.js';

const traceLine = z.object({
  t: z.number(),
  speech: z.number(),
  silence_s: z.number(),
  p_eot: z.number().nullable(),
  parts: z.object({ heard: z.string().optional() }).optional(),
});

/** Voice activity and score at one grid step. */
export interface TraceLine {
  readonly t: number;
  /** Voice activity, 0..1. */
  readonly speech: number;
  readonly silenceSec: number;
  /** Null outside the silences of an open turn. */
  readonly pEot: number | null;
  /** The words that the scorer read. */
  readonly heard?: string;
}

export async function readTrace(file: string): Promise<TraceLine[]> {
  let at = 0;
  try {
    const lines = utf8Text(await readFile(file)).split('\n');
    return lines.flatMap((line) => {
      at += 1;
      if (line.trim() === '') return [];
      const { t, speech, silence_s, p_eot, parts } = traceLine.parse(JSON.parse(line));
      return [{ t, speech, silenceSec: silence_s, pEot: p_eot, heard: parts?.heard }];
    });
  } catch (error) {
    const where = at > 0 ? `:${at}: not a line of run --trace` : `: ${messageOf(error)}`;
    throw new TurnwireError('source', 'trace_unreadable', `cannot read ${file}${where}`, { cause: error });
  }
}
