/** Runs one recording through one engine and yields its events. Control messages are applied at their sample positions. */
import type { RawFormat } from '../../audio/index.js';
import { sleep } from '../../client/sleep.js';
import type { Engine } from '../../engine/session/engine.js';
import type { Inference } from '../../inference/kernel.js';
import type { WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { inTurn } from '../../protocol/timed-messages.js';
import type { CallPiece, TimedAgentSpeech } from '../../engine/session/agent-channel.js';
import type { CallChoice } from '../options/call-channels.js';
import { openCall } from '../session/call-sound.js';
import { untilStopped } from '../terminal/until-stopped.js';

export interface RecordingJob extends CallChoice {
  readonly input: string;
  /** Format of the input's bytes, if it has no header. */
  readonly raw?: RawFormat;
  /** Messages of `--agent`, in order of `atSample`. */
  readonly messages: readonly TimedAgentSpeech[];
  readonly realtime: boolean;
  /** Stops reading. The log still ends properly; if no sound has come yet, no event is yielded. */
  readonly signal: AbortSignal;
  readonly onWarning: (sentence: string) => void;
  /** Called after each chunk, in seconds of audio. */
  readonly onProgress: (doneSec: number, totalSec: number | undefined) => void;
}

export async function* runRecording(
  job: RecordingJob,
  engine: Engine,
  inference: Inference,
): AsyncGenerator<WireEvent> {
  const stdin = job.input === '-' ? untilStopped(process.stdin, job.signal) : undefined;
  const name = job.input === '-' ? 'stdin' : job.input;
  const source = await openCall({ ...job, stdin, inference }, name).catch((error: unknown) => {
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
  for await (const { samples, messages } of job.realtime ? sliced(source.pieces()) : source.pieces()) {
    waiting.push(...messages);
    for (const part of inTurn(samples, done, waiting))
      yield* part instanceof Int16Array ? await engine.push(part) : await engine.control(part.message);
    done += samples.length;
    job.onProgress(done / SAMPLE_RATE_HZ, source.description.durationSec);
    if (job.realtime) await sleep(startedAt + (done / SAMPLE_RATE_HZ) * 1000 - performance.now(), job.signal);
    if (engine.closed || job.signal.aborted) break;
  }
  yield* await engine.end();
  source.warnings.forEach(job.onWarning);
}

/** Samples of each piece in real time: 80 ms. */
const REALTIME_SLICE = 0.08 * SAMPLE_RATE_HZ;

async function* sliced(pieces: AsyncIterable<CallPiece>): AsyncGenerator<CallPiece> {
  for await (const { samples, messages } of pieces) {
    for (let at = 0; at < samples.length; at += REALTIME_SLICE)
      yield { samples: samples.subarray(at, at + REALTIME_SLICE), messages: at === 0 ? messages : [] };
  }
}
