/** `turnwire sweep`: evaluates a table of end-of-turn scores, of any model, by the eot-bench method. */
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';

interface SweepFlags {
  scorePoint: number;
  max?: boolean;
  thresholds?: number[];
  actionDelays?: number[];
  timeouts?: number[];
  minHold: number;
  maxHold: number;
  json?: boolean;
}

export function register(program: Command): void {
  program
    .command('sweep')
    .description('Evaluate a table of end-of-turn scores by the eot-bench method.')
    .argument('<predictions>', 'JSON Lines or Parquet: id, span_index, timestamp, silence_dur, p_eot, label')
    .addOption(
      new Option('--score-point <seconds>', 'use the score of each span at this length of silence')
        .argParser(parseNumber)
        .default(0.2)
        .conflicts('max'),
    )
    .option('--max', 'act on any score of a span as soon as it passes the threshold')
    .option(
      '--thresholds <list>',
      'thresholds to try, comma separated (default 0 to 1 by 0.01)',
      parseNumbers,
    )
    .option(
      '--action-delays <list>',
      'shortest silences before acting, s (default 0.2 to 1 by 0.1)',
      parseNumbers,
    )
    .option('--timeouts <list>', 'silences that end a turn, s (default 1 to 3.5 by 0.5)', parseNumbers)
    .option('--min-hold <seconds>', 'shortest pause that is counted', parseNumber, 0.2)
    .option('--max-hold <seconds>', 'longest pause that is counted', parseNumber, 5)
    .option('--json', "print the benchmark's summary object")
    .addHelpText(
      'after',
      `
Examples:
  turnwire sweep predictions.jsonl
  turnwire sweep predictions.parquet --max --json`,
    )
    .action(run);
}

async function run(path: string, flags: SweepFlags): Promise<void> {
  const [{ sweep }, { readPredictions }, { formatSweep }] = await Promise.all([
    import('../eval/sweep/summary.js'),
    import('../eval/sweep/read-predictions.js'),
    import('../eval/sweep/format-sweep.js'),
  ]);
  const result = sweep(await readPredictions(path), {
    mode: flags.max ? { kind: 'max' } : { kind: 'score_point', atSec: flags.scorePoint },
    grid: { thresholds: flags.thresholds, actionDelays: flags.actionDelays, timeouts: flags.timeouts },
    bounds: { minHoldSec: flags.minHold, maxHoldSec: flags.maxHold },
  });
  process.stdout.write(flags.json ? `${JSON.stringify(result.summary, null, 2)}\n` : formatSweep(result));
}

function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('give a number.');
  return value;
}

function parseNumbers(text: string): number[] {
  return text.split(',').map(parseNumber);
}
