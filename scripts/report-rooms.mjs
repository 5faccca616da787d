/**
 * `npm run report:rooms`: measures rooms on real recordings and on rooms mixed from real voices. Needs the development
 * recordings (rooms/sound.mjs). Writes reports/rooms/report.md and, for each room, a readable log.
 *   node scripts/report-rooms.mjs [--out folder] [--only meetings,call,dialogues,built,words,logs]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createInlineInference } from '../dist/index.js';
import { builtRooms, readSpeech } from './rooms/built-rooms.mjs';
import { scoreSpeech, scoreText } from './rooms/measures.mjs';
import { dialogues, meetings, mixedCall, unlabelled } from './rooms/real-rooms.mjs';
import { readable, runRoom } from './rooms/run-room.mjs';
import { hasDevelopmentAudio } from './rooms/sound.mjs';
import { measureUtterance } from './rooms/streaming-words.mjs';
import { speechRuns } from './rooms/voice-activity.mjs';
import { writeReport } from './rooms/write-report.mjs';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'reports/rooms' }, only: { type: 'string' } },
});
if (!hasDevelopmentAudio) {
  console.error('report:rooms needs the development recordings: TURNWIRE_REAL_AUDIO names their folder');
  process.exit(3);
}
const wanted = (part) => values.only === undefined || values.only.split(',').includes(part);
const inference = createInlineInference();
const logs = [];

async function each(rooms, score) {
  const rows = [];
  for (const room of rooms) {
    const run = await runRoom(room.samples, inference);
    logs.push(`## ${room.id}\n\n\`\`\`text\n${readable(run.events)}\n\`\`\`\n`);
    const row = score(room, run);
    rows.push(row);
    console.error(room.id, `${row.foundVoices ?? '?'} voices, ${(run.cpuSec / run.audioSec).toFixed(3)} x`);
  }
  return rows;
}

const found = {};
if (wanted('meetings')) found.meetings = await each(await meetings(), scoreSpeech);
if (wanted('call'))
  found.call = await each([await mixedCall((samples) => speechRuns(samples, inference))], scoreSpeech);
if (wanted('dialogues'))
  found.dialogues = await each(
    (await dialogues()).map((room) => ({
      ...room,
      reference: room.turns.map(([speaker, text], i) => ({
        session: room.id,
        speaker,
        start: i,
        end: i + 1,
        text,
      })),
    })),
    scoreText,
  );
if (wanted('logs'))
  found.logs = await each(await unlabelled(), (room, run) => ({ id: room.id, ...voices(run) }));
if (wanted('built'))
  found.built = await each(await builtRooms(), (room, run) => ({
    ...scoreText(room, run),
    size: room.voices,
  }));
if (wanted('words')) {
  found.words = [];
  for (const utterance of await readSpeech()) found.words.push(await measureUtterance(utterance, inference));
}
await inference.close();
await mkdir(values.out, { recursive: true });
const report = writeReport(found);
await writeFile(path.join(values.out, 'report.md'), report);
if (logs.length > 0)
  await writeFile(path.join(values.out, 'logs.md'), `# What was heard\n\n${logs.join('\n')}`);
console.log(report);

function voices({ events, audioSec, cpuSec }) {
  const speakers = events.flatMap((event) => (event.type === 'asr.final' ? [event.speaker] : []));
  return { foundVoices: new Set(speakers).size, words: speakers.length, audioSec, cpuSec };
}
