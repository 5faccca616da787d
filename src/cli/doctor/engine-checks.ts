/** Checks of `turnwire doctor` that run one second of speech through each engine and measure its speed. */
import { fileURLToPath } from 'node:url';
import { openAudio } from '../../audio/index.js';
import { createEngine } from '../../engine/create-engine.js';
import { createInlineInference } from '../../inference/inline.js';
import type { Inference } from '../../inference/kernel.js';
import { messageOf } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { ENDPOINTS, type Endpoint } from '../../protocol/names.js';
import { parseSessionStart } from '../../protocol/session-start.js';
import type { Check } from './check.js';

const RECORDING = fileURLToPath(
  new URL('../../../corpora/sample-calls/audio/booking-call.wav', import.meta.url),
);
/** Where the second of speech begins in the shipped call, in seconds. */
const FROM_SEC = 1;

export async function* checkEngines(): AsyncGenerator<Check> {
  const inference = createInlineInference();
  try {
    const second = await oneSecond();
    for (const endpoint of ENDPOINTS) yield await checkEngine(endpoint, second, inference);
  } catch (error) {
    yield { name: 'engines', status: 'fail', detail: messageOf(error) };
  } finally {
    await inference.close();
  }
}

async function checkEngine(endpoint: Endpoint, second: Int16Array, inference: Inference): Promise<Check> {
  const name = `engine ${endpoint}`;
  try {
    const loadMs = await timed(() => session(endpoint, second, inference));
    const runMs = await timed(() => session(endpoint, second, inference));
    const speed = 1000 / runMs;
    return {
      name,
      status: speed >= 1 ? 'ok' : 'warn',
      detail: `1 s of speech in ${runMs.toFixed(0)} ms: ${speed.toFixed(1)}x real time (first time ${loadMs.toFixed(0)} ms)`,
      data: {
        first_ms: Math.round(loadMs),
        run_ms: Math.round(runMs),
        real_time_factor: Math.round(runMs) / 1000,
      },
    };
  } catch (error) {
    return { name, status: 'fail', detail: messageOf(error) };
  }
}

async function session(endpoint: Endpoint, second: Int16Array, inference: Inference): Promise<void> {
  const engine = createEngine(parseSessionStart({}, endpoint), 'doctor', inference);
  engine.start();
  await engine.push(second);
  const events = await engine.end();
  if (events.at(-1)?.type !== 'session.summary')
    throw new Error('the session did not end with session.summary');
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function oneSecond(): Promise<Int16Array> {
  const from = FROM_SEC * SAMPLE_RATE_HZ;
  const samples: number[] = [];
  for await (const chunk of (await openAudio(RECORDING)).chunks()) {
    samples.push(...chunk);
    if (samples.length >= from + SAMPLE_RATE_HZ) break;
  }
  return Int16Array.from(samples.slice(from, from + SAMPLE_RATE_HZ));
}
