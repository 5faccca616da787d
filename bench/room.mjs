/**
 * `npm run bench:room`: an hour of a room on one core: processor time per second of audio, memory over time, and whether
 * word times drift. The recording is repeated to fill the hour, so each round must give the same words at the same times.
 *   node bench/room.mjs [--minutes 60] [audio]     default: a shipped room of three (synthetic)
 */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createEngine, createInlineInference, parseSessionStart, SAMPLE_RATE_HZ } from '../dist/index.js';
import { readSamples } from '../dist/audio/index.js';

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '60' } },
  allowPositionals: true,
});
const file =
  positionals[0] ??
  fileURLToPath(new URL('../corpora/sample-rooms/audio/budget-three.flac', import.meta.url));

const round = await readSamples(file);
const rounds = Math.max(1, Math.round((Number(values.minutes) * 60 * SAMPLE_RATE_HZ) / round.length));
const session = parseSessionStart({ mode: 'working_session', idle_timeout_s: 0 }, 'room', {
  asrLanguages: ['en'],
});
const engine = createEngine(session, 'bench', createInlineInference());
engine.start();
const before = process.cpuUsage();
const firstTimes = [];
const lastOffsets = [];
let peakMb = 0;
let words = 0;
for (let i = 0; i < rounds; i += 1) {
  const events = await engine.push(round);
  const finals = events.filter((event) => event.type === 'asr.final');
  words += finals.reduce((sum, event) => sum + event.text.split(' ').length, 0);
  const offset = (i * round.length) / SAMPLE_RATE_HZ;
  const starts = finals.map((event) => event.t0 - offset).filter((t) => t > 0.5);
  if (i === 1) firstTimes.push(...starts);
  // Compares the last round with the second: each final with the nearest one at the same place of the recording.
  for (const start of i > 1 && i === rounds - 1 ? starts : []) {
    const offsets = firstTimes.map((t) => start - t).sort((a, b) => Math.abs(a) - Math.abs(b));
    lastOffsets.push(offsets[0]);
  }
  const memoryMb = process.memoryUsage().rss / 2 ** 20;
  peakMb = Math.max(peakMb, memoryMb);
  if (i % Math.ceil(rounds / 12) === 0) {
    console.log(
      `${((offset + round.length / SAMPLE_RATE_HZ) / 60).toFixed(1)} min  ${memoryMb.toFixed(0)} MB  ${words} words`,
    );
  }
}
await engine.end();
const { user, system } = process.cpuUsage(before);
const shiftMs = Math.round(1000 * (lastOffsets.sort((a, b) => a - b)[lastOffsets.length >> 1] ?? 0));
const audioSec = (rounds * round.length) / SAMPLE_RATE_HZ;
console.log(
  `audio ${(audioSec / 60).toFixed(1)} min, processor time per second of audio ${((user + system) / 1e6 / audioSec).toFixed(3)}`,
);
console.log(
  `peak memory ${peakMb.toFixed(0)} MB, median shift of word times from the second round to the last ${shiftMs} ms`,
);
