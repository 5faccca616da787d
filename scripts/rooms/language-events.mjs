/**
 * What a room says of the languages of its voices, with English pinned and with every language allowed.
 *   node scripts/rooms/language-events.mjs [recording=language[,language]...]
 * Without arguments: the sample rooms of several languages and the clips of corpora/real. Prints a line for each recording and form of
 * `language`: reports right and wrong, seconds of the summary right and wrong, and the events of a change with their times.
 */
import { readFile } from 'node:fs/promises';
import { createInlineInference } from '../../dist/index.js';
import { soundOf } from './sound.mjs';
import { runRoom } from './run-room.mjs';

const CORPORA = new URL('../../corpora/', import.meta.url);
const FORMS = { pinned: { pin: 'en' }, auto: { auto: true } };
const CHANGES = ['language.switched', 'language.switch_recommended', 'warning'];

async function shipped() {
  const rooms = (await readFile(new URL('sample-rooms/rows.jsonl', CORPORA), 'utf8'))
    .trim()
    .split('\n')
    .map(JSON.parse);
  const several = rooms.filter(({ languages }) => new Set(Object.values(languages)).size > 1);
  const clips = (await readFile(new URL('real/languages/clips.tsv', CORPORA), 'utf8'))
    .trim()
    .split('\n')
    .slice(1);
  return [
    ...several.map(({ audio, languages }) => ({
      file: new URL(`sample-rooms/${audio}`, CORPORA).pathname,
      languages: Object.values(languages),
    })),
    ...clips
      .map((line) => line.split('\t'))
      .map(([file, language]) => ({
        file: new URL(`real/languages/${file}`, CORPORA).pathname,
        languages: [language],
      })),
  ];
}

function line(name, form, { languages }, { events }) {
  const isRight = (language) => languages.includes(language);
  const reports = events.filter(({ type }) => type === 'asr.language').map(({ language }) => language);
  const { speakers } = events.find(({ type }) => type === 'language.summary');
  const booked = Object.values(speakers).flatMap((counts) => Object.entries(counts));
  const seconds = (wanted) =>
    booked.reduce((sum, [language, sec]) => sum + (isRight(language) === wanted ? sec : 0), 0).toFixed(1);
  const changes = events
    .filter(
      ({ type, code }) => CHANGES.includes(type) && (type !== 'warning' || code === 'language_mismatch'),
    )
    .map(
      ({ type, t, speaker, language }) =>
        `${type.replace('language.', '')} ${speaker} ${language} ${t.toFixed(1)}`,
    );
  const right = reports.filter(isRight).length;
  const wrong = reports.filter((language) => !isRight(language));
  return [
    name,
    languages.join('+'),
    form,
    right,
    `${wrong.length} ${wrong.join(' ')}`,
    seconds(true),
    seconds(false),
    changes.join('; '),
  ];
}

const named = process.argv.slice(2).map((arg) => arg.split('='));
const recordings = named.length
  ? named.map(([file, languages]) => ({ file, languages: languages.split(',') }))
  : await shipped();
const inference = createInlineInference();
console.log(
  '| recording | spoken | form | reports right | wrong | seconds right | wrong | changes |\n|---|---|---|---|---|---|---|---|',
);
for (const recording of recordings) {
  for (const [form, language] of Object.entries(FORMS)) {
    const run = await runRoom(await soundOf(recording.file), inference, { start: { language } });
    console.log(`| ${line(recording.file.split('/').at(-1), form, recording, run).join(' | ')} |`);
  }
}
await inference.close();
