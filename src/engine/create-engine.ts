/** Makes the engine of a session for its endpoint. Every door calls this. */
import type { Inference } from '../inference/kernel.js';
import type { SessionOptions } from '../protocol/session-start.js';
import type { Engine } from './session/engine.js';
import { roomSetup, type RoomChoices } from './room/room-setup.js';
import { createRoomEngine } from './room/room.js';
import { streamSetup } from './stream/stream-setup.js';
import { createStreamEngine } from './stream/stream.js';

/**
 * The parameters are those of `streamSetup`. A stream ignores the choices that are for rooms only.
 * @throws TurnwireError kind `usage` if a scorer, embedder or identifier of a chosen name does not exist.
 */
export function createEngine(
  session: SessionOptions,
  sessionId: string,
  inference: Inference,
  choices: RoomChoices = {},
): Engine {
  switch (session.endpoint) {
    case 'stream':
      return createStreamEngine(streamSetup(session, sessionId, inference, choices));
    case 'room':
      return createRoomEngine(roomSetup(session, sessionId, inference, choices));
  }
}
