/** Checks the `session.start` that a command was asked for. A wrong value gives the service's own reason as the sentence. */
import { TurnwireError } from '../../protocol/errors.js';
import type { Endpoint } from '../../protocol/names.js';
import { SessionRejected } from '../../protocol/reasons.js';
import { withLanguageAdvice } from './language-advice.js';
import { parseSessionStart, type ParseContext, type SessionOptions } from '../../protocol/session-start.js';

/** @throws TurnwireError kind `usage` with the service's reason. */
export function checkSession(
  start: Record<string, unknown>,
  endpoint: Endpoint,
  context?: ParseContext,
): SessionOptions {
  try {
    return parseSessionStart(start, endpoint, context);
  } catch (error) {
    if (!(error instanceof SessionRejected)) throw error;
    throw new TurnwireError('usage', 'session_rejected', withLanguageAdvice(error.message));
  }
}
