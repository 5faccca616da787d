/**
 * What a `turn.end` of a room means in a meeting: who speaks next, by the reference.
 *   node scripts/rooms/turn-ends.mjs [--points cutoff_10pct] [recording ...]
 * Each recording has its RTTM beside it. Without arguments: the meeting of corpora/real, and the development meetings if they are there.
 * For each operating point it counts the `turn.end` events by what happens from the event to a second later: somebody else
 * begins or is heard already, the voice that spoke last goes on, or nobody speaks. Ends at which nobody has spoken are counted apart.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { createInlineInference } from '../../dist/index.js';
import { meetings } from './real-rooms.mjs';
import { runRoom } from './run-room.mjs';
import { hasDevelopmentAudio, soundOf } from './sound.mjs';

const WITHIN_SEC = 1;
/** How long before the event a voice may have spoken to count as heard at it, seconds: more than the longest timeout of a policy. */
const BEFORE_SEC = 4;
const REAL = new URL('../../corpora/real/', import.meta.url);

async function labelled(file) {
  const text = await readFile(file.replace(/\.\w+$/, '.rttm'), 'utf8');
  const rows = text
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/));
  const speech = rows.map(([, , , start, length, , , speaker]) => ({
    speaker,
    start: +start,
    end: +start + +length,
  }));
  return { id: file.split('/').at(-1), samples: await soundOf(file), speech };
}

/** What happens after a `turn.end` at `t`. */
function after(speech, t) {
  const before = speech
    .filter(({ start }) => start <= t)
    .sort((a, b) => a.end - b.end)
    .at(-1);
  if (!before || before.end < t - BEFORE_SEC) return 'noSpeech';
  const next = speech.filter(({ start, end }) => start <= t + WITHIN_SEC && end > t);
  if (next.some(({ speaker }) => speaker !== before.speaker)) return 'other';
  return next.length > 0 ? 'same' : 'nobody';
}

const { values, positionals: files } = parseArgs({
  options: { points: { type: 'string', default: 'cutoff_10pct,cutoff_5pct,cutoff_2pct' } },
  allowPositionals: true,
});
const recordings =
  files.length > 0
    ? await Promise.all(files.map(labelled))
    : [
        await labelled(new URL('meeting.flac', REAL).pathname),
        ...(hasDevelopmentAudio ? await meetings() : []),
      ];
const inference = createInlineInference();
console.log(
  '| operating point | ends | somebody else | the same voice | nobody | no speech before | taken back |\n|---|---|---|---|---|---|---|',
);
for (const point of values.points.split(',')) {
  const counts = { other: 0, same: 0, nobody: 0, noSpeech: 0 };
  let resumed = 0;
  for (const { id, samples, speech } of recordings) {
    const { events } = await runRoom(samples, inference, { start: { eot: { profile: point } } });
    const ends = events.filter(({ type }) => type === 'turn.end');
    const kinds = ends.map(({ t }) => after(speech, t));
    for (const kind of kinds) counts[kind] += 1;
    resumed += events.filter(({ type }) => type === 'turn.resumed').length;
    console.error(point, id, kinds.join(' '));
  }
  const { other, same, nobody, noSpeech } = counts;
  const total = other + same + nobody + noSpeech;
  console.log(`| ${point} | ${total} | ${other} | ${same} | ${nobody} | ${noSpeech} | ${resumed} |`);
}
await inference.close();
