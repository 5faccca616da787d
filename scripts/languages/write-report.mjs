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

/**
 * @param measured what measureClip found, a clip each
 * @param options.reference text that the published model hears in a clip, by file; empty if nobody decoded it
 */
export function report(measured, { memory, commit, most, reference }) {
  const ten = measured.filter(({ language }) => TEN.includes(language));
  const of = (language) => measured.filter((clip) => clip.language === language);
  return `# Fourteen languages

Real clips through the product as it ships: the words of a room pinned to the language, the language of windows of 3 s by Whisper and our
networks together, and the speed of one thread. Made by \`npm run report:languages\` at commit ${commit} on ${new Date().toISOString().slice(0, 10)}: ${os.cpus()[0].model.trim()}, ${
    hasInt8Products() ? 'with' : 'without'
  } int8 dot products, shared with other work.

| language | words wrong, % (95 %) | the same weights offline, % | clips, words | windows of 3 s right | clips right after 9 s | room, x real time | stream, x real time |
|---|---|---|---|---|---|---|---|
${ORDER.map((language) => rowOf(language, of(language), reference)).join('\n')}
| all | ${beside(measured, reference)} | ${sum(measured, ({ words }) => (words ? 1 : 0))} clips | ${total(measured)} | | ${speeds(measured).join(' | ')} |

* Japanese, Korean and Chinese count characters instead of words. Every clip counts with its words; intervals resample clips.
* The same weights offline: Whisper base in float32 by transformers, greedy, each clip decoded at once and padded to 30 s
  (\`training/whisper/reference.py\`). English has another recogniser. In the last row both are means of the languages.
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

const share = (some) => sum(some, ({ errors }) => errors) / sum(some, ({ referenceWords }) => referenceWords);
const scoredOf = (clips) => clips.filter(({ words, text }) => words && text);

function rowOf(language, clips, reference) {
  const heard = clips.filter(({ words }) => words);
  const scored = scoredOf(clips).map((clip) => errorsOf(clip, clip.words.heard));
  const words =
    scored.length === 0 ? '–' : `${percent(share(scored))}${range(bootstrapInterval(scored, share))}`;
  const unit = BY_CHARACTER.includes(language) ? 'characters' : 'words';
  const count =
    scored.length === 0
      ? '–'
      : `${scored.length}, ${sum(scored, ({ referenceWords }) => referenceWords)} ${unit}`;
  return `| ${NAMES[language]} | ${words} | ${offline(clips, reference)} | ${count} | ${rightWindows(clips)} | ${rightClips(clips)} | ${speeds(heard).join(' | ')} |`;
}

/** Japanese, Korean and Chinese count characters, the other languages words. */
function errorsOf({ text, language }, heard) {
  const parts = BY_CHARACTER.includes(language) ? scoringCharacters : scoringWords;
  return countWordErrors(parts(text), parts(heard), (a, b) => a === b);
}

/** Clips with words of both the product and the published model. */
const comparable = (clips, reference) => scoredOf(clips).filter(({ file }) => reference.has(file));

const offlineShare = (clips, reference) =>
  share(comparable(clips, reference).map((clip) => errorsOf(clip, reference.get(clip.file))));

function offline(clips, reference) {
  return comparable(clips, reference).length === 0 ? '–' : percent(offlineShare(clips, reference));
}

/** Means of the languages that both heard, the product first. */
function beside(measured, reference) {
  const languages = ORDER.map((language) =>
    comparable(measured, reference).filter((clip) => clip.language === language),
  );
  const known = languages.filter(({ length }) => length > 0);
  if (known.length === 0) return ' | ';
  const mean = (value) => percent(sum(known, value) / known.length);
  const ours = (clips) => share(clips.map((clip) => errorsOf(clip, clip.words.heard)));
  return `${mean(ours)} | ${mean((clips) => offlineShare(clips, reference))}`;
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
