/** cost.json of a run folder: what it cost to run its recordings. Depends on the machine, so it is no part of the results. */
import { z } from 'zod';

/** File of a run folder that holds CostFigures. */
export const COST_FILE = 'cost.json';

/** What a detector, or the engines, cost. */
export const costSchema = z.object({
  answers: z.int(),
  /** Wall time of an answer, in ms: median, 99th percentile and slowest; null without answers. */
  answerMs: z.object({ median: z.number(), p99: z.number(), most: z.number() }).nullable(),
  /** Sound that was run, in seconds: each pass over a recording counts. */
  audioSec: z.number(),
  /** Processor time in seconds; null if the system does not report it. */
  cpuSec: z.number().nullable(),
  /** Largest memory of one process with all that it started, in MB; null if the system does not report it. */
  peakMemoryMb: z.number().nullable(),
});
export type CostFigures = z.infer<typeof costSchema>;
