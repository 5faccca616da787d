/** `turnwire serve`: runs the `/v2` service on this machine. */
import { Option, type Command } from 'commander';
import { requireRuntime } from './machine/model-runtime.js';
import { SCORER_OPTION } from './options/session-options.js';
import type { ServeFlags } from './serve/serve-flags.js';

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const;

const collect = (value: string, before: string[] = []): string[] => [...before, value];

export function register(program: Command): void {
  program
    .command('serve')
    .description('Serve the engines on /v2/stream, /v2/room, /v2/eot/profiles and a browser page.')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'TCP port; 0 takes a free one', '8080')
    .option(
      '--api-key <key>',
      'a key sessions may use; repeatable (or TURNWIRE_API_KEYS, comma-separated)',
      collect,
    )
    .option('--api-key-file <file>', 'more keys, one per line')
    .option('--max-sessions <n>', 'open streams at most; a room counts as 4 (default: 12 per worker)')
    .option('--max-rooms <n>', 'open rooms at most (default: 3 per worker)')
    .option('--tls-cert <file>', 'PEM certificate chain; with --tls-key the server speaks https and wss')
    .option('--tls-key <file>', 'PEM private key')
    .option(
      '--points <name|file>',
      'operating points to publish and run: published, measured (by calibrate in this folder, else those that ship), or a points.json',
      'published',
    )
    .option('--record <dir>', 'save the audio and the log of each session (default: nothing is saved)')
    .option('--workers <n>', 'inference threads, about 350 MB each (default: one per core)')
    .option('--drain-s <s>', 'seconds that open sessions and requests may continue after SIGTERM', '30')
    .addOption(
      new Option('--log-level <level>', 'what goes to stderr').choices([...LOG_LEVELS]).default('info'),
    )
    .option('--allow-origin <origin>', 'browser origin that may connect; repeatable (default: any)', collect)
    .option(...SCORER_OPTION)
    .option(
      '--no-transcript',
      'score streams by sound and silence alone, without a transcript: much faster, less accurate',
    )
    .addHelpText(
      'after',
      `
Without a key one is generated and printed once. Logs never hold keys, audio or transcripts.

Examples:
  turnwire serve
  turnwire serve --host 0.0.0.0 --port 443 --tls-cert cert.pem --tls-key key.pem --api-key-file keys.txt
  turnwire serve --record calls/ --max-sessions 8`,
    )
    .action(async (flags: ServeFlags) => {
      requireRuntime();
      const { serve } = await import('./serve/run-server.js');
      process.exitCode = await serve(flags);
    });
}
