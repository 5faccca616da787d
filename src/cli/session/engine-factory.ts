/** Makes one engine for each recording from the flags of `run` or `live`. */
import { createHash } from 'node:crypto';
import type { Engine } from '../../engine/session/engine.js';
import { createEngine } from '../../engine/create-engine.js';
import { embedderNamed, identifierNamed, type RoomChoices } from '../../engine/room/room-setup.js';
import type { TraceRecord } from '../../engine/session/session-setup.js';
import type { Inference } from '../../inference/kernel.js';
import { TurnwireError } from '../../protocol/errors.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import type { ChosenPoints } from '../options/chosen-points.js';
import { checkScorer } from '../options/scorer-option.js';

/** @param name the recording's name, from which the session id is made. */
export type CreateEngine = (
  name: string,
  inference: Inference,
  onTrace: ((record: TraceRecord) => void) | undefined,
) => Engine;

/** Flags of `run` and `live` that choose parts of an engine. */
interface ChoiceFlags {
  readonly scorer?: string;
  readonly transcript: boolean;
  readonly voices?: string;
  readonly lid?: string;
}

/** @throws TurnwireError kind `usage` for an unknown choice, or one that the endpoint ignores. */
export function createEngineFactory(
  flags: ChoiceFlags,
  session: SessionOptions,
  { points, policies }: ChosenPoints,
): CreateEngine {
  checkChoices(flags, session);
  return (name, inference, onTrace) => {
    const choices: RoomChoices = {
      scorer: flags.scorer,
      transcript: flags.transcript,
      embedder: flags.voices,
      identifier: flags.lid,
      points,
      policies,
      onTrace,
    };
    return createEngine(session, sessionIdOf(name, session), inference, choices);
  };
}

function checkChoices({ scorer, transcript, voices, lid }: ChoiceFlags, { endpoint }: SessionOptions): void {
  checkScorer(scorer);
  if (endpoint === 'room') {
    if (voices !== undefined) embedderNamed(voices);
    if (lid !== undefined) identifierNamed(lid);
    if (!transcript) reject('--no-transcript is for a stream: a room always transcribes; leave it out');
  } else {
    const flag = voices !== undefined ? '--voices' : lid !== undefined ? '--lid' : undefined;
    if (flag) reject(`${flag} is for a room, this is a stream: add --endpoint room, or leave it out`);
  }
}

function reject(sentence: string): never {
  throw new TurnwireError('usage', 'wrong_endpoint', sentence);
}

/** Equal for the same recording with the same options, so that a log can be reproduced byte for byte. */
function sessionIdOf(name: string, session: SessionOptions): string {
  const options = JSON.stringify({ ...session, signals: [...session.signals].sort() });
  return `run_${createHash('sha256').update(`${name}\n${options}`).digest('hex').slice(0, 12)}`;
}
