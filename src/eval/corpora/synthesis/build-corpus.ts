/** From a recipe to a sealed corpus folder. Called by `turnwire corpus build`. */
import type { CorpusManifest } from '../corpus-format.js';
import { newCorpusFolder, writeRows } from '../write-rows.js';
import { buildCalls } from './build-calls.js';
import { buildRooms } from './build-rooms.js';
import { readRecipe } from './recipe.js';

export async function buildCorpus(
  recipeFile: string,
  folder: string,
  onRow: (done: number, total: number) => void,
): Promise<CorpusManifest> {
  const recipe = await readRecipe(recipeFile);
  newCorpusFolder(folder, 'build');
  const rows =
    recipe.kind === 'calls'
      ? await buildCalls(recipe, recipeFile, folder, onRow)
      : await buildRooms(recipe, folder, onRow);
  const { name, version, licence, made } = recipe;
  return writeRows(folder, rows, { name, version, licence, synthetic: true, made });
}
