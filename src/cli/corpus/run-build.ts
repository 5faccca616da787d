/** The work behind `turnwire corpus build`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildCorpus } from '../../eval/corpora/synthesis/build-corpus.js';
import { TurnwireError } from '../../protocol/errors.js';
import { EMBEDDED_CORPORA } from './corpus-folder.js';

/** @param recipe a file, or the name of one that ships. */
export async function runBuild(recipe: string, out: string): Promise<void> {
  const file = existsSync(recipe) ? recipe : path.join(EMBEDDED_CORPORA, 'recipes', `${recipe}.json`);
  if (!existsSync(file)) {
    const message = `${recipe} is neither a recipe file nor the name of one that ships with turnwire; see corpora/README.md`;
    throw new TurnwireError('source', 'no_recipe', message);
  }
  const manifest = await buildCorpus(file, out, (done, total) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done}/${total} recordings`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  process.stdout.write(
    `${manifest.name} ${manifest.version}: ${JSON.stringify(manifest.splits)} in ${out}\n`,
  );
}
