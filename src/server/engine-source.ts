/**
 * What the server needs of the engines. `createEngineSource` (src/server/real-engines.ts) gives the product's; unit
 * tests give a scripted one.
 */
import type { Engine } from '../engine/session/engine.js';
import type { ObservedCall } from '../inference/pool.js';
import type { Language } from '../protocol/languages.js';
import type { ConversationMessage } from '../protocol/messages.js';
import type { Endpoint } from '../protocol/names.js';
import type { SessionOptions } from '../protocol/session-start.js';

export interface TurnRequest {
  readonly audio: Int16Array;
  readonly messages: readonly ConversationMessage[];
  readonly inferenceIntervalSec: number;
}

export interface TurnScore {
  /** Seconds from the start of the audio: everything the score has heard. */
  readonly timestamp: number;
  readonly p_eot: number;
}

export interface EngineSource {
  /** Languages a room can decode. */
  readonly asrLanguages: readonly Language[];
  /** True once the endpoint's models are loaded. */
  ready(endpoint: Endpoint): boolean;
  create(options: SessionOptions, sessionId: string): Engine;
  /** Scores one turn causally at every multiple of the interval, for `POST /v1/turn`. */
  scoreTurn(request: TurnRequest, sessionId: string): Promise<TurnScore[]>;
  /** Tells of every inference call, for metrics. */
  observe(listener: (call: ObservedCall) => void): void;
  /** Waiting and running inference calls. */
  load(): { readonly queued: number; readonly running: number };
  close(): Promise<void>;
}
