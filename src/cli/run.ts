/** `turnwire run`: runs an engine on recordings and writes their event logs. */
import type { Command } from 'commander';
import { formatOption } from './options/format-option.js';
import { requireRuntime } from './machine/model-runtime.js';
import { keepHeapSmall } from './machine/small-heap.js';
import { addSessionOptions, POINTS_OPTION, SCORER_OPTION, RAW_OPTION } from './options/session-options.js';
import type { RunFlags } from './run/run-flags.js';

export function register(program: Command): void {
  const command = program
    .command('run')
    .description('Run an engine on recordings and write its event log.')
    .argument(
      '<audio...>',
      'audio files, folders of them, or - for stdin (format by its first bytes, else 16 kHz PCM16)',
    );
  addSessionOptions(command)
    .option(
      '--agent <file.json>',
      'times at which the agent speaks: a JSON array of {t, phase, utterance_id}, t in seconds',
    )
    .option(
      '--agent-channel <n>',
      "channel of the agent, from 0: its voice activity becomes agent.speech; of two channels the other is the caller's",
    )
    .option(
      '--cancel-echo',
      "take the agent's echo out of the caller's sound first, where the agent's channel explains it",
    )
    .option('--channel <n|mix>', 'channel to run, from 0, or the mix of all (default: mix)')
    .option(...RAW_OPTION)
    .option(
      '--out <file|dir|->',
      'where the log goes; a folder if there are several recordings (default: stdout)',
    )
    .addOption(formatOption('format of the log'))
    .option('--trace <file>', 'also write p_eot and its parts at every grid step, as JSON lines')
    .option('--realtime', 'feed the audio in real time')
    .option('--jobs <n>', 'recordings at the same time (default: one)')
    .option(...SCORER_OPTION)
    .option(...POINTS_OPTION)
    .option('--voices <name>', 'voice embedder of a room: learned (default) or mel-statistics')
    .option(
      '--lid <name>',
      'language identifier of a room: learned (default), decoding or multilingual (needs the file of smart-turn)',
    )
    .option(
      '--no-transcript',
      'score by sound and silence alone, without a transcript: much faster, less accurate',
    )
    .option(
      '--view [page.html]',
      'also write a page that shows the recording with its events, and open it (default: the name of the recording, with .html)',
    )
    .option('--no-open', 'with --view: leave the browser alone')
    .option('--quiet', 'no summary on stderr')
    .addHelpText(
      'after',
      `
Examples:
  turnwire run call.wav --profile cutoff_5pct
  turnwire run call.wav --latency-budget-ms 600 --messages context.json
  turnwire run stereo.wav --channel 1 --agent-channel 0 --signals bargein
  turnwire run stereo.wav --agent-channel 0 --signals bargein --view
  turnwire run stereo.wav --agent-channel 0 --signals bargein --cancel-echo
  turnwire run calls/ --out logs/ --jobs 2
  turnwire run meeting.wav --endpoint room --format rttm
  turnwire run - --raw mulaw < call.ulaw           8 kHz mu-law, as a telephone network sends it`,
    )
    .action(async (inputs: string[], flags: RunFlags) => {
      requireRuntime();
      keepHeapSmall();
      const { runRecordings } = await import('./run/run-recordings.js');
      process.exitCode = await runRecordings(inputs, flags);
    });
}
