/** Makes one engine per recording from the command line's choices. */
import { createHash } from 'node:crypto';
import type { Engine } from '../../engine/engine.js';
import { createEngine } from '../../engine/create-engine.js';
import type { RoomChoices } from '../../engine/room-setup.js';
import type { TraceRecord } from '../../engine/endpoint.js';
import type { Inference } from '../../inference/kernel.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import type { RunFlags } from '../run.js';

export type CreateEngine = (
  name: string,
  inference: Inference,
  onTrace: ((record: TraceRecord) => void) | undefined,
) => Engine;

export function createEngineFactory(
  flags: Pick<RunFlags, 'scorer' | 'transcript' | 'voices' | 'lid'>,
  session: SessionOptions,
): CreateEngine {
  return (name, inference, onTrace) => {
    const choices: RoomChoices = {
      scorer: flags.scorer,
      transcript: flags.transcript,
      embedder: flags.voices,
      identifier: flags.lid,
      onTrace,
    };
    return createEngine(session, sessionIdOf(name, session), inference, choices);
  };
}

/** The same recording with the same options has the same id, so that a log can be reproduced byte for byte. */
function sessionIdOf(name: string, session: SessionOptions): string {
  const options = JSON.stringify({ ...session, signals: [...session.signals].sort() });
  return `run_${createHash('sha256').update(`${name}\n${options}`).digest('hex').slice(0, 12)}`;
}
