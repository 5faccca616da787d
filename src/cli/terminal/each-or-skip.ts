/** Runs a command on several inputs, one after the other. */
import { exitCodeOf, messageOf } from '../../protocol/errors.js';

/**
 * An input that fails is named on stderr and skipped, unless it is the only one.
 * @returns the exit code of the last input that failed; 0 if none did.
 */
export async function eachOrSkip(
  inputs: readonly string[],
  work: (input: string) => Promise<void>,
): Promise<number> {
  let exitCode = 0;
  for (const input of inputs) {
    try {
      await work(input);
    } catch (error) {
      if (inputs.length === 1) throw error;
      process.stderr.write(`turnwire: ${messageOf(error)}\n`);
      exitCode = exitCodeOf(error);
    }
  }
  return exitCode;
}
