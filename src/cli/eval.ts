/** `turnwire eval`: runs corpora through the engines and measures latency and false cut-offs. */
import { Option, type Command } from 'commander';
import { ENDPOINTS, PROFILES } from '../protocol/names.js';
import { givenOptions } from './options/given-options.js';
import { requireRuntime } from './machine/model-runtime.js';
import { SCORER_OPTION } from './options/session-options.js';
import type { GivenEvalFlags } from './eval/eval-flags.js';

export function register(program: Command): void {
  program
    .command('eval')
    .description('Run corpora through the engines; measure latency, false cut-offs, barge-in, rooms.')
    .argument('[corpus...]', 'corpus folders, or the names of those that ship with turnwire')
    .addOption(new Option('--endpoint <name>', 'which engine').choices([...ENDPOINTS]).default('stream'))
    .option('--profile <names>', `all, or some of ${PROFILES.join(', ')} (default: all; one for --detector)`)
    .addOption(
      new Option(
        '--method <name>',
        'real turn.end events, scores by the open benchmark, both, or events by TurnBench (default: all; service for --detector)',
      ).choices(['service', 'eot-bench', 'all', 'turnbench']),
    )
    .option('--split <names>', 'only these splits, comma-separated')
    .option('--language <codes>', 'only these languages, comma-separated')
    .option('--limit <n>', 'only the first n recordings of each corpus')
    .option('--jobs <n>', 'recordings at the same time (default: one per core; 1000 with --queue)')
    .option(
      '--out <folder>',
      'run folder; an interrupted run continues where it stopped (default: runs/<time>)',
    )
    .option('--url <url>', 'measure a service at this address instead, e.g. ws://127.0.0.1:8080', several)
    .option('--api-key <key>', "the service's key (default: TURNWIRE_API_KEY)")
    .option('--ca <file>', 'PEM certificate to trust for wss')
    .option('--detector <command>', 'measure a program of yours instead: docs/detectors.md', several)
    .option('--detector-timeout <s>', 'how long the program may take for one answer, in seconds', '30')
    .option(
      '--queue <url>',
      'measure on other machines: address of the Redis that their workers share, e.g. redis://host:6379',
    )
    .option('--work', 'be a worker of --queue until Ctrl-C; recordings must have the same paths here')
    .option(...SCORER_OPTION, several)
    .option('--no-transcript', 'score by sound and silence alone, without a transcript')
    .option(
      '--policies <file>',
      'thresholds, delays and timeouts (59 s at most) written by `turnwire calibrate`',
    )
    .option(
      '--score-interval <s>',
      'step of the scores of method eot-bench, 0.02 to 1 s; a service at --url may score more often',
      '0.02',
    )
    .option('--allowed <codes>', 'room: languages the voices may be decoded in, comma-separated')
    .option('--json', 'print the figures as one JSON object')
    .addHelpText(
      'after',
      `
Examples:
  turnwire eval sample-turns --profile cutoff_5pct --out runs/turns
  turnwire eval my-corpus --method all --split test --jobs 2
  turnwire eval sample-rooms --endpoint room --json
  turnwire eval my-corpus --detector "python3 my_detector.py" --out runs/mine
  turnwire eval my-corpus --scorer learned --scorer rules --detector "python3 my_detector.py"
  turnwire eval /shared/my-corpus --queue redis://host:6379 --out runs/big
  turnwire eval --queue redis://host:6379 --work`,
    )
    .action(async (corpora: string[], flags: GivenEvalFlags, command: Command) => {
      requireRuntime();
      if (flags.work) {
        const { runWorker } = await import('./eval/run-worker.js');
        process.exitCode = await runWorker(corpora, flags, givenOptions(command));
        return;
      }
      const { evaluate } = await import('./eval/evaluate.js');
      process.exitCode = await evaluate(corpora, flags, command);
    });
}

function several(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
