/** `turnwire table`: writes the operating-point tables of one or more runs as Markdown, CSV, JSON and one HTML page. */
import { Option, type Command } from 'commander';
import type { TableFlags } from './table/write-table.js';

export function register(program: Command): void {
  program
    .command('table')
    .description('Write the operating-point tables of runs as Markdown, CSV, JSON and one HTML page.')
    .argument('<run...>', 'run folders')
    .option('--out <folder>', 'where report.md, report.csv, report.json and report.html go', 'reports/latest')
    .option('--title <text>', 'heading of the report', 'End-of-turn operating points')
    .option('--note <file>', 'Markdown to put before the figures')
    .option('--points <file>', 'points.json of `turnwire calibrate`, shown beside the runs')
    .addOption(
      new Option(
        '--others <file...>',
        'figures published by others, shown beside the runs under their names',
      ).default([], 'none'),
    )
    .addHelpText(
      'after',
      `
Examples:
  turnwire table runs/calls --out reports/latest
  turnwire table runs/calls --points reports/calibration/points.json`,
    )
    .action(async (runs: string[], flags: TableFlags) => {
      const { writeTable } = await import('./table/write-table.js');
      await writeTable(runs, flags);
    });
}
