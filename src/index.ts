/** The public library: the protocol's types and schemas, and the engines. */
export * from './protocol/index.js';
export type { Engine } from './engine/session/engine.js';
export { createStreamEngine, type StreamSetup } from './engine/stream/stream.js';
export {
  AgentChannel,
  withAgentSpeech,
  type CallPiece,
  type TimedAgentSpeech,
} from './engine/session/agent-channel.js';
export { cancelEcho, EchoCanceller } from './engine/session/echo-canceller.js';
export type { EngineChoices, SessionSetup, TraceRecord } from './engine/session/session-setup.js';
export { streamSetup } from './engine/stream/stream-setup.js';
export { createEnginePool } from './engine/workers/create-pool.js';
export { createInlineInference } from './inference/inline.js';
export type { Inference } from './inference/kernel.js';
export type { EotJudgement, EotPause, EotScorer, TurnHypothesis, Recheck } from './eot/scorer.js';
export type { BargeinClassifier, BargeinOnset } from './bargein/classifier.js';
export { createRoomEngine } from './engine/room/room.js';
export { roomSetup, type RoomChoices, type RoomSetup } from './engine/room/room-setup.js';
export type { VoiceEmbedder, VoiceEmbedding } from './voices/embedder/embedder.js';
export type { LanguageIdentifier, LanguageProbabilities, LanguageQuestion } from './lid/identifier.js';
export { createEngine } from './engine/create-engine.js';
