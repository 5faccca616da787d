/** Checks whether a first frame may open a session: it is a `session.start`, then its key, its options, and a free place. */
import type { Endpoint } from '../protocol/names.js';
import { CLOSE, SessionRejected } from '../protocol/reasons.js';
import { parseSessionStart, type SessionOptions } from '../protocol/session-start.js';
import { readObject } from './read-frame.js';
import type { SessionHost } from './session-host.js';

/**
 * Takes a place in `admission`, which the session must give back.
 * @param text the frame's text; undefined if the frame is binary
 * @throws SessionRejected with the close frame to send. The options are checked only if the key is right.
 */
export function checkStart(
  text: string | undefined,
  endpoint: Endpoint,
  { keys, engines, admission }: SessionHost,
): SessionOptions {
  if (text === undefined) throw new SessionRejected(CLOSE.expectedSessionStart);
  const fields = readObject(text);
  if (!fields) throw new SessionRejected(CLOSE.malformedJson);
  const { type, api_key: key } = fields;
  if (type !== 'session.start') throw new SessionRejected(CLOSE.expectedSessionStart);
  if (typeof key !== 'string' || !keys.accepts(key)) throw new SessionRejected(CLOSE.invalidApiKey);
  const options = parseSessionStart(fields, endpoint, { asrLanguages: engines.asrLanguages });
  const refused = admission.enter(endpoint, performance.now());
  if (refused) throw new SessionRejected(refused);
  return options;
}
