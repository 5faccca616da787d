/**
 * p_eot over one turn at every step of its grid, 0 while someone speaks. The engine itself runs, with a policy that never
 * ends a turn, so every silence is scored to its end. Used by `POST /v1/turn` and by the benchmark's method.
 */
import type { Inference } from '../inference/kernel.js';
import type { Endpoint } from '../protocol/names.js';
import { parseSessionStart } from '../protocol/session-start.js';
import type { SessionSetup } from './session/session-setup.js';
import { roomSetup } from './room/room-setup.js';
import { createRoomEngine } from './room/room.js';
import { createStreamEngine } from './stream/stream.js';
import { streamSetup } from './stream/stream-setup.js';
import type { EngineChoices } from './session/session-setup.js';

/** Limits of a policy that no turn reaches: no score is above 2. */
const NEVER_END = { threshold: 2, timeoutSec: Infinity } as const;

export interface StepScore {
  /** Time of the step in seconds; no sound after it goes into the score. */
  readonly t: number;
  readonly pEot: number;
}

/**
 * @param start fields of `session.start`: `inference_interval`, `messages`, `language`.
 * @param audio 16 kHz mono, the whole turn.
 */
export async function turnScores(
  start: Readonly<Record<string, unknown>>,
  audio: Int16Array,
  sessionId: string,
  inference: Inference,
  choices: EngineChoices = {},
  endpoint: Endpoint = 'stream',
): Promise<StepScore[]> {
  const session = parseSessionStart({ ...start, idle_timeout_s: 0 }, endpoint);
  const scores: StepScore[] = [];
  const traced: EngineChoices = {
    ...choices,
    onTrace: ({ t, p_eot }) => scores.push({ t, pEot: p_eot ?? 0 }),
  };
  const engine =
    endpoint === 'room'
      ? createRoomEngine(unending(roomSetup(session, sessionId, inference, traced)))
      : createStreamEngine(unending(streamSetup(session, sessionId, inference, traced)));
  engine.start();
  await engine.push(audio);
  await engine.end();
  return scores;
}

function unending<Setup extends SessionSetup>(setup: Setup): Setup {
  return { ...setup, policy: (...profile) => ({ ...setup.policy(...profile), ...NEVER_END }) };
}
