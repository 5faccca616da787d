/**
 * What a room makes of English, Spanish, English: voices, when it switched, and how much it wrote in the wrong
 * language.
 *   node training/lid/switching.mjs DATA/switching [--lid multilingual] [--read] [--only one-]
 * Reads the clips of switching.py. Needs `npm run build` and the Spanish recogniser (`turnwire models pull es
 * --accept-licence`). --read prints the final transcripts.
 */
import { parseArgs } from 'node:util';
import { readSamples } from '../../dist/audio/index.js';
import { createInlineInference } from '../../dist/inference/index.js';
import { runRoom } from '../../scripts/rooms/run-room.mjs';
import { recordings } from '../voices/diarize.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    lid: { type: 'string' },
    read: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const inference = createInlineInference();
const start = { mode: 'one_on_one', language: { allowed: ['en', 'es'] } };
const voicesOf = (labels) => new Set(labels.map((label) => label.split('-')[0])).size;
const rows = [];

for (const { name, file, reference } of recordings(positionals[0])) {
  if (!name.startsWith(values.only)) continue;
  const { events } = await runRoom(await readSamples(file), inference, {
    start,
    choices: { identifier: values.lid },
  });
  const finals = events.filter(({ type }) => type === 'asr.final');
  const row = {
    name,
    voices: voicesOf(reference.map(({ speaker }) => speaker)),
    found: new Set(finals.map(({ speaker }) => speaker)).size,
    switches: events
      .filter(({ type }) => type === 'language.switched')
      .map(({ t, language }) => `${language} ${(t - partAt(reference, t).start).toFixed(1)} s`),
    wrongSec: finals.reduce((sum, final) => sum + wrongSeconds(final, reference), 0),
  };
  rows.push(row);
  console.log(
    `${name}: voices ${row.voices}, found ${row.found}; switched to ${row.switches.join(', ')} into a part; ` +
      `${row.wrongSec.toFixed(1)} s written in the other language`,
  );
  if (values.read)
    for (const { t, t0, t1, speaker, language, text } of finals)
      console.log(`  ${t0}-${t1} (at ${t}) ${speaker} ${language}: ${text}`);
}
for (const voices of [1, 2]) {
  const some = rows.filter((row) => row.voices === voices);
  if (some.length === 0) continue;
  const right = some.filter(({ found }) => found === voices).length;
  const wrong = some.map(({ wrongSec }) => wrongSec).sort((a, b) => a - b);
  console.log(
    `${voices} voice(s): right number in ${right} of ${some.length}; in the other language ` +
      `${wrong[wrong.length >> 1].toFixed(1)} s a clip (median), ${wrong.at(-1).toFixed(1)} s at most`,
  );
}
await inference.close();

function partAt(reference, sec) {
  return reference.findLast((part) => part.start <= sec) ?? reference[0];
}

/** Seconds of a final transcript that lie in a part of another language. */
function wrongSeconds({ t0, t1, language }, reference) {
  return reference
    .filter(({ speaker }) => !speaker.endsWith(`-${language}`))
    .reduce((sum, { start, end }) => sum + Math.max(0, Math.min(t1, end) - Math.max(t0, start)), 0);
}
