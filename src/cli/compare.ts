/** `turnwire compare`: compares run B with run A turn by turn; with `--fail-on` a gate for CI. */
import type { Command } from 'commander';

export function register(program: Command): void {
  program
    .command('compare')
    .description('Compare two runs turn by turn; exit 1 when the second is worse than allowed.')
    .argument('<a>', 'run folder to compare with')
    .argument('<b>', 'run folder to judge')
    .option('--fail-on <rules>', 'e.g. "latency>+10%,cutoff>+1pt" (units: %, ms, pt)')
    .option('--json', 'print the comparison as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  turnwire compare runs/before runs/after
  turnwire compare runs/before runs/after --fail-on "latency>+10%,cutoff>+1pt"`,
    )
    .action(run);
}

async function run(a: string, b: string, flags: { failOn?: string; json?: boolean }): Promise<void> {
  const [
    { openRun },
    { compareRuns },
    { unlikeRuns },
    { brokenRules, parseGate },
    { formatComparison },
    { figuresJson },
  ] = await Promise.all([
    import('../eval/results/run-folder.js'),
    import('../eval/tables/compare-runs.js'),
    import('../eval/tables/unlike-runs.js'),
    import('../eval/tables/regression-gate.js'),
    import('../eval/tables/format-comparison.js'),
    import('../eval/tables/figures-json.js'),
  ]);
  const rules = flags.failOn === undefined ? [] : parseGate(flags.failOn);
  const [runA, runB] = [await openRun(a), await openRun(b)];
  const comparison = compareRuns(runA.results, runB.results);
  const broken = brokenRules(comparison, rules);
  process.stdout.write(flags.json ? figuresJson({ ...comparison, broken }) : formatComparison(comparison));
  for (const sentence of unlikeRuns(runA, runB)) process.stderr.write(`turnwire: ${sentence}\n`);
  for (const sentence of broken) process.stderr.write(`${sentence}\n`);
  if (broken.length > 0) process.exitCode = 1;
}
