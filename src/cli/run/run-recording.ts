/** One recording through one engine, as a stream of events. Control messages are applied at their sample positions. */
import { openAudio, openAudioChannels } from '../../audio/index.js';
import type { ChannelChoice } from '../../audio/index.js';
import { sleep } from '../../client/sleep.js';
import type { Engine } from '../../engine/engine.js';
import type { Inference } from '../../inference/kernel.js';
import type { WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { inTurn } from '../../protocol/timed-messages.js';
import { AgentChannel, type TimedAgentSpeech } from './agent-speech.js';
import { callChannels } from './call-channels.js';
import { untilStopped } from './until-stopped.js';

export interface RecordingJob {
  readonly input: string;
  readonly channel: ChannelChoice | undefined;
  /** From `--agent`. */
  readonly messages: readonly TimedAgentSpeech[];
  readonly agentChannel: number | undefined;
  readonly realtime: boolean;
  /** Stops reading; the log still ends properly, and stays unwritten before any sound. */
  readonly signal: AbortSignal;
  readonly onWarning: (sentence: string) => void;
  /** Called after each chunk, in seconds of audio. */
  readonly onProgress: (doneSec: number, totalSec: number | undefined) => void;
}

/** Samples with the messages that fall inside or before them. */
interface Piece {
  readonly samples: Int16Array;
  readonly messages: readonly TimedAgentSpeech[];
}

export async function* runRecording(
  job: RecordingJob,
  engine: Engine,
  inference: Inference,
): AsyncGenerator<WireEvent> {
  const source = await openPieces(job, inference).catch((error: unknown) => {
    if (!job.signal.aborted) throw error;
  });
  if (!source) {
    job.onWarning('stopped before any sound came');
    return;
  }
  const waiting = [...job.messages];
  const startedAt = performance.now();
  yield* engine.start();
  let done = 0;
  for await (const piece of source.pieces()) {
    waiting.push(...piece.messages);
    for (const part of inTurn(piece.samples, done, waiting))
      yield* part instanceof Int16Array ? await engine.push(part) : await engine.control(part.message);
    done += piece.samples.length;
    job.onProgress(done / SAMPLE_RATE_HZ, source.durationSec);
    if (job.realtime) await sleep(startedAt + (done / SAMPLE_RATE_HZ) * 1000 - performance.now(), job.signal);
    if (engine.closed || job.signal.aborted) break;
  }
  yield* await engine.end();
  source.warnings.forEach(job.onWarning);
}

interface Pieces {
  readonly durationSec: number | undefined;
  readonly warnings: readonly string[];
  pieces(): AsyncIterable<Piece>;
}

async function openPieces(job: RecordingJob, inference: Inference): Promise<Pieces> {
  const stdin = job.input === '-' ? untilStopped(process.stdin, job.signal) : undefined;
  if (job.agentChannel === undefined) {
    const source = await openAudio(job.input, { channel: job.channel, stdin });
    return {
      durationSec: source.description.durationSec,
      warnings: source.warnings,
      async *pieces() {
        for await (const samples of source.chunks()) yield* slices({ samples, messages: [] }, job.realtime);
      },
    };
  }
  const name = job.input === '-' ? 'stdin' : job.input;
  const wanted = callChannels(job.channel, job.agentChannel, name);
  const source = await openAudioChannels(job.input, wanted, { stdin });
  const agent = new AgentChannel(inference);
  return {
    durationSec: source.description.durationSec,
    warnings: source.warnings,
    async *pieces() {
      for await (const [samples, agentSamples] of source.chunks()) {
        yield* slices({ samples: samples!, messages: await agent.push(agentSamples!) }, job.realtime);
      }
    },
  };
}

/** In real time, audio arrives 80 ms at a time. */
const REALTIME_SLICE = 0.08 * SAMPLE_RATE_HZ;

function* slices(piece: Piece, realtime: boolean): Generator<Piece> {
  if (!realtime) {
    yield piece;
    return;
  }
  for (let at = 0; at < piece.samples.length; at += REALTIME_SLICE) {
    const messages = at === 0 ? piece.messages : [];
    yield { samples: piece.samples.subarray(at, at + REALTIME_SLICE), messages };
  }
}
