/** reports/languages.md: one table to read in a minute, and the text of one clip of each language. */
import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import { bootstrapInterval, shareInterval } from '../../dist/eval/metrics/bootstrap.js';
import { scoringCharacters, scoringWords } from '../../dist/eval/metrics/scoring-words.js';
import { countWordErrors } from '../../dist/eval/metrics/word-errors.js';
import { LANGUAGES } from '../../dist/index.js';

const NAMES = {
  ...{
    ar: 'Arabic',
    de: 'German',
    en: 'English',
    es: 'Spanish',
    fr: 'French',
    hi: 'Hindi',
    id: 'Indonesian',
  },
  ...{
    it: 'Italian',
    ja: 'Japanese',
    ko: 'Korean',
    nl: 'Dutch',
    pt: 'Portuguese',
    tr: 'Turkish',
    zh: 'Chinese',
  },
};
const BY_CHARACTER = ['ja', 'ko', 'zh'];
/** Languages of the contract's bound on identification. */
const TEN = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh'];
const ORDER = [...LANGUAGES].sort();

const sum = (items, value) => items.reduce((total, item) => total + value(item), 0);
const percent = (share) => (100 * share).toFixed(1);
const range = (interval) => (interval ? ` (${percent(interval.low)} to ${percent(interval.high)})` : '');

export function report(measured, { memory, commit, most }) {
  const ten = measured.filter(({ language }) => TEN.includes(language));
  const of = (language) => measured.filter((clip) => clip.language === language);
  return `# Fourteen languages

Real clips through the product as it ships: the words of a room pinned to the language, the language of windows of 3 s by Whisper and our
networks together, and the speed of one thread. Made by \`npm run report:languages\` at commit ${commit} on ${new Date().toISOString().slice(0, 10)}: ${os.cpus()[0].model.trim()}, ${
    hasInt8Products() ? 'with' : 'without'
  } int8 dot products, shared with other work.

| language | words wrong, % (95 %) | clips, words | windows of 3 s right | clips right after 9 s | room, x real time | stream, x real time |
|---|---|---|---|---|---|---|
${ORDER.map((language) => rowOf(language, of(language))).join('\n')}
| all | | ${sum(measured, ({ words }) => (words ? 1 : 0))} clips | ${total(measured)} | | ${speeds(measured).join(' | ')} |

* Japanese, Korean and Chinese count characters instead of words. Every clip counts with its words; intervals resample clips.
* At most ${most} clips of at most 20 s that somebody wrote down were taken from each language, in the order of their files. A dash: no
  clip here has a text.
* Ten languages (${TEN.join(' ')}): windows right ${total(ten)}; clips right after 9 s ${rightClips(ten)}.
* Speed is seconds of sound for each second of processor time, the models loaded: other work on the machine makes it lower.
* The weights of the identification were chosen on windows of the same clips (\`src/lid/with-recogniser.ts\`), so its column is no
  held-out figure; Whisper may have learned from FLEURS.
* Memory at its highest, MB, \`turnwire run\` on one clip: stream ${memory.stream.en} in English and ${memory.stream.other} in German, room ${
    memory.room.en
  } and ${memory.room.other}.

## What the clips are

${ORDER.map((language) => `* ${NAMES[language]}: ${sourcesOf(of(language))}`).join('\n')}

## One clip of each language

${ORDER.map((language) => textsOf(language, of(language)))
  .filter(Boolean)
  .join('\n\n')}
`;
}

function rowOf(language, clips) {
  const heard = clips.filter(({ words }) => words);
  const scored = heard.filter(({ text }) => text).map(errorsOf);
  const share = (some) =>
    sum(some, ({ errors }) => errors) / sum(some, ({ referenceWords }) => referenceWords);
  const words =
    scored.length === 0 ? '–' : `${percent(share(scored))}${range(bootstrapInterval(scored, share))}`;
  const unit = BY_CHARACTER.includes(language) ? 'characters' : 'words';
  const count =
    scored.length === 0
      ? '–'
      : `${scored.length}, ${sum(scored, ({ referenceWords }) => referenceWords)} ${unit}`;
  return `| ${NAMES[language]} | ${words} | ${count} | ${rightWindows(clips)} | ${rightClips(clips)} | ${speeds(heard).join(' | ')} |`;
}

/** Japanese, Korean and Chinese count characters, the other languages words. */
function errorsOf({ text, language, words }) {
  const parts = BY_CHARACTER.includes(language) ? scoringCharacters : scoringWords;
  return countWordErrors(parts(text), parts(words.heard), (a, b) => a === b);
}

const right = ({ language, windows }) => windows.filter((window) => window.language === language).length;

function rightWindows(clips) {
  const all = sum(clips, ({ windows }) => windows.length);
  if (all === 0) return '–';
  const interval = shareInterval(clips, right, ({ windows }) => windows.length);
  return `${sum(clips, right)} of ${all}${range(interval)}`;
}

function rightClips(clips) {
  const known = clips.filter(({ windows }) => windows.length > 0);
  return `${known.filter(({ language, windows }) => windows.at(-1).together === language).length} of ${known.length}`;
}

function total(clips) {
  const all = sum(clips, ({ windows }) => windows.length);
  const known = ORDER.map((language) => clips.filter((clip) => clip.language === language)).filter(
    (some) => sum(some, ({ windows }) => windows.length) > 0,
  );
  const mean =
    sum(known, (some) => sum(some, right) / sum(some, ({ windows }) => windows.length)) / known.length;
  return `${sum(clips, right)} of ${all}; mean of languages ${percent(mean)} %`;
}

function speeds(clips) {
  const heard = clips.filter(({ words }) => words);
  if (heard.length === 0) return ['–', '–'];
  const seconds = sum(heard, (clip) => clip.seconds + 2);
  return ['roomCpuSec', 'streamCpuSec'].map((key) =>
    (seconds / sum(heard, ({ words }) => words[key])).toFixed(1),
  );
}

function sourcesOf(clips) {
  const counts = new Map();
  for (const { corpus } of clips) counts.set(corpus, (counts.get(corpus) ?? 0) + 1);
  return [...counts].map(([corpus, count]) => `${corpus} (${count})`).join(', ');
}

function textsOf(language, clips) {
  const clip = clips.find(({ words }) => words?.heard);
  if (!clip) return undefined;
  const said = clip.text ? `\nSaid: ${clip.text.replace(/^\uFEFF/, '')}  ` : '';
  return `**${NAMES[language]}**, ${path(clip)}${said}\nHeard: ${clip.words.heard}`;
}

const path = ({ corpus, seconds }) => `${corpus}, ${seconds.toFixed(1)} s  `;

function hasInt8Products() {
  if (!existsSync('/proc/cpuinfo')) return false;
  return /avx512_vnni|avx_vnni/.test(readFileSync('/proc/cpuinfo', 'utf8'));
}
