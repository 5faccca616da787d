/** The work behind `turnwire corpus import`. */
import path from 'node:path';
import { importCalls, type CallSource } from '../../eval/corpora/importers/import-call.js';
import { importParquet } from '../../eval/corpora/importers/import-parquet.js';
import { importRooms } from '../../eval/corpora/importers/import-rooms.js';
import { importTurns } from '../../eval/corpora/importers/import-turns.js';
import type { ImportListener } from '../../eval/corpora/importers/source-recordings.js';
import type { CorpusManifest } from '../../eval/corpora/corpus-format.js';
import type { CorpusFacts } from '../../eval/corpora/seal-corpus.js';
import { exitCodeOf, TurnwireError } from '../../protocol/errors.js';
import type { ImportFlags } from './import-flags.js';
import { importProgress, ProgressLine } from '../terminal/progress-line.js';
import { makeCorpus } from './make-corpus.js';

/** @returns the exit code of the last recording that was left out; 0 if none was. */
export async function runImport(kind: string, files: readonly string[], flags: ImportFlags): Promise<number> {
  let exitCode = 0;
  const progress = new ProgressLine();
  const say = (sentence: string): void => {
    progress.clear();
    process.stderr.write(`turnwire: ${sentence}\n`);
  };
  const print = (line: string): void => {
    progress.clear();
    process.stdout.write(`${line}\n`);
  };
  return makeCorpus(flags.out, async (stopped) => {
    const listener: ImportListener = {
      stopped,
      warned: say,
      progressed: (...at) => progress.update(importProgress(...at)),
      skipped: (error) => {
        say(error.message);
        exitCode = exitCodeOf(error);
      },
    };
    await importAs(kind, files, flags, listener, print).finally(() => progress.clear());
    return exitCode;
  });
}

async function importAs(
  kind: string,
  files: readonly string[],
  flags: ImportFlags,
  listener: ImportListener,
  print: (line: string) => void,
): Promise<void> {
  const facts = (made: string): CorpusFacts => ({
    name: flags.name ?? path.basename(path.resolve(flags.out)),
    version: '1',
    licence: flags.licence,
    synthetic: false,
    made,
  });
  const printSummary = ({ name, splits, languages }: CorpusManifest): void =>
    print(`${name}: ${JSON.stringify(splits)} rows, languages ${languages.join(' ')}`);
  switch (kind) {
    case 'parquet':
      return printSummary(
        await importParquet(
          files,
          flags.out,
          facts("Imported from the open benchmark's Parquet files."),
          listener.stopped,
        ),
      );
    case 'rooms': {
      const sources = {
        audio: files,
        references: flags.reference,
        uem: flags.uem,
        languages: flags.languages,
      };
      return printSummary(
        await importRooms(
          sources,
          flags.out,
          facts('Recordings with references given beside them.'),
          flags.language,
          listener,
        ),
      );
    }
    case 'turns': {
      const made =
        'Clips of one complete user turn each; pauses and ends are where the voice activity says, not where a person marked them.';
      const { manifest, setAside } = await importTurns(
        files,
        flags.out,
        facts(made),
        flags.language,
        listener,
      );
      for (const [clip, why] of Object.entries(setAside)) print(`set aside ${clip}: ${why}`);
      return printSummary(manifest);
    }
    case 'call': {
      const made =
        'Caller turns, and what callers said over the agent, found by the voice activity of both channels of the calls; what a person could doubt is set aside. Pauses and ends are where the voice activity says, not where a person marked them.';
      const { manifest, setAside } = await importCalls(
        callsOf(files, flags.pairs ?? false),
        flags.out,
        facts(made),
        flags.language,
        listener,
      );
      for (const [why, count] of Object.entries(setAside)) if (count > 0) print(`set aside ${count}: ${why}`);
      return printSummary(manifest);
    }
    default:
      throw new TurnwireError(
        'usage',
        'unknown_kind',
        `unknown kind '${kind}': choose parquet, call, turns or rooms`,
      );
  }
}

function callsOf(files: readonly string[], arePairs: boolean): CallSource[] {
  if (!arePairs)
    return files.map((file) => ({
      name: path.parse(file).name,
      caller: { file, channel: 0 },
      agent: { file, channel: 1 },
    }));
  if (files.length % 2 !== 0)
    throw new TurnwireError('usage', 'odd_pairs', '--pairs: give a caller and an agent file for each call');
  return files.flatMap((file, i) =>
    i % 2 === 0
      ? [
          {
            name: path.parse(file).name,
            caller: { file, channel: 'first' },
            agent: { file: files[i + 1]!, channel: 'first' },
          },
        ]
      : [],
  );
}
