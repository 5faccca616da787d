/**
 * Where the sound of a session comes from: the microphone as it is heard, or a recording that the server has decoded. Both give
 * samples at 16 kHz, mono; a recording may bring the agent's channel beside them.
 */
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import { inTurn, type TimedMessage } from '../../../protocol/timed-messages.js';
import type { AgentSpeech } from '../../../protocol/messages.js';

export interface Sink {
  /** @param agent the agent's own samples, equally long, if it has a channel. */
  sound(samples: Int16Array, agent?: Int16Array): void;
  agentSpeech(message: AgentSpeech): void;
  /** Bytes that were given to the socket and are not sent yet. */
  unsent(): number;
  /** The recording is over. */
  ended(): void;
}

export interface Source {
  /** Begins to give sound. */
  start(sink: Sink): void;
  stop(): void;
}

/** Asks for the microphone; resolves once a person has allowed it. */
export async function openMicrophone(): Promise<Source> {
  // Browsers hide this from pages that came over plain http from another machine.
  if (!('mediaDevices' in navigator)) throw new Error('browsers give it to pages on https or localhost only');
  const media = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1 } });
  const context = new AudioContext();
  await context.audioWorklet.addModule('microphone.js');
  const worklet = new AudioWorkletNode(context, 'microphone', { numberOfOutputs: 0 });
  return {
    start(sink) {
      worklet.port.onmessage = ({ data }: MessageEvent<Int16Array>) => sink.sound(data);
      context.createMediaStreamSource(media).connect(worklet);
    },
    stop() {
      media.getTracks().forEach((track) => track.stop());
      // The session stops its source when a person ends it, and again when the socket closes.
      if (context.state !== 'closed') void context.close();
    },
  };
}

/** Samples of a piece that is sent at once: 80 ms. */
const PIECE_SAMPLES = 1280;
/** How often pieces are sent, ms; a page in the background is called less often and catches up. */
const TICK_MS = 40;
/** Most bytes that may wait in the socket when a recording is sent as fast as it goes: 4 s of sound. Chosen by hand. */
const MOST_UNSENT_BYTES = 128 * 1024;

/** The sound of a file, as the server decoded it. */
export interface Tracks {
  readonly caller: Int16Array;
  readonly agent?: Int16Array;
  readonly agentSpeech: readonly TimedMessage<AgentSpeech>[];
}

/** @param fast sends as fast as the server takes it, instead of in real time. */
export function recordingSource({ caller, agent, agentSpeech }: Tracks, fast: boolean): Source {
  let timer: ReturnType<typeof setInterval> | undefined;
  const waiting = [...agentSpeech];
  let sent = 0;
  const send = (sink: Sink): void => {
    const piece = caller.subarray(sent, sent + PIECE_SAMPLES);
    let at = sent;
    for (const part of inTurn(piece, sent, waiting)) {
      if (!(part instanceof Int16Array)) {
        sink.agentSpeech(part.message);
        continue;
      }
      sink.sound(part, agent?.subarray(at, at + part.length));
      at += part.length;
    }
    sent += piece.length;
  };
  return {
    start(sink) {
      const startMs = performance.now();
      timer = setInterval(() => {
        const dueSec = fast ? Infinity : (performance.now() - startMs) / 1000;
        while (sent < caller.length && sent + PIECE_SAMPLES <= dueSec * SAMPLE_RATE_HZ) {
          if (sink.unsent() > MOST_UNSENT_BYTES) return;
          send(sink);
        }
        const rest = caller.length - sent;
        if (rest > 0 && (fast || rest > PIECE_SAMPLES)) return;
        if (rest > 0) send(sink);
        clearInterval(timer);
        sink.ended();
      }, TICK_MS);
    },
    stop: () => clearInterval(timer),
  };
}
