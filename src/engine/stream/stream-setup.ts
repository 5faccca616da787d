/** Fills what a session needs beside its options: scorers, points, policies; for a stream, the recogniser. */
import type { Inference } from '../../inference/kernel.js';
import { policyFor, type PoliciesByLanguage } from '../../operating-points/policies.js';
import { PUBLISHED_POINTS, type PointsTable } from '../../operating-points/published.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { createTranscriber } from '../transcript/transcribe-window.js';
import { DEFAULT_SCORER, scorersNamed } from '../session/scorers.js';
import type { SessionSetup } from '../session/session-port.js';
import type { StreamSetup } from './stream.js';

/** Choices of the person who runs the engine, beside the wire's `session.start`. */
export interface EngineChoices {
  /** `--scorer`. Default: the best one shipped. */
  readonly scorer?: string;
  /** False: voice activity and sound only, no transcript. Default true. */
  readonly transcript?: boolean;
  /** Points to publish. Default: the service's own table. */
  readonly points?: PointsTable;
  /** Policies behind the profiles, of the languages that have their own. Default: those that ship for the scorer. */
  readonly policies?: PoliciesByLanguage;
  readonly judgeAhead?: SessionSetup['judgeAhead'];
  readonly onTrace?: SessionSetup['onTrace'];
}

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
    listen: (language) =>
      choices.transcript === false
        ? undefined
        : createTranscriber(language, inference, { session: sessionId }),
  };
}

/** The part that both endpoints share. */
export function sessionSetup(
  session: SessionOptions,
  sessionId: string,
  inference: Inference,
  { scorer, points, policies, judgeAhead, onTrace }: EngineChoices,
): SessionSetup {
  const scorers = scorersNamed(scorer ?? DEFAULT_SCORER);
  return {
    session,
    sessionId,
    inference,
    scorer: scorers.eot,
    bargeinClassifier: scorers.bargein,
    points: points ?? PUBLISHED_POINTS,
    limits: (profile, language) => policyFor(session.endpoint, profile, language, policies, scorers.eot.name),
    judgeAhead,
    onTrace,
  };
}
