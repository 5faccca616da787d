/**
 * Counts the languages that room logs name, for recordings whose language is known: `asr.language` events with
 * that language and with another, and the seconds that `language.summary` counts under each.
 *   node training/lid/room-languages.mjs en=LOGS/english fr=LOGS/french ...
 * LOGS/english: written by `turnwire run RECORDINGS --endpoint room --auto-language --out LOGS/english`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const logs = (folder) => readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
const eventsIn = (path) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

for (const argument of process.argv.slice(2)) {
  const [language, folder] = argument.split('=');
  const events = { right: 0, wrong: 0 };
  const seconds = { right: 0, wrong: 0 };
  const side = (named) => (named === language ? 'right' : 'wrong');
  for (const event of logs(folder).flatMap((name) => eventsIn(join(folder, name)))) {
    if (event.type === 'asr.language') events[side(event.language)] += 1;
    if (event.type !== 'language.summary') continue;
    for (const [named, sec] of Object.values(event.speakers).flatMap(Object.entries))
      seconds[side(named)] += sec;
  }
  console.log(
    `${language}: ${logs(folder).length} recordings, ${events.right} events right, ${events.wrong} wrong; ` +
      `${seconds.right.toFixed(1)} s right, ${seconds.wrong.toFixed(1)} s wrong`,
  );
}
