/** The work behind `turnwire corpus build`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildCorpus } from '../../eval/corpora/synthesis/build-corpus.js';
import { TurnwireError } from '../../protocol/errors.js';
import { EMBEDDED_CORPORA } from '../options/corpus-folder.js';
import { makeCorpus } from './make-corpus.js';

/** @param recipe a recipe file, or the name of one that ships. @returns the exit code. */
export async function runBuild(recipe: string, out: string): Promise<number> {
  const file = existsSync(recipe) ? recipe : path.join(EMBEDDED_CORPORA, 'recipes', `${recipe}.json`);
  if (!existsSync(file)) {
    const message = `${recipe} is neither a recipe file nor the name of one that ships with turnwire; see corpora/README.md`;
    throw new TurnwireError('source', 'no_recipe', message);
  }
  const onRow = (done: number, total: number): void => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done}/${total} recordings`);
  };
  return makeCorpus(out, async (stopped) => {
    const { name, version, splits } = await buildCorpus(file, out, onRow, stopped).finally(() => {
      if (process.stderr.isTTY) process.stderr.write('\n');
    });
    process.stdout.write(`${name} ${version}: ${JSON.stringify(splits)} in ${out}\n`);
    return 0;
  });
}
