/**
 * A recipe says everything a built corpus depends on; the same recipe builds the same labels, and with the
 * same synthesiser versions the same samples.
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
  /** Level of the line noise under everything, dB below full scale. */
  noiseDb: z.number().negative(),
};

const callsRecipe = z.object({
  kind: z.literal('calls'),
  ...common,
  /** Text files beside the recipe. */
  texts: z.object({ english: z.string(), other: z.string(), bargeIn: z.string() }),
  /** How often each English line is spoken, each time with other fillings and another voice. */
  englishTakes: z.int().positive(),
  /** Share of recordings that go through a telephone line (8 kHz, 300 to 3400 Hz, mu-law). */
  telephoneShare: z.number().min(0).max(1),
  leadSec: z.number(),
  endSec: z.number(),
  /** Pause length in seconds -> count; the distribution that the pauses follow. */
  pauseCounts: z.record(z.string(), z.number()),
  voices: z.record(z.string(), z.record(z.string(), z.array(z.string()).min(1))),
  slots: z.record(z.string(), z.array(z.string()).min(1)),
  /** A longer recording beside the rows: phrases, and silences in seconds between them. */
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
      /** `after` = gap to the end of the previous utterance in seconds; negative overlaps it. */
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

/** Lines of a text file beside the recipe, without comments. */
export async function recipeLines(recipeFile: string, name: string): Promise<string[]> {
  const text = await readText(path.join(path.dirname(recipeFile), name));
  return text.split(/\r?\n/).filter((line) => line.trim() !== '' && !line.startsWith('#'));
}
