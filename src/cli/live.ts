/** `turnwire live`: the microphone, or a recording at the speed of sound, on the screen and in a log. */
import type { Command } from 'commander';
import { requireRuntime } from './machine/model-runtime.js';
import {
  addSessionOptions,
  POINTS_OPTION,
  SCORER_OPTION,
  type SessionFlags,
} from './options/session-options.js';
import type { LiveFlags } from './live/live-flags.js';

export function register(program: Command): void {
  const command = program
    .command('live')
    .description('Run an engine on the microphone, or on a recording in real time, and watch it.')
    .option('--input <source>', 'a file, - (stdin, as in run) or ffmpeg:<anything> instead of the microphone')
    .option('--recorder <program>', 'microphone program: sox, rec or arecord (default: the first on PATH)')
    .option('--device <name>', 'microphone, as the program calls it');
  addSessionOptions(command)
    .option('--channel <n|mix>', 'channel of the input, from 0, or the mix of all (default: mix)')
    .option(
      '--agent <file.json>',
      'when the agent speaks: a JSON array of {t, phase, utterance_id}, t in seconds',
    )
    .option(
      '--agent-channel <n>',
      "the agent's own channel: its voice activity becomes agent.speech; the other of two is the caller's",
    )
    .option(
      '--out <file|->',
      'the event log, written event by event (default: stdout when it is no terminal)',
    )
    .option('--record <file.wav>', 'keep the sound, 16 kHz mono')
    .option(...SCORER_OPTION)
    .option(...POINTS_OPTION)
    .option('--no-transcript', 'judge by sound and silence alone')
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
