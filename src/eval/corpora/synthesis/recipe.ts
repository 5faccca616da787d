/**
 * Reads a recipe, which holds everything that a built corpus depends on: the same recipe builds the same labels, and with
 * the same synthesiser versions the same samples. Called by build-corpus.ts.
 */
import path from 'node:path';
import { z } from 'zod';
import { readJson, readText } from '../../files/json-lines.js';

const common = {
  name: z.string(),
  version: z.string(),
  licence: z.string(),
  made: z.string(),
  seed: z.int(),
  /** Level of the noise under the whole recording, in dB relative to full scale. */
  noiseDb: z.number().negative(),
};

const callsRecipe = z.object({
  kind: z.literal('calls'),
  ...common,
  /** Names of text files beside the recipe. */
  texts: z.object({ english: z.string(), other: z.string(), bargeIn: z.string() }),
  /** Number of times each English line is spoken, each with other slot values and another voice. */
  englishTakes: z.int().positive(),
  /** Share of recordings that go through a telephone line, 0..1 (phone-band.ts). */
  telephoneShare: z.number().min(0).max(1),
  leadSec: z.number(),
  endSec: z.number(),
  /** Distribution that the pauses follow: a count for each length in seconds. */
  pauseCounts: z.record(z.string(), z.number()),
  voices: z.record(z.string(), z.record(z.string(), z.array(z.string()).min(1))),
  slots: z.record(z.string(), z.array(z.string()).min(1)),
  /** A longer recording beside the rows: a text is a phrase, a number a silence in seconds. */
  session: z.object({
    audio: z.string(),
    voice: z.string(),
    parts: z.array(z.union([z.string(), z.number()])),
  }),
});

const roomVoice = z.object({ voice: z.string(), language: z.string() });

const roomsRecipe = z.object({
  kind: z.literal('rooms'),
  ...common,
  rooms: z.array(
    z.object({
      id: z.string(),
      split: z.string(),
      voices: z.record(z.string(), roomVoice),
      /** `after`: gap to the end of the previous utterance, in seconds; negative values overlap it. */
      utterances: z.array(z.object({ speaker: z.string(), text: z.string(), after: z.number() })),
    }),
  ),
});

const recipeSchema = z.discriminatedUnion('kind', [callsRecipe, roomsRecipe]);

export type CallsRecipe = z.infer<typeof callsRecipe>;
export type RoomsRecipe = z.infer<typeof roomsRecipe>;

export function readRecipe(file: string): Promise<CallsRecipe | RoomsRecipe> {
  return readJson(file, recipeSchema);
}

/** @returns the lines of a text file beside the recipe, without empty lines and comments (`#`). */
export async function recipeLines(recipeFile: string, name: string): Promise<string[]> {
  const text = await readText(path.join(path.dirname(recipeFile), name));
  return text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
}
