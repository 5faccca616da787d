/**
 * Puts ten minutes of sound without speech through a room and reports the words and voices found. There should be none.
 *   node scripts/rooms/quiet-minutes.mjs [--minutes 10] [recording ...]     recordings are repeated to fill the time
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createInlineInference, SAMPLE_RATE_HZ } from '../../dist/index.js';
import { QUIET_SOUNDS } from './quiet-sounds.mjs';
import { finalsOf, runRoom } from './run-room.mjs';
import { soundOf } from './sound.mjs';

const { values, positionals } = parseArgs({
  options: { minutes: { type: 'string', default: '10' } },
  allowPositionals: true,
});
const length = Math.round(Number(values.minutes) * 60 * SAMPLE_RATE_HZ);
const sounds = new Map(Object.entries(QUIET_SOUNDS));
for (const file of positionals) {
  const sound = await soundOf(file);
  sounds.set(path.basename(file), (i) => sound[i % sound.length]);
}
const inference = createInlineInference();
let failed = false;
for (const [name, sample] of sounds) {
  const samples = Int16Array.from({ length }, (_, i) => sample(i));
  const { events, audioSec, cpuSec } = await runRoom(samples, inference);
  const said = finalsOf(events, name);
  const starts = events.filter((event) => event.type === 'vad.start').length;
  failed ||= said.length > 0;
  console.log(
    `${name}: ${(audioSec / 60).toFixed(1)} min, ${starts} vad.start, ${said.length} finals, RTF ${(cpuSec / audioSec).toFixed(3)}`,
    ...said.map(({ speaker, text }) => `${speaker} "${text}"`),
  );
}
await inference.close();
process.exitCode = failed ? 1 : 0;
