/** `turnwire corpus`: lists, describes, checks, builds and imports recordings with labels. */
import { Argument, Option, type Command } from 'commander';
import { EMBEDDED_CORPORA } from './options/corpus-folder.js';
import { givenOptions } from './options/given-options.js';
import { requireRuntime } from './machine/model-runtime.js';
import type { ImportFlags } from './corpus/import-flags.js';
import type { JsonFlag } from './corpus/inspect-corpora.js';

export function register(program: Command): void {
  const corpus = program
    .command('corpus')
    .description('List, describe, check, build and import corpora.')
    .addHelpText(
      'after',
      `
Examples:
  turnwire corpus list
  turnwire corpus stats sample-turns
  turnwire corpus validate my-corpus`,
    );
  corpus
    .command('list')
    .description('List the corpora in a folder.')
    .addArgument(
      new Argument('[folder]', 'a folder of corpus folders').default(
        EMBEDDED_CORPORA,
        'those that ship with turnwire',
      ),
    )
    .option('--json', 'one JSON array')
    .action(async (folder: string, flags: JsonFlag) => {
      const { listCorporaIn } = await import('./corpus/inspect-corpora.js');
      process.exitCode = await listCorporaIn(folder, flags);
    });
  corpus
    .command('stats')
    .description('Print counts and the silence-only baseline, per split and language.')
    .argument('<corpus>', 'a corpus folder, or the name of one that ships with turnwire')
    .option('--json', 'one JSON object')
    .action(async (name: string, flags: JsonFlag) => {
      const { corpusStats } = await import('./corpus/inspect-corpora.js');
      await corpusStats(name, flags);
    });
  corpus
    .command('validate')
    .description('Check labels, audio and hashes; exit 1 when something is wrong.')
    .argument('<corpus...>', 'corpus folders or names')
    .option('--json', 'one JSON array: corpus, rows, problems')
    .action(async (names: string[], flags: JsonFlag) => {
      const { validateCorpora } = await import('./corpus/inspect-corpora.js');
      process.exitCode = await validateCorpora(names, flags);
    });
  corpus
    .command('build')
    .description('Synthesise a corpus from a recipe (needs flite, espeak-ng and flac).')
    .argument('<recipe>', 'a recipe file, or the name of one that ships with turnwire')
    .requiredOption('--out <folder>', 'where to write it; the folder must not hold a corpus yet')
    .action(async (recipe: string, flags: { out: string }) => {
      const { runBuild } = await import('./corpus/run-build.js');
      process.exitCode = await runBuild(recipe, flags.out);
    });
  corpus
    .command('import')
    .description(
      'Make a corpus of recordings that you have: benchmark Parquet, two-channel calls, single turns, rooms with references.',
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
    .addOption(
      new Option(
        '--reference <file...>',
        'rooms: RTTM, STM, CTM, SegLST, TextGrid or AMI words files',
      ).default([], 'none'),
    )
    .addOption(new Option('--uem <file...>', 'rooms: which parts count').default([], 'all'))
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
    .action(async (kind: string, files: string[], flags: ImportFlags, command: Command) => {
      requireRuntime();
      const [{ checkImportFlags }, { runImport }] = await Promise.all([
        import('./corpus/import-flags.js'),
        import('./corpus/run-import.js'),
      ]);
      checkImportFlags(kind, flags, givenOptions(command));
      process.exitCode = await runImport(kind, files, flags);
    });
}
