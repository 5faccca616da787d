/** From a recipe to a sealed corpus folder. Called by `turnwire corpus build`. */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { TurnwireError } from '../../../protocol/errors.js';
import type { CorpusManifest } from '../corpus-format.js';
import { sealCorpus } from '../seal-corpus.js';
import { buildCalls } from './build-calls.js';
import { buildRooms } from './build-rooms.js';
import { readRecipe } from './recipe.js';

export async function buildCorpus(
  recipeFile: string,
  folder: string,
  onRow: (done: number, total: number) => void,
): Promise<CorpusManifest> {
  if (existsSync(path.join(folder, 'rows.jsonl')))
    throw new TurnwireError(
      'usage',
      'corpus_exists',
      `${folder} holds a corpus already; build into another folder`,
    );
  const recipe = await readRecipe(recipeFile);
  await mkdir(folder, { recursive: true });
  if (recipe.kind === 'calls') await buildCalls(recipe, recipeFile, folder, onRow);
  else await buildRooms(recipe, folder, onRow);
  const { name, version, licence, made } = recipe;
  return sealCorpus(folder, { name, version, licence, synthetic: true, made });
}
