/** The work behind `turnwire eval --queue … --work`: measures recordings for runs on other machines, until Ctrl-C. */
import os from 'node:os';
import { connectQueue } from '../../eval/run/queue-link.js';
import { runQueueWorker } from '../../eval/run/queue-worker.js';
import { TurnwireError } from '../../protocol/errors.js';
import { wholeNumber } from '../options/number-options.js';
import type { GivenEvalFlags } from './eval-flags.js';
import { interruption } from '../terminal/interruption.js';
import { leaveLostQueue } from './leave-lost-queue.js';

/** The flags that a worker may have; the run sets all others. */
const OWN = ['--queue', '--work', '--jobs'];

/** @param given names of the flags on the command line. */
export async function runWorker(
  corpora: readonly string[],
  flags: GivenEvalFlags,
  given: readonly string[],
): Promise<number> {
  const reject = (sentence: string): never => {
    throw new TurnwireError('usage', 'useless_option', sentence);
  };
  if (flags.queue === undefined)
    return reject('--work needs --queue: the Redis that hands out the recordings');
  if (corpora.length > 0)
    reject(`--work takes its recordings from the queue: leave out ${corpora.join(' ')}`);
  const other = given.find((name) => !OWN.includes(name));
  if (other !== undefined) reject(`--work takes ${other} from the run that it works for: leave it out`);
  const jobs = wholeNumber(flags.jobs, '--jobs', 1) ?? os.cpus().length;
  const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
  const link = await connectQueue(flags.queue, say);
  const { signal, release } = interruption();
  leaveLostQueue(link, signal, say);
  try {
    await runQueueWorker(link, { jobs, signal, say });
    return 0;
  } finally {
    release();
    link.close();
  }
}
