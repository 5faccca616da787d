/** `turnwire doctor`: checks that this machine can run every command. */
import type { Command } from 'commander';

export function register(program: Command): void {
  program
    .command('doctor')
    .description('Check Node, models, microphone and speed on this machine.')
    .option('--json', 'one JSON object instead of lines')
    .addHelpText(
      'after',
      `
Exit code 4 when something that every command needs is missing or damaged.

Examples:
  turnwire doctor
  turnwire doctor --json | jq '.checks[] | select(.status != "ok")'`,
    )
    .action(async (flags: { json?: boolean }) => {
      const { runDoctor } = await import('./doctor/run-doctor.js');
      process.exitCode = await runDoctor(flags.json ?? false);
    });
}
