/** `turnwire replay`: plays an event log on the screen of `live`, or checks it against the protocol. */
import type { Command } from 'commander';
import { formatOption } from './options/format-option.js';
import type { ReplayFlags } from './replay/replay-flags.js';

export function register(program: Command): void {
  program
    .command('replay')
    .description('Play an event log on the screen, or check it against the protocol.')
    .argument('<log...>', 'event logs as JSON lines; - for stdin; several only with --check')
    .option(
      '--audio <file>',
      'the recording: played (by sox, aplay or ffplay, at 0.5x to 2x) and shown on the level meter',
    )
    .option('--no-sound', 'do not play the recording')
    .option('--trace <file>', 'a file written by `run --trace`, for the score chart and the speech strip')
    .option('--speed <n>', 'speed as a multiple of real time, 0.1 to 100', '1')
    .option('--from <s>', 'where to begin, in seconds', '0')
    .option(
      '--follow',
      'show a log while it is being written, until its session ends; in a folder of serve --record the newest',
    )
    .option('--check', 'only check: one line for each violation, exit 1 if there is any')
    .option('--json', 'with --check: the violations as a JSON array')
    .addOption(formatOption('format that the key e exports'))
    .option('--plain', 'lines instead of a screen, for screen readers')
    .addHelpText(
      'after',
      `
Keys: space pause   left/right 5 s   + - speed   n next turn end   p the one before   e export what is listed   q quit

Examples:
  turnwire replay session.jsonl --audio call.wav --speed 2
  turnwire replay --follow calls/                  the session that is being recorded there
  turnwire replay --check session.jsonl
  turnwire run call.wav --quiet | turnwire replay --check -
  turnwire replay session.jsonl --trace trace.jsonl --from 60`,
    )
    .action(async (logs: string[], flags: ReplayFlags) => {
      const { replayLogs } = await import('./replay/replay-logs.js');
      process.exitCode = await replayLogs(logs, flags);
    });
}
