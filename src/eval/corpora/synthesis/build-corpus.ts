/** Builds a sealed corpus folder from a recipe. Called by `turnwire corpus build`. */
import type { CorpusManifest } from '../corpus-format.js';
import { intoNewCorpus } from '../into-new-corpus.js';
import { writeRows } from '../write-rows.js';
import { buildCalls } from './build-calls.js';
import { buildRooms } from './build-rooms.js';
import { readRecipe } from './recipe.js';

export async function buildCorpus(
  recipeFile: string,
  folder: string,
  onRow: (done: number, total: number) => void,
  stopped?: AbortSignal,
): Promise<CorpusManifest> {
  const recipe = await readRecipe(recipeFile);
  const { name, version, licence, made } = recipe;
  const reportRow = (done: number, total: number): void => {
    stopped?.throwIfAborted();
    onRow(done, total);
  };
  return intoNewCorpus(folder, 'build', stopped, async (into) => {
    const rows =
      recipe.kind === 'calls'
        ? await buildCalls(recipe, recipeFile, into, reportRow)
        : await buildRooms(recipe, into, reportRow);
    return writeRows(into, rows, { name, version, licence, synthetic: true, made });
  });
}
