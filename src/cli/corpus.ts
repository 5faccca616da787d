/** `turnwire corpus`: lists, describes, checks, builds and imports recordings with labels. */
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { TurnwireError } from '../protocol/errors.js';
import { eachOrSkip } from './each-or-skip.js';

/** The corpora that ship with the package. */
const EMBEDDED = fileURLToPath(new URL('../../corpora/', import.meta.url));

export function register(program: Command): void {
  const corpus = program
    .command('corpus')
    .description('List, describe, check, build and import corpora.')
    .addHelpText(
      'after',
      `
Examples:
  turnwire corpus list
  turnwire corpus stats sample-calls
  turnwire corpus validate my-corpus`,
    );
  corpus
    .command('list')
    .description('the corpora in a folder (default: those that ship with turnwire)')
    .argument('[folder]', 'a folder of corpus folders', EMBEDDED)
    .option('--json', 'one JSON array')
    .action(list);
  corpus
    .command('stats')
    .description('counts and the silence-only baseline, per split and language')
    .argument('<corpus>', 'a corpus folder, or the name of one that ships with turnwire')
    .option('--json', 'one JSON object')
    .action(stats);
  corpus
    .command('validate')
    .description('checks labels, audio and hashes; exit 1 when something is wrong')
    .argument('<corpus...>', 'corpus folders or names')
    .option('--json', 'one JSON array: corpus, rows, problems')
    .action(validate);
  corpus
    .command('build')
    .description('synthesises a corpus from a recipe (needs flite, espeak-ng and flac)')
    .argument('<recipe>', 'a recipe file, or the name of one that ships with turnwire')
    .requiredOption('--out <folder>', 'where to write it; the folder must not hold a corpus yet')
    .action(build);
  corpus
    .command('import')
    .description(
      "makes a corpus of others' recordings: benchmark Parquet, two-channel calls, single turns, rooms with references",
    )
    .argument('<kind>', 'parquet, call, turns or rooms')
    .argument(
      '<files...>',
      'parquet: the files. call: one file of two channels (caller first), or caller and agent files in pairs. turns: clips of one complete user turn each. rooms: the recordings',
    )
    .requiredOption('--out <folder>', 'where to write it; the folder must not hold a corpus yet')
    .requiredOption('--licence <text>', 'the licence of the recordings')
    .option('--name <name>', 'name of the corpus (default: that of the folder)')
    .option('--language <code>', 'language of calls, turns and rooms', 'en')
    .option('--pairs', 'call: the files are caller and agent in turn, each one channel')
    .option('--reference <file...>', 'rooms: RTTM, STM, CTM, SegLST, TextGrid or AMI words files', [])
    .option('--uem <file...>', 'rooms: which parts count', [])
    .option(
      '--languages <file>',
      'rooms: JSON of the voices and their languages, {"anna":"en"} or by recording',
    )
    .addHelpText(
      'after',
      `
Examples:
  turnwire corpus import parquet validation.parquet --licence "CC BY 4.0" --out bench-en
  turnwire corpus import call caller.wav agent.wav --pairs --licence mine --out calls
  turnwire corpus import rooms meeting.wav --reference meeting.rttm meeting.stm --licence mine --out rooms`,
    )
    .action(importCorpus);
}

export interface ImportFlags {
  out: string;
  licence: string;
  name?: string;
  language: string;
  pairs?: boolean;
  reference: string[];
  uem: string[];
  languages?: string;
}

async function importCorpus(kind: string, files: string[], flags: ImportFlags): Promise<void> {
  const { runImport } = await import('./eval/run-import.js');
  process.exitCode = await runImport(kind, files, flags);
}

async function list(folder: string, flags: { json?: boolean }): Promise<void> {
  const { listCorpora, formatCorpusList } = await import('../eval/corpora/list-corpora.js');
  const corpora = await listCorpora(folder);
  process.stdout.write(flags.json ? `${JSON.stringify(corpora, null, 2)}\n` : formatCorpusList(corpora));
}

async function stats(name: string, flags: { json?: boolean }): Promise<void> {
  const [{ openCorpus }, { describeCorpus, formatCorpusStats }, { figuresJson }] = await Promise.all([
    import('../eval/corpora/open-corpus.js'),
    import('../eval/corpora/describe-corpus.js'),
    import('../eval/tables/figures-json.js'),
  ]);
  const description = describeCorpus(await openCorpus(await corpusFolder(name)));
  process.stdout.write(flags.json ? figuresJson(description) : formatCorpusStats(description));
}

/** A corpus that cannot be opened is named and skipped; the exit code says so. */
async function validate(names: string[], flags: { json?: boolean }): Promise<void> {
  const [{ openCorpus }, { validateCorpus }] = await Promise.all([
    import('../eval/corpora/open-corpus.js'),
    import('../eval/corpora/validate-corpus.js'),
  ]);
  const results: { corpus: string; rows: number; problems: string[] }[] = [];
  const unopened = await eachOrSkip(names, async (name) => {
    const corpus = await openCorpus(await corpusFolder(name));
    const problems = await validateCorpus(corpus);
    results.push({ corpus: name, rows: corpus.rows.length, problems });
    const lines = problems.length > 0 ? problems : [`${corpus.rows.length} rows, nothing wrong`];
    if (!flags.json) process.stdout.write(lines.map((line) => `${name}: ${line}\n`).join(''));
  });
  if (flags.json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  process.exitCode = unopened || (results.some(({ problems }) => problems.length > 0) ? 1 : 0);
}

async function build(recipe: string, flags: { out: string }): Promise<void> {
  const [{ buildCorpus }, { existsSync }] = await Promise.all([
    import('../eval/corpora/synthesis/build-corpus.js'),
    import('node:fs'),
  ]);
  const file = existsSync(recipe) ? recipe : path.join(EMBEDDED, 'recipes', `${recipe}.json`);
  if (!existsSync(file)) {
    const message = `${recipe} is neither a recipe file nor the name of one that ships with turnwire; see corpora/README.md`;
    throw new TurnwireError('source', 'no_recipe', message);
  }
  const manifest = await buildCorpus(file, flags.out, (done, total) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done}/${total} recordings`);
  });
  if (process.stderr.isTTY) process.stderr.write('\n');
  process.stdout.write(
    `${manifest.name} ${manifest.version}: ${JSON.stringify(manifest.splits)} in ${flags.out}\n`,
  );
}

/** A folder as given, or the embedded corpus of that name. */
export async function corpusFolder(name: string): Promise<string> {
  const { existsSync } = await import('node:fs');
  const embedded = path.join(EMBEDDED, name);
  return !existsSync(name) && !name.includes(path.sep) && existsSync(embedded) ? embedded : name;
}
