/** `turnwire view`: shows a recording with its event log as a page in the browser. */
import type { Command } from 'commander';
import { RAW_OPTION } from './options/session-options.js';
import type { ViewFlags } from './view/view-flags.js';

export function register(program: Command): void {
  program
    .command('view')
    .description('Write a page that shows a recording with its events, and open it in the browser.')
    .argument('<log>', 'event log as JSON lines; - for stdin')
    .option('--audio <file>', 'the recording, to see and to play')
    .option(
      '--trace <file>',
      'a file written by `run --trace`: the score over each silence, and the words heard',
    )
    .option('--channel <n|mix>', 'channel that was run, from 0 (default: mix)')
    .option('--agent-channel <n>', "channel of the agent, from 0: shown beside the caller's")
    .option(...RAW_OPTION)
    .option('--language <code>', 'language whose threshold is drawn', 'en')
    .option('--out <page.html>', 'where the page goes (default: the name of the log, with .html)')
    .option(
      '--link',
      'play the recording from its own file instead of putting it into the page (always so above 16 MB: 8 minutes of two channels)',
    )
    .option('--no-open', 'write the page, and leave the browser alone')
    .addHelpText(
      'after',
      `
Keys: space play   left/right 1 s, with shift 5 s   n p next and previous event   + - 0 zoom

Examples:
  turnwire view call.jsonl --audio call.wav
  turnwire view call.jsonl --audio stereo.wav --agent-channel 0 --trace trace.jsonl
  turnwire view meeting.jsonl --audio meeting.flac --out meeting.html --no-open
  turnwire run call.wav --view                     runs and shows in one command`,
    )
    .action(async (log: string, flags: ViewFlags) => {
      const { viewLog } = await import('./view/view-log.js');
      await viewLog(log, flags);
    });
}
