/**
 * A caller speaks for 3.5 s while somebody else reads all the time, so many dB below him; the agent speaks from 6 s on. Does the
 * far voice claim, and does it hold the caller's turn.end back?
 */
import { RATE, SPEECH_SEC, stretches } from './going-on.mjs';
import { callerFiles } from './recordings.mjs';
import { atLevel, join, mixed, noise, SPEECH_DBFS } from './sound.mjs';

const NOISE_DBFS = -76;
const BELOW_DB = [15, 20, 25, 30, 40];
const PAIRS = 4;
const CALLER_FROM_SEC = 1;
const AGENT_FROM_SEC = 6;
const LONG_SEC = 16;

/** The first stretch of each caller, and a voice that goes on for the whole recording: the stretches of the caller after him. */
async function pairs(sound) {
  const voices = [];
  for (const file of callerFiles()) {
    const samples = await sound.read(file);
    const parts = stretches(samples).map((at) => samples.subarray(at, at + SPEECH_SEC * RATE));
    if (parts.length > 0) voices.push(parts);
  }
  return voices.slice(0, PAIRS).map((parts, i) => {
    const other = voices[(i + 1) % voices.length];
    const needed = Math.ceil(LONG_SEC / SPEECH_SEC);
    const reader = join(Array.from({ length: needed }, (_, k) => other[k % other.length]));
    return { caller: atLevel(parts[0], SPEECH_DBFS), reader: reader.subarray(0, LONG_SEC * RATE) };
  });
}

async function farVoices(engine, sound) {
  const rows = [];
  for (const { caller, reader } of await pairs(sound))
    for (const belowDb of BELOW_DB) {
      const placed = new Float32Array(LONG_SEC * RATE);
      placed.set(caller, CALLER_FROM_SEC * RATE);
      const both = mixed(placed, atLevel(reader, SPEECH_DBFS - belowDb));
      const events = await engine.run(mixed(both, noise(both.length, NOISE_DBFS)), [
        [AGENT_FROM_SEC, Infinity],
      ]);
      const callerEnd = CALLER_FROM_SEC + SPEECH_SEC;
      const end = events.find(({ type, t }) => type === 'turn.end' && t > callerEnd);
      rows.push({
        belowDb,
        claims: events.filter((event) => event.type === 'bargein.class' && event.class === 'claim').length,
        turnEndAfterSec: end ? Math.round((end.t - callerEnd) * 1000) / 1000 : null,
        speechAfterSec: events
          .filter(({ type, t }) => type === 'vad.end' && t > callerEnd + 1)
          .reduce((sum, { duration }) => sum + duration, 0),
      });
    }
  return rows;
}

export const farOnes = { 'far-voices': farVoices };
