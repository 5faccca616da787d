/**
 * `turnwire eval` with several scorers, services or detectors: measures each in a process of its own, so that its memory is
 * its own, and prints one table.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { COST_FILE, costSchema } from '../../eval/results/run-cost.js';
import { readJson } from '../../eval/files/json-lines.js';
import { openRun } from '../../eval/results/run-folder.js';
import { formatSideBySide, type Measured } from '../../eval/tables/format-side-by-side.js';
import { formatTurnBench } from '../../eval/tables/turnbench-table.js';
import { TurnwireError } from '../../protocol/errors.js';
import type { GivenEvalFlags } from './eval-flags.js';
import { EXIT_SOME_FAILED } from './run-eval.js';
import { EXIT_INTERRUPTED, onStopSignal } from '../terminal/interruption.js';

/** Signals by which a person ends a run. */
const STOPS: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM', 'SIGHUP']);

/** What is measured: a flag and its value, e.g. `--detector` and a command. */
export interface Subject {
  readonly flag: '--scorer' | '--url' | '--detector';
  readonly value: string;
}

/**
 * @param shared arguments of every run: corpora and the options that all have
 * @param out folder; each run gets a folder in it
 * @param method decides which table is printed
 * @returns the exit code: the highest of the runs'
 */
export async function runSideBySide(
  subjects: readonly Subject[],
  shared: readonly string[],
  out: string,
  method: GivenEvalFlags['method'],
): Promise<number> {
  const measured: Measured[] = [];
  let exitCode = 0;
  for (const [index, { flag, value }] of subjects.entries()) {
    const folder = path.join(out, `${index + 1}-${slug(value)}`);
    process.stderr.write(`${flag} ${value}\n`);
    const code = await runAlone(['eval', ...shared, flag, value, '--out', folder]);
    if (code === EXIT_INTERRUPTED) {
      process.stderr.write(`turnwire: to go on with all of them, give the same command with --out ${out}\n`);
      return code;
    }
    exitCode = Math.max(exitCode, code);
    // A run that did not begin has said why, and the others go on.
    const run = code === 0 || code === EXIT_SOME_FAILED ? await openRun(folder).catch(() => null) : null;
    if (run === null) continue;
    const cost = await readJson(path.join(folder, COST_FILE), costSchema).catch(() => null);
    measured.push({ name: value, results: run.results, cost });
  }
  if (measured.length === 0) return exitCode;
  process.stdout.write(method === 'turnbench' ? formatTurnBench(measured) : formatSideBySide(measured));
  return exitCode;
}

/**
 * Runs this command line with other arguments. Its table is dropped; its messages go to stderr. A signal that ends this process is
 * passed on: the run says what it has measured and ends first.
 */
function runAlone(args: readonly string[]): Promise<number> {
  const program = process.argv[1]!;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...process.execArgv, program, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    let isStopped = false;
    const release = onStopSignal((signal) => {
      isStopped = true;
      child.kill(signal);
    });
    child.on('error', (cause) => {
      release();
      reject(new TurnwireError('internal', 'no_process', `cannot start a run: ${cause.message}`, { cause }));
    });
    child.on('close', (code, signal) => {
      release();
      isStopped ||= signal !== null && STOPS.has(signal);
      // A run that crashed, or that the system ended for lack of memory, is not one that somebody stopped.
      if (signal !== null && !isStopped) process.stderr.write(`turnwire: ${signal} ended this run\n`);
      resolve(isStopped ? EXIT_INTERRUPTED : (code ?? 1));
    });
  });
}

/** @returns the end of the text, fit for a file name. */
function slug(text: string): string {
  return text
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(-40)
    .replace(/^-|-$/g, '');
}
