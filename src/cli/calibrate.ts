/** `turnwire calibrate`: finds the policies of the profiles on one split, measures them on another. */
import type { Command } from 'commander';
import type { CalibrateFlags } from './calibrate/run-calibrate.js';

export function register(program: Command): void {
  program
    .command('calibrate')
    .description('Fit the end-of-turn policies on one split of a run, measure them on another.')
    .argument('<run...>', 'run folders that hold scores (method eot-bench)')
    .option('--fit <split>', 'fit on this split', 'calibrate')
    .option('--report <split>', 'measure on this split', 'test')
    .option('--folds', 'instead: measure on each split the policies of all other splits; fit on all of them')
    .option(
      '--pauses <which>',
      'lengths of pauses: public (weighed to those of the open benchmark), as-recorded, or a JSON file of counts',
      'as-recorded',
    )
    .option(
      '--events <run...>',
      'take the figures from the turn.end events of these runs with the policies found',
    )
    .option('--out <folder>', 'where policies.json and points.json go', 'reports/calibration')
    .option('--min-holds <n>', 'pauses a language needs in each split for a calibration of its own', '100')
    .option('--margin <share>', 'use at most this share of each nominal rate, above 0 up to 1', '1')
    .option(
      '--keep <share>',
      'share of random halves of the splits on which each nominal rate must be kept, 0 to 1',
      '0',
    )
    .option(
      '--within <ms,ms,ms>',
      'with --keep: longest mean latency of each profile; within it the rate is kept on as many halves as possible',
    )
    .option(
      '--late <s>',
      'how late the engine notices that a caller goes on, in seconds: pauses count this much longer',
      '0',
    )
    .option(
      '--caution <n>',
      'stay this many standard errors below each nominal rate on the fitting split',
      '0',
    )
    .option('--json', 'print points.json')
    .addHelpText(
      'after',
      `
Examples:
  turnwire calibrate runs/calls --out reports/calibration
  turnwire calibrate runs/calls --caution 1        policies that keep the rate on more other calls
  turnwire calibrate runs/calls --pauses public    as often as people pause in the open benchmark
  turnwire eval calls --policies reports/calibration/policies.json --split test --out runs/calibrated
  turnwire calibrate runs/calls --events runs/calibrated    figures of the engine, not of scores
  turnwire calibrate runs/fold-* --folds           one run for each fold, each of its own split
  turnwire calibrate runs/fold-* --folds --keep 0.95    policies that keep the rate on most halves of the callers
  turnwire calibrate runs/calls --fit calibrate --report test --json`,
    )
    .action(async (runs: string[], flags: CalibrateFlags) => {
      const { runCalibrate } = await import('./calibrate/run-calibrate.js');
      await runCalibrate(runs, flags);
    });
}
