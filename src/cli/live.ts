/** `turnwire live`: runs an engine on the microphone, or on a recording in real time, with a screen and a log. */
import type { Command } from 'commander';
import { requireRuntime } from './machine/model-runtime.js';
import { addSessionOptions, POINTS_OPTION, SCORER_OPTION, RAW_OPTION } from './options/session-options.js';
import type { LiveFlags } from './live/live-flags.js';

export function register(program: Command): void {
  const command = program
    .command('live')
    .description('Run an engine on the microphone, or on a recording in real time, and watch it.')
    .option(
      '--input <source>',
      'instead of the microphone: a file, - for stdin (as in run), or ffmpeg:<input options>',
    )
    .option(
      '--recorder <program>',
      'program that reads the microphone: sox, rec or arecord (default: the first on PATH)',
    )
    .option('--device <name>', "the microphone's name in that program");
  addSessionOptions(command)
    .option('--channel <n|mix>', 'channel of the input, from 0, or the mix of all (default: mix)')
    .option(...RAW_OPTION)
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
    .option(
      '--out <file|->',
      'the event log, written event by event (default: stdout if that is no terminal)',
    )
    .option('--record <file.wav>', 'also save the sound, as 16 kHz mono')
    .option(...SCORER_OPTION)
    .option(...POINTS_OPTION)
    .option('--no-transcript', 'score by sound and silence alone, without a transcript')
    .option('--plain', 'lines instead of a screen, for screen readers')
    .addHelpText(
      'after',
      `
Keys: f finalize (room)   a agent speaking on/off   space pause   m mark   q end

Examples:
  turnwire live --profile cutoff_5pct --out session.jsonl
  turnwire live --input call.wav --signals bargein
  turnwire live --input meeting.wav --endpoint room
  turnwire live --input 'ffmpeg:-f pulse -i default' | jq -c 'select(.type == "turn.end")'`,
    )
    .action(async (flags: LiveFlags) => {
      requireRuntime();
      const { runLive } = await import('./live/run-live.js');
      process.exitCode = await runLive(flags);
    });
}
