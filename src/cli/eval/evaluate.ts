/** Decides whether `turnwire eval` is one run or several side by side. */
import type { Command } from 'commander';
import { TurnwireError } from '../../protocol/errors.js';
import type { EvalFlags, GivenEvalFlags } from './eval-flags.js';
import { runEval } from './run-eval.js';
import { runSideBySide, type Subject } from './side-by-side.js';

export async function evaluate(
  corpora: readonly string[],
  flags: GivenEvalFlags,
  command: Command,
): Promise<number> {
  const { scorer = [], url = [], detector = [] } = flags;
  const subjects: Subject[] = [
    ...scorer.map((value): Subject => ({ flag: '--scorer', value })),
    ...url.map((value): Subject => ({ flag: '--url', value })),
    ...detector.map((value): Subject => ({ flag: '--detector', value })),
  ];
  if (subjects.length <= 1) return runEval(corpora, single(flags));
  const useless = flags.json ? '--json' : flags.queue === undefined ? undefined : '--queue';
  if (useless !== undefined)
    throw new TurnwireError(
      'usage',
      'useless_option',
      `${useless} is for one run: leave it out, or name one scorer, address or detector`,
    );
  const out = flags.out ?? `runs/${new Date().toISOString().replace(/[:.]/g, '-')}`;
  return runSideBySide(subjects, [...corpora, ...sharedOptions(command)], out, flags.method);
}

function single({ scorer, url, detector, ...flags }: GivenEvalFlags): EvalFlags {
  return {
    ...flags,
    ...(scorer && { scorer: scorer[0] }),
    ...(url && { url: url[0] }),
    ...(detector && { detector: detector[0] }),
  };
}

/** The options on the command line as arguments, without those that differ between the runs. */
function sharedOptions(command: Command): string[] {
  const own = ['scorer', 'url', 'detector', 'out'];
  return command.options.flatMap((option) => {
    const name = option.attributeName();
    if (own.includes(name) || command.getOptionValueSource(name) !== 'cli') return [];
    const value: unknown = command.getOptionValue(name);
    return typeof value === 'string' ? [option.long!, value] : [option.long!];
  });
}
