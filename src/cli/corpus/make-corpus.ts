/** Handles Ctrl-C while `corpus import` or `corpus build` makes a corpus: the unfinished corpus is removed, with a message. */
import { EXIT_INTERRUPTED, interruption } from '../terminal/interruption.js';

/** @param make makes the corpus until its signal is aborted. @returns its exit code, or that of an interruption. */
export async function makeCorpus(
  out: string,
  make: (stopped: AbortSignal) => Promise<number>,
): Promise<number> {
  const { signal, release } = interruption();
  try {
    return await make(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write(`turnwire: stopped; ${out} is left as it was before.\n`);
    return EXIT_INTERRUPTED;
  } finally {
    release();
  }
}
