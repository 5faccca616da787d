/** The work behind `turnwire replay`: reads the log, checks it, then plays it. */
import type { Violation } from '../../protocol/check-log.js';
import { visible } from '../../protocol/describe-shape.js';
import { TurnwireError } from '../../protocol/errors.js';
import { nameOfLog, readLog, refuseEmptyLog } from '../session/read-log.js';
import { eachOrSkip } from '../terminal/each-or-skip.js';
import type { ReplayFlags } from './replay-flags.js';
import { followLog } from './follow-log.js';
import { playLog } from './play-log.js';

/** Most violations printed before playing; `--check` prints all. */
const MAX_PRINTED = 20;

export async function replayLogs(files: readonly string[], flags: ReplayFlags): Promise<number> {
  if (flags.follow && files.length === 1) return await followLog(files[0]!, flags);
  if (flags.check) return await checkLogs(files, flags.json ?? false);
  if (flags.json) {
    throw new TurnwireError('usage', 'json_without_check', '--json is for the violations: add --check');
  }
  if (files.length > 1) {
    throw new TurnwireError(
      'usage',
      'one_log',
      'replay plays one log; several can only be checked, with --check',
    );
  }
  const file = files[0]!;
  const log = await readLog(file);
  refuseEmptyLog(file, log);
  printFirst(file, log.violations);
  await playLog(
    file,
    log.events.map(({ event }) => event),
    flags,
  );
  return 0;
}

/** Names and skips a log that cannot be read; the exit code shows it. */
async function checkLogs(files: readonly string[], json: boolean): Promise<number> {
  const results: (Violation & { log: string })[] = [];
  const unreadable = await eachOrSkip(files, async (file) => {
    const { violations, events } = await readLog(file);
    // One by one: a file that is no log has a violation on every line, more than a call can take as arguments.
    for (const violation of violations) results.push({ log: nameOfLog(file), ...violation });
    if (!json) report(file, violations, events.length);
  });
  if (json) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);
  return unreadable || (results.length > 0 ? 1 : 0);
}

function report(file: string, violations: readonly Violation[], events: number): void {
  for (const violation of violations) process.stdout.write(`${lineOf(file, violation)}\n`);
  const verdict = violations.length === 0 ? 'no violation' : `${violations.length} violation(s)`;
  process.stderr.write(`${nameOfLog(file)}: ${events} events, ${verdict}\n`);
}

function printFirst(file: string, violations: readonly Violation[]): void {
  for (const violation of violations.slice(0, MAX_PRINTED)) {
    process.stderr.write(`${lineOf(file, violation)}\n`);
  }
  if (violations.length > MAX_PRINTED) {
    process.stderr.write(`… and ${violations.length - MAX_PRINTED} more: turnwire replay --check ${file}\n`);
  }
}

const lineOf = (file: string, { line, rule, message }: Violation): string =>
  `${nameOfLog(file)}:${line}: ${rule}: ${visible(message)}`;
