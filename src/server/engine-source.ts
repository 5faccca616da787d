/**
 * What the server needs from the engines. `createEngineSource` (src/server/real-engines.ts) makes the product's; tests give a
 * scripted one.
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
  /** Seconds from the start of the audio; the score depends on nothing after it. */
  readonly timestamp: number;
  readonly p_eot: number;
}

export interface EngineSource {
  /** Languages a room can decode. */
  readonly asrLanguages: readonly Language[];
  /** Returns true once the endpoint's models are loaded. */
  ready(endpoint: Endpoint): boolean;
  create(options: SessionOptions, sessionId: string): Engine;
  /** Scores one turn for `POST /v1/turn`, causally, at each multiple of the interval and at each change. */
  scoreTurn(request: TurnRequest, sessionId: string): Promise<TurnScore[]>;
  /** Calls the listener at every inference call, for the metrics. */
  observe(listener: (call: ObservedCall) => void): void;
  /** Numbers of waiting and of running inference calls. */
  load(): { readonly queued: number; readonly running: number };
  close(): Promise<void>;
}
