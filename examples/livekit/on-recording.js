/**
 * Plays a recording (16 kHz mono PCM16 WAV) into the detector in real time, asks for a prediction 200 ms into each silence, as
 * `AgentSession` does, and prints what comes.
 *
 *     node examples/livekit/on-recording.js corpora/sample-calls/audio/booking-call.wav
 */
import { initializeLogger } from '@livekit/agents';
import { AudioFrame } from '@livekit/rtc-node';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { TurnwireDetector } from './turnwire-detector.js';

const RATE_HZ = 16_000;
const FRAME_SAMPLES = 320;
/** Root mean square below which a frame is silence here; a session uses its own voice activity. */
const SILENCE_RMS = 200;
const ASK_AFTER_FRAMES = 10;

initializeLogger({ pretty: false, level: 'error' });
const wav = readFileSync(process.argv[2]);
const at = wav.indexOf('data') + 8;
const samples = new Int16Array(
  wav.buffer.slice(wav.byteOffset + at, wav.byteOffset + at + 2 * ((wav.length - at) >> 1)),
);
const detector = new TurnwireDetector({
  url: process.env.TURNWIRE_URL ?? 'ws://localhost:8080/v2/stream',
  apiKey: process.env.TURNWIRE_API_KEY ?? 'demo',
});
const stream = detector.stream();
const begin = performance.now();
let hasSpoken = false;
let silentFrames = 0;
let asked = false;
for (let done = 0; done + FRAME_SAMPLES <= samples.length; done += FRAME_SAMPLES) {
  const piece = samples.slice(done, done + FRAME_SAMPLES);
  stream.pushAudio(new AudioFrame(piece, RATE_HZ, 1, FRAME_SAMPLES));
  const rms = Math.sqrt(piece.reduce((sum, value) => sum + value * value, 0) / FRAME_SAMPLES);
  if (rms >= SILENCE_RMS) {
    if (asked) stream.cancelInference();
    [hasSpoken, silentFrames, asked] = [true, 0, false];
  } else if (hasSpoken && !asked && ++silentFrames >= ASK_AFTER_FRAMES) {
    asked = true;
    void tell(done / RATE_HZ, stream.predict());
  }
  await sleep(Math.max(0, begin + ((done + FRAME_SAMPLES) / RATE_HZ) * 1000 - performance.now()));
}
await stream.aclose();
await detector.aclose();
process.exit(0);

async function tell(askedSec, prediction) {
  const { endOfTurnProbability: p } = await prediction.await;
  const t = (performance.now() - begin) / 1000;
  const threshold = await stream.unlikelyThreshold('en');
  if (p >= threshold) console.log(`${t.toFixed(2)} turn over, asked at ${askedSec.toFixed(2)}`);
}
