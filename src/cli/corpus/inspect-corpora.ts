/** The work behind `turnwire corpus list`, `stats` and `validate`. */
import { describeCorpus, formatCorpusStats } from '../../eval/corpora/describe-corpus.js';
import {
  corpusFoldersIn,
  formatCorpusList,
  listCorpus,
  type CorpusListing,
} from '../../eval/corpora/list-corpora.js';
import { openCorpus } from '../../eval/corpora/open-corpus.js';
import { validateCorpus } from '../../eval/corpora/validate-corpus.js';
import { figuresJson } from '../../eval/tables/figures-json.js';
import { eachOrSkip } from '../terminal/each-or-skip.js';
import { corpusFolder } from '../options/corpus-folder.js';

export interface JsonFlag {
  json?: boolean;
}

/**
 * A corpus that cannot be opened is named and skipped.
 *
 * @returns the exit code of the last corpus skipped; 0 if none was.
 */
export async function listCorporaIn(folder: string, flags: JsonFlag): Promise<number> {
  const corpora: CorpusListing[] = [];
  const folders = await corpusFoldersIn(folder);
  if (folders.length === 0)
    process.stderr.write(`turnwire: no folder in ${folder} is a corpus: none has a rows.jsonl\n`);
  const exitCode = await eachOrSkip(folders, async (inner) => {
    corpora.push(await listCorpus(inner));
  });
  process.stdout.write(flags.json ? `${JSON.stringify(corpora, null, 2)}\n` : formatCorpusList(corpora));
  return exitCode;
}

export async function corpusStats(name: string, flags: JsonFlag): Promise<void> {
  const description = describeCorpus(await openCorpus(corpusFolder(name)));
  process.stdout.write(flags.json ? figuresJson(description) : formatCorpusStats(description));
}

/**
 * A corpus that cannot be opened is named and skipped.
 *
 * @returns the exit code of the last corpus skipped; else 1 if one has a problem; else 0.
 */
export async function validateCorpora(names: readonly string[], flags: JsonFlag): Promise<number> {
  const results: { corpus: string; rows: number; problems: string[] }[] = [];
  const unopened = await eachOrSkip(names, async (name) => {
    const corpus = await openCorpus(corpusFolder(name));
    const problems = await validateCorpus(corpus);
    results.push({ corpus: name, rows: corpus.rows.length, problems });
    const lines = problems.length > 0 ? problems : [`${corpus.rows.length} rows, nothing wrong`];
    if (!flags.json) process.stdout.write(lines.map((line) => `${name}: ${line}\n`).join(''));
  });
  if (flags.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  return unopened || (results.some(({ problems }) => problems.length > 0) ? 1 : 0);
}
