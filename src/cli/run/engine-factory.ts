/** Makes one engine per recording from the command line's choices. */
import { createHash } from 'node:crypto';
import type { Engine } from '../../engine/engine.js';
import { createStreamEngine, type TraceRecord } from '../../engine/stream.js';
import { streamSetup, type EngineChoices } from '../../engine/stream-setup.js';
import type { Inference } from '../../inference/kernel.js';
import { TurnwireError } from '../../protocol/errors.js';
import type { SessionOptions } from '../../protocol/session-start.js';

export type CreateEngine = (
  name: string,
  inference: Inference,
  onTrace: ((record: TraceRecord) => void) | undefined,
) => Engine;

export function createEngineFactory(
  flags: Pick<EngineChoices, 'scorer' | 'transcript'>,
  session: SessionOptions,
): CreateEngine {
  return (name, inference, onTrace) => {
    const choices: EngineChoices = { scorer: flags.scorer, transcript: flags.transcript, onTrace };
    if (session.endpoint === 'room') {
      throw new TurnwireError(
        'usage',
        'no_room_yet',
        'the room endpoint is not built yet: use --endpoint stream',
      );
    }
    return createStreamEngine(streamSetup(session, sessionIdOf(name, session), inference, choices));
  };
}

/** The same recording with the same options has the same id, so that a log can be reproduced byte for byte. */
function sessionIdOf(name: string, session: SessionOptions): string {
  const options = JSON.stringify({ ...session, signals: [...session.signals].sort() });
  return `run_${createHash('sha256').update(`${name}\n${options}`).digest('hex').slice(0, 12)}`;
}
