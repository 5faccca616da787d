/**
 * The last step of the learned scorer: a weighted sum of named numbers, then what the length of the silence adds.
 * Fitted by training/fusion/fit.py on real calls; kept as JSON so that a person can read every weight.
 */
import { z } from 'zod';
import { TurnwireError } from '../protocol/errors.js';

const sumSchema = z.object({
  bias: z.number(),
  features: z.array(
    z.object({
      name: z.string(),
      weight: z.number(),
      mean: z.number(),
      deviation: z.number().positive(),
      /** Values are cut to this range first: a fit on few calls must not reach beyond what it saw. */
      low: z.number(),
      high: z.number(),
    }),
  ),
});
export type WeightedSum = z.infer<typeof sumSchema>;

const wordSumsSchema = z.object({
  /** Words and sound, after what the other said. */
  full: sumSchema,
  /** The same where nothing said before is known. */
  alone: sumSchema,
});

const fusionSchema = wordSumsSchema.extend({
  version: z.string(),
  /** Marks and certainties alone, where the words cannot be read. */
  marks: sumSchema,
  /** Of a pause heard again, with `sec` of silence: it moves the log-odds of the first look by `most` at most. */
  second: wordSumsSchema.extend({ sec: z.number(), most: z.number().positive() }),
  /** Log-odds where speech was heard but no word understood, and where no recogniser listens. */
  withoutWords: z.number(),
  withoutRecogniser: z.number(),
  /** What silence adds to the log-odds: points of a rising line, flat before the first, straight on after the last. */
  silence: z.array(z.object({ sec: z.number(), logOdds: z.number() })).min(2),
});
export type Fusion = z.infer<typeof fusionSchema>;

export function parseFusion(bytes: Uint8Array): Fusion {
  return fusionSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Log-odds at the first silence point. @throws TurnwireError when a number the fusion needs is missing. */
export function fuse(sum: WeightedSum, numbers: Readonly<Record<string, number>>): number {
  return sum.features.reduce((total, { name, weight, mean, deviation, low, high }) => {
    const value = numbers[name];
    if (value === undefined || Number.isNaN(value)) {
      throw new TurnwireError('internal', 'fusion_input', `the end-of-turn fusion got no number '${name}'`);
    }
    return total + (weight * (Math.min(high, Math.max(low, value)) - mean)) / deviation;
  }, sum.bias);
}

/** What `silenceSec` adds to the log-odds: the longer a silence, the fewer pauses are left that long. */
export function silenceLogOdds(line: Fusion['silence'], silenceSec: number): number {
  const next = line.findIndex(({ sec }) => sec > silenceSec);
  if (next === 0) return line[0]!.logOdds;
  const b = next < 0 ? line.length - 1 : next;
  const [from, to] = [line[b - 1]!, line[b]!];
  return from.logOdds + ((to.logOdds - from.logOdds) * (silenceSec - from.sec)) / (to.sec - from.sec);
}
