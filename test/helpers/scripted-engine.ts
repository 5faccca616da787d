/**
 * An engine without models for server tests: one `vad.start` at each whole second of audio, `asr.flushed` on finalize,
 * the summary at the end. Its options say how slow it is and when it fails.
 */
import type { Engine } from '../../src/engine/session/engine.js';
import { Sequencer } from '../../src/engine/session/sequencer.js';
import type { EventBody, WireEvent } from '../../src/protocol/events.js';
import { CLOSE } from '../../src/protocol/reasons.js';
import type { SessionOptions } from '../../src/protocol/session-start.js';
import type { EngineSource } from '../../src/server/engine-source.js';

export interface EngineScript {
  /** Wall milliseconds that each second of audio takes. Default 0. */
  msPerSecond?: number;
  /** Seconds of audio at which `push` throws. */
  failAtSec?: number;
  /** Events per whole second of audio. Default 1. */
  eventsPerSecond?: number;
  /** Wall milliseconds that `prepare` takes. Default 0. */
  prepareMs?: number;
  /** What `prepare` rejects with. */
  failsToPrepare?: Error;
  /** Endpoints whose models are loaded. Default both. */
  ready?: readonly ('stream' | 'room')[];
}

export function scriptedEngine(
  session: SessionOptions,
  sessionId: string,
  script: EngineScript = {},
): Engine {
  const sequencer = new Sequencer();
  let samples = 0;
  let closed: Engine['closed'];
  const send = (...bodies: EventBody[]): WireEvent[] => bodies.map((body) => sequencer.envelope(body));
  const end = async (): Promise<WireEvent[]> => {
    if (closed) return [];
    closed = CLOSE.normal;
    return send({ type: 'session.summary', audio_s: samples / 16_000, turns: 0 });
  };
  return {
    get closed() {
      return closed;
    },
    prepare: async () => {
      if (script.prepareMs) await new Promise((resolve) => setTimeout(resolve, script.prepareMs));
      if (script.failsToPrepare) throw script.failsToPrepare;
    },
    start: () => [
      {
        type: 'session.started',
        schema_version: 2,
        session_id: sessionId,
        ...(session.endpoint === 'stream' && { tier: 'full' as const }),
        eot: { profile: 'cutoff_10pct', mean_latency_ms: 350, cutoff_rate: 0.094 },
      },
    ],
    async push(chunk) {
      const before = Math.floor(samples / 16_000);
      samples += chunk.length;
      if (script.msPerSecond) {
        await new Promise((resolve) => setTimeout(resolve, (script.msPerSecond! * chunk.length) / 16_000));
      }
      if (script.failAtSec !== undefined && samples >= script.failAtSec * 16_000)
        throw new Error('scripted fault');
      const events: WireEvent[] = [];
      for (let second = before + 1; second * 16_000 <= samples; second++) {
        for (let i = 0; i < (script.eventsPerSecond ?? 1); i++) {
          events.push(
            ...send({ type: 'vad.start', t: second, speaker: session.endpoint === 'room' ? 'room' : 'user' }),
          );
        }
      }
      return events;
    },
    async control(message) {
      if (message.type === 'session.end') return end();
      return message.type === 'finalize' ? send({ type: 'asr.flushed' }) : [];
    },
    notify: async (body) => send(body),
    end,
  };
}

export function scriptedSource(script: EngineScript = {}): EngineSource {
  return {
    asrLanguages: ['en'],
    ready: (endpoint) => (script.ready ?? ['stream', 'room']).includes(endpoint),
    create: (session, sessionId) => scriptedEngine(session, sessionId, script),
    policy: () => ({ threshold: 0.76, actionDelaySec: 0.3, timeoutSec: 3 }),
    agentSpeech: async () => [],
    scoreTurn: async ({ audio, inferenceIntervalSec }) =>
      Array.from({ length: Math.floor(audio.length / 16_000 / inferenceIntervalSec) }, (_, i) => ({
        timestamp: (i + 1) * inferenceIntervalSec,
        p_eot: 0.5,
      })),
    observe: () => undefined,
    load: () => ({ queued: 0, running: 0 }),
    close: async () => undefined,
  };
}
