/**
 * The last step of the learned scorer: a weighted sum of named numbers, plus what the length of the silence adds. Fitted by
 * training/fusion/fit.py on real calls. The table is JSON so that a person can read every weight.
 */
import { z } from 'zod';
import { clamp } from '../dsp/numeric.js';
import { TurnwireError } from '../protocol/errors.js';
import { LANGUAGES } from '../protocol/languages.js';

const sumSchema = z.object({
  bias: z.number(),
  features: z.array(
    z.object({
      name: z.string(),
      weight: z.number(),
      mean: z.number(),
      deviation: z.number().positive(),
      /** Range to which a value is clamped first, because a fit on few calls says nothing of values beyond those that it saw. */
      low: z.number(),
      high: z.number(),
    }),
  ),
});
export type WeightedSum = z.infer<typeof sumSchema>;

const wordSumsSchema = z.object({
  /** Words and sound, if it is known what was said before the turn. */
  full: sumSchema,
  /** Words and sound, if it is not known what was said before the turn. */
  alone: sumSchema,
});

const fusionSchema = wordSumsSchema.extend({
  version: z.string(),
  /** The recogniser's punctuation and how sure it was of its words, for words that the heads cannot read. */
  marks: sumSchema,
  /** For a recheck after `sec` of silence. It moves the log-odds of the first judgement by `most` at most. */
  second: wordSumsSchema.extend({ sec: z.number(), most: z.number().positive() }),
  /** Log-odds of a turn end that stand for the words if the recogniser understood no word. */
  withoutWords: z.number(),
  /** Log-odds of a turn end that stand for the words if no recogniser runs. */
  withoutRecogniser: z.number(),
  /** What silence adds to the log-odds: points of a rising line, flat before the first, extended after the last. */
  silence: z.array(z.object({ sec: z.number(), logOdds: z.number() })).min(2),
});
export type Fusion = z.infer<typeof fusionSchema>;

const languageSumsSchema = z.object({
  /** Words and sound, if an agent asked something that the turn may answer. */
  asked: sumSchema,
  /** Words and sound, if nothing is known that the turn answers. */
  alone: sumSchema,
});

const languageFusionSchema = languageSumsSchema.extend({
  version: z.string(),
  /** Sums of their own of languages whose words are misheard too often. */
  languages: z.partialRecord(z.enum(LANGUAGES), languageSumsSchema),
});
/** The sums of languages other than English, in a file of their own: English keeps its table and its scores. */
export type LanguageFusion = z.infer<typeof languageFusionSchema>;

export function parseLanguageFusion(bytes: Uint8Array): LanguageFusion {
  return languageFusionSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

export function parseFusion(bytes: Uint8Array): Fusion {
  return fusionSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Log-odds at the first silence point. @throws TurnwireError kind `internal` if a number that the sum needs is missing. */
export function fuse(sum: WeightedSum, numbers: Readonly<Record<string, number>>): number {
  return sum.features.reduce((total, { name, weight, mean, deviation, low, high }) => {
    const value = numbers[name];
    if (value === undefined || Number.isNaN(value)) {
      throw new TurnwireError('internal', 'fusion_input', `the end-of-turn fusion got no number '${name}'`);
    }
    return total + (weight * (clamp(value, low, high) - mean)) / deviation;
  }, sum.bias);
}

/** What a silence of `silenceSec` adds to the log-odds. It rises: the longer a silence, the fewer pauses inside turns last as long. */
export function silenceLogOdds(line: Fusion['silence'], silenceSec: number): number {
  const next = line.findIndex(({ sec }) => sec > silenceSec);
  if (next === 0) return line[0]!.logOdds;
  const b = next < 0 ? line.length - 1 : next;
  const [from, to] = [line[b - 1]!, line[b]!];
  return from.logOdds + ((to.logOdds - from.logOdds) * (silenceSec - from.sec)) / (to.sec - from.sec);
}
