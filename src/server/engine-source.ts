/**
 * What the server needs from the engines. `createEngineSource` (src/server/real-engines.ts) makes the product's; tests give a
 * scripted one.
 */
import type { TimedAgentSpeech } from '../engine/session/agent-channel.js';
import type { Engine } from '../engine/session/engine.js';
import type { TraceRecord } from '../engine/session/session-setup.js';
import type { EotPolicy } from '../eot/policy.js';
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
  /** @param onTrace called at every grid step with the numbers behind its decisions; the events are the same without it. */
  create(options: SessionOptions, sessionId: string, onTrace?: (record: TraceRecord) => void): Engine;
  /** The policy by which such a session ends turns. */
  policy(options: SessionOptions): EotPolicy;
  /** When the agent speaks, found in its own channel (PCM16 at 16 kHz, whole), as `turnwire run --agent-channel` finds it. */
  agentSpeech(samples: Int16Array): Promise<TimedAgentSpeech[]>;
  /** Scores one turn for `POST /v1/turn`, causally, at each multiple of the interval and at each change. */
  scoreTurn(request: TurnRequest, sessionId: string): Promise<TurnScore[]>;
  /** Calls the listener at every inference call, for the metrics. */
  observe(listener: (call: ObservedCall) => void): void;
  /** Numbers of waiting and of running inference calls. */
  load(): { readonly queued: number; readonly running: number };
  close(): Promise<void>;
}
