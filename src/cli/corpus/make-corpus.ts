/** Ctrl-C while a corpus is made, by `corpus import` or `corpus build`: what was begun is taken away, and a sentence says so. */
import { EXIT_INTERRUPTED, interruption } from '../terminal/interruption.js';

/** @param make with the signal that stops it. @returns its exit code, or that of an interruption. */
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
