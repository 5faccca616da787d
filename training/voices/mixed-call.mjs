/**
 * A call of two channels as a room hears it: both channels added, and an RTTM from the voice activity of each
 * channel. The reference is only as good as that, on clean channels of one voice each.
 *   node training/voices/mixed-call.mjs CALLER.wav AGENT.wav OUT-FOLDER
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSamples, wavBytes } from '../../dist/audio/index.js';
import { createInlineInference } from '../../dist/inference/index.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../dist/vad/policy.js';
import { VadStream } from '../../dist/vad/vad-stream.js';

const RATE = 16_000;
const FRAME = 512;
const [caller, agent, out] = process.argv.slice(2);
const channels = await Promise.all([caller, agent].map(readSamples));
const mixed = new Int16Array(Math.max(...channels.map((samples) => samples.length)));
const lines = [];
for (const [index, samples] of channels.entries()) {
  samples.forEach((value, i) => (mixed[i] = Math.max(-32_768, Math.min(32_767, mixed[i] + value))));
  const audio = Float32Array.from(samples, (value) => value / 32_768);
  const probabilities = await new VadStream(createInlineInference()).push(audio);
  const policy = new VadPolicy(DEFAULT_VAD_OPTIONS, (FRAME / RATE) * 1000);
  let start;
  const close = (at) => {
    const seconds = [start, at - start].map((frames) => ((frames * FRAME) / RATE).toFixed(3));
    lines.push(
      `SPEAKER call 1 ${seconds[0]} ${seconds[1]} <NA> <NA> ${index === 0 ? 'caller' : 'agent'} <NA> <NA>`,
    );
    start = undefined;
  };
  for (const probability of probabilities) {
    const change = policy.push(probability);
    if (change?.kind === 'start') start = change.atFrame;
    else if (change) close(change.atFrame);
  }
  if (start !== undefined) close(probabilities.length);
}
mkdirSync(out, { recursive: true });
writeFileSync(path.join(out, 'call.rttm'), `${lines.join('\n')}\n`);
writeFileSync(path.join(out, 'call.wav'), wavBytes(mixed));
