/** Checks the `session.start` that a command was asked for. A wrong value gives the service's own reason as the sentence. */
import { TurnwireError } from '../../protocol/errors.js';
import type { Endpoint } from '../../protocol/names.js';
import { SessionRejected } from '../../protocol/reasons.js';
import { parseSessionStart, type ParseContext, type SessionOptions } from '../../protocol/session-start.js';

/** Added to the service's reason, because the languages of a room depend on the models installed here. */
const ROOM_LANGUAGES = '; `turnwire models list` says which ones a room transcribes here and how to add one';

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
    const more = error.message.startsWith('unsupported language') ? ROOM_LANGUAGES : '';
    throw new TurnwireError('usage', 'session_rejected', `${error.message}${more}`);
  }
}
