/**
 * The `turnwire` command. Each other file of this folder registers one command, whose work stands in the folder of the same name
 * and is loaded only when the command runs, so that `--help` stays fast. The other folders hold what commands share: `options`
 * (reading flags), `terminal` (standard streams and signals), `machine` (programs and runtime) and `session` (what run, live and
 * client have in common). stdout carries data, stderr messages; src/protocol/errors.ts gives the exit code.
 */
import { Command, CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { register as registerCalibrate } from './calibrate.js';
import { register as registerClient } from './client.js';
import { register as registerCompare } from './compare.js';
import { register as registerCompletion } from './completion.js';
import { register as registerCorpus } from './corpus.js';
import { register as registerDoctor } from './doctor.js';
import { register as registerEval } from './eval.js';
import { register as registerLive } from './live.js';
import { register as registerModels } from './models.js';
import { register as registerReplay } from './replay.js';
import { register as registerRun } from './run.js';
import { register as registerScore } from './score.js';
import { register as registerServe } from './serve.js';
import { register as registerSweep } from './sweep.js';
import { register as registerTable } from './table.js';
import { register as registerView } from './view.js';
import { isClosedPipe } from './terminal/closed-pipe.js';
import { closeLostTerminalAtExit } from './terminal/lost-terminal.js';
import { tooOldNode } from './machine/node-version.js';
import { writeFileStdoutWhole } from './terminal/whole-writes.js';
import { EXIT_CODES, exitCodeOf, sentenceOf, TurnwireError } from '../protocol/errors.js';

type Register = (program: Command) => void;

/** The commands in the order of `turnwire --help`. */
const COMMANDS: readonly Register[] = [
  registerCalibrate,
  registerCompare,
  registerCompletion,
  registerCorpus,
  registerDoctor,
  registerEval,
  registerLive,
  registerModels,
  registerReplay,
  registerRun,
  registerScore,
  registerServe,
  registerClient,
  registerSweep,
  registerTable,
  registerView,
];

/** @returns the process exit code. */
export async function main(argv: readonly string[]): Promise<number> {
  const program = buildProgram();
  writeFileStdoutWhole();
  // A reader that leaves (`turnwire run … | head`) has what it wanted: later writes are dropped and the command ends normally.
  // A full disk ends it too, with an error.
  let unwritten: Error | undefined;
  process.stdout.on('error', (error) => {
    if (!isClosedPipe(error)) unwritten ??= error;
  });
  // If stderr cannot be written, its words are dropped; the work and its exit code are not affected.
  process.stderr.on('error', () => {});
  closeLostTerminalAtExit();
  try {
    await parse(program, argv);
    // Node reports a failed write one turn of the event loop later.
    await new Promise((resolve) => setImmediate(resolve));
    if (unwritten) {
      const { outputError } = await import('../sinks/index.js');
      throw outputError('stdout', unwritten);
    }
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (isClosedPipe(error)) return 0;
    if (error instanceof CommanderError) return EXIT_CODES.usage;
    const debug = program.opts<{ debug?: boolean }>().debug;
    // A Node that is too old fails with errors about missing functions: its age is the better message.
    const oldNode = error instanceof TurnwireError ? undefined : tooOldNode();
    const sentence = oldNode ? `Node ${oldNode}` : sentenceOf(error);
    process.stderr.write(debug && error instanceof Error ? `${error.stack}\n` : `turnwire: ${sentence}\n`);
    return exitCodeOf(error);
  }
}

/** Commander throws after `--help` and `--version` have printed: that is no error. */
async function parse(program: Command, argv: readonly string[]): Promise<void> {
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
  }
}

export function buildProgram(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  const program = new Command('turnwire')
    .description('Run, measure and serve streaming turn-detection and transcription engines.')
    .version(version)
    .option('--debug', 'show stack traces')
    .showSuggestionAfterError()
    .exitOverride();
  for (const register of COMMANDS) register(program);
  for (const command of program.commands) command.exitOverride().showSuggestionAfterError();
  return program;
}
