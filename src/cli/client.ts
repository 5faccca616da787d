/** `turnwire client`: streams a recording to any `/v2` service and writes the event log that it answers. */
import type { Command } from 'commander';
import { givenOptions } from './options/given-options.js';
import { addSessionOptions, RAW_OPTION } from './options/session-options.js';
import type { ClientFlags } from './client/client-flags.js';

export function register(program: Command): void {
  const command = program
    .command('client')
    .description('Stream a recording to a /v2 service and write the event log it answers.')
    .argument('<url>', 'the service: ws://host:port, wss://host, or with /v2/stream or /v2/room')
    .argument('<audio>', 'an audio file, or - for stdin (format by its first bytes, else 16 kHz PCM16)');
  addSessionOptions(command)
    .option('--api-key <key>', 'key of the service (or TURNWIRE_API_KEY)')
    .option('--channel <n|mix>', 'channel to send, from 0, or the mix of all (default: mix)')
    .option(...RAW_OPTION)
    .option('--speed <x|max>', 'speed as a multiple of real time; max: as fast as the service reads', '1')
    .option('--frame-ms <ms>', 'audio in each frame, 1 to 30000 ms', '80')
    .option('--schedule <file.json>', 'messages to send: a JSON array of {t, type, …}, t in seconds of audio')
    .option('--out <file|->', 'where the log goes (default: stdout; no log with --tui on a terminal)')
    .option('--arrivals <file>', 'wall-clock arrival of each event (default: beside --out)')
    .option('--retries <n>', 'how often to ask a full service (close 1013) again, with backoff', '6')
    .option('--ca <file>', 'PEM certificate to trust for wss')
    .option('--insecure', 'do not check the certificate')
    .option('--quiet', 'no summary on stderr')
    .option('--tui', 'show the session on the screen of live')
    .option('--plain', 'with --tui: lines instead of a screen, for screen readers')
    .addHelpText(
      'after',
      `
A schedule: [{"t":1.2,"type":"agent.speech","phase":"start"},{"t":9,"type":"finalize"}]

Keys with --tui: f finalize (room)   a agent speaking on/off   q end

Examples:
  turnwire client ws://localhost:8080 call.wav --api-key KEY
  turnwire client ws://localhost:8080 call.wav --tui --out call.jsonl
  turnwire client wss://speech.example/v2/room meeting.flac --speed max --out meeting.jsonl`,
    )
    .action(async (url: string, audio: string, flags: ClientFlags, self: Command) => {
      const { runClient } = await import('./client/run-client.js');
      process.exitCode = await runClient(url, audio, flags, givenOptions(self));
    });
}
