/** Explains why a program that building a corpus needs failed. Called by speech-synthesiser.ts and write-flac.ts. */
import { installHint } from '../../../audio/index.js';
import { messageOf, TurnwireError } from '../../../protocol/errors.js';

/** @param program name of the program and of its package. */
export function programFailed(program: string, cause: unknown): TurnwireError {
  const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const why = isMissing
    ? `is not on PATH; install it (${installHint(program)})`
    : `failed: ${messageOf(cause)}`;
  return new TurnwireError('source', 'no_program', `${program}, which building this corpus needs, ${why}`, {
    cause,
  });
}
