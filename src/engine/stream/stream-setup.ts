/** Fills what a stream needs: what every session needs (session/session-setup.ts) and the recogniser of its language. */
import type { Inference } from '../../inference/kernel.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { sessionSetup, type EngineChoices } from '../session/session-setup.js';
import { createTranscriber } from '../transcript/transcribe-window.js';
import type { StreamSetup } from './stream.js';

/**
 * @param session as `parseSessionStart` checked it, for the endpoint `stream`.
 * @param sessionId names the session in `session.started`, and its share of the inference among others.
 * @param inference may serve any number of sessions.
 * @throws TurnwireError kind `usage` when no scorer has the chosen name.
 */
export function streamSetup(
  session: SessionOptions,
  sessionId: string,
  inference: Inference,
  choices: EngineChoices = {},
): StreamSetup {
  return {
    ...sessionSetup(session, sessionId, inference, choices),
    transcriber: (language) =>
      choices.transcript === false
        ? undefined
        : createTranscriber(language, inference, { session: sessionId }),
  };
}
