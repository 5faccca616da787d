/**
 * Which words of two people who speak at once a room finds.
 *   node scripts/rooms/overlap-words.mjs [--count 4]     rooms for each share of overlap and difference of level
 * Needs the development recordings (sound.mjs). For each share of overlap and each difference of level it prints how many of the
 * words in the overlap are found: in the clean voices, by one recogniser on the mixture, by the room in any voice, and by the room in
 * the right voice. `not said` counts words of the room that nobody said.
 */
import { parseArgs } from 'node:util';
import { createInlineInference } from '../../dist/index.js';
import { bootstrapInterval } from '../../dist/eval/metrics/bootstrap.js';
import { scoringWords } from '../../dist/eval/metrics/scoring-words.js';
import { SAMPLE_RATE_HZ } from '../../dist/protocol/grid.js';
import { readSpeech } from './built-rooms.mjs';
import { APART_DB, decodeWhole, matches, overlappedPairs, SHARES, wordsOf } from './overlapped-pairs.mjs';
import { estimate, percent } from './measures.mjs';
import { finalsOf, runRoom } from './run-room.mjs';

const { values } = parseArgs({ options: { count: { type: 'string', default: '4' } } });
const inference = createInlineInference();
const rows = [];
for (const pair of overlappedPairs(await readSpeech(), Number(values.count))) {
  const row = await scoreOf(pair);
  rows.push(row);
  console.error(pair.id, JSON.stringify({ ...row, id: undefined }));
}
await inference.close();

async function scoreOf(pair) {
  const words = await wordsOf(pair, inference);
  const { events, cpuSec, audioSec } = await runRoom(pair.samples, inference, {
    start: { language: { pin: 'en' } },
  });
  const finals = finalsOf(events, pair.id);
  const together = finals.filter(({ end }) => end * SAMPLE_RATE_HZ > pair.from - SAMPLE_RATE_HZ / 4);
  const heard = textOf(together);
  const mixture = await decodeWhole(pair.samples.subarray(pair.from, pair.to), inference);
  const mixed = mixture.flatMap(({ text }) => scoringWords(text));
  const own = bestVoices(pair, finals).map((speaker) =>
    textOf(together.filter((one) => one.speaker === speaker)),
  );
  const count = (wantedIn) =>
    words.reduce((sum, sentence, i) => {
      const found = matches(
        sentence.map(({ text }) => text),
        wantedIn(i),
      );
      return (
        sum + sentence.filter(({ isOverlapped }, at) => isCounted(pair, isOverlapped) && found.has(at)).length
      );
    }, 0);
  const said = words.flat().filter(({ isOverlapped }) => isCounted(pair, isOverlapped));
  return {
    share: pair.share,
    apartDb: pair.apartDb,
    said: said.length,
    clean: said.filter(({ isHeardAlone }) => isHeardAlone).length,
    mixture: count(() => mixed),
    anyVoice: count(() => heard),
    rightVoice: count((i) => own[i]),
    invented: heard.filter((word) => !words.flat().some(({ text }) => text === word)).length,
    heard: heard.length,
    voices: new Set(finals.map(({ speaker }) => speaker)).size,
    cpuSec,
    audioSec,
  };
}

/** Without overlap every word of the two sentences counts. */
function isCounted({ share }, isOverlapped) {
  return share === 0 || isOverlapped;
}

function textOf(finals) {
  return [...finals].sort((a, b) => a.start - b.start).flatMap(({ text }) => scoringWords(text));
}

/** The speaker of the room that has most words of each reader, over the whole room; one speaker for one reader. */
function bestVoices({ voices }, finals) {
  const speakers = [...new Set(finals.map(({ speaker }) => speaker)), undefined];
  const said = voices.map(({ alone, together }) => scoringWords(`${alone.text} ${together.text}`));
  const words = (speaker) => textOf(finals.filter((one) => one.speaker === speaker));
  const scores = voices.map((_, i) => speakers.map((speaker) => matches(said[i], words(speaker)).size));
  let best = { sum: -1 };
  speakers.forEach((one, i) =>
    speakers.forEach((two, j) => {
      const sum = scores[0][i] + scores[1][j];
      if ((one !== two || one === undefined) && sum > best.sum) best = { sum, chosen: [one, two] };
    }),
  );
  return best.chosen;
}

const sumOf = (some, key) => some.reduce((total, row) => total + row[key], 0);
const shareOf = (some, key) => percent(sumOf(some, key) / sumOf(some, 'said'));
console.log(
  '| overlap | apart | words | clean | one recogniser | any voice | right voice | not said | voices |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
for (const share of SHARES)
  for (const apartDb of APART_DB) {
    const some = rows.filter((row) => row.share === share && row.apartDb === apartDb);
    const two = some.filter(({ voices }) => voices === 2).length;
    const cells = ['clean', 'mixture', 'anyVoice', 'rightVoice'].map((key) => shareOf(some, key));
    console.log(
      `| ${100 * share} % | ${apartDb} dB | ${sumOf(some, 'said')} | ${cells.join(' | ')} | ${sumOf(some, 'invented')} | two in ${two} of ${some.length} |`,
    );
  }
const near = rows.filter(({ share, apartDb }) => share > 0 && apartDb <= 6);
for (const key of ['clean', 'mixture', 'anyVoice', 'rightVoice']) {
  const statistic = (some) => sumOf(some, key) / sumOf(some, 'said');
  console.log(
    `overlapped, at most 6 dB apart: ${key} ${estimate({ value: statistic(near), interval: bootstrapInterval(near, statistic) })} of ${sumOf(near, 'said')}`,
  );
}
const alone = rows.filter(({ share }) => share === 0);
console.log(
  `without overlap: right voice ${shareOf(alone, 'rightVoice')}, ${sumOf(alone, 'invented')} words not said of ${sumOf(alone, 'heard')}`,
);
console.log(`real-time factor ${(sumOf(rows, 'cpuSec') / sumOf(rows, 'audioSec')).toFixed(3)}`);
