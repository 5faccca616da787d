/**
 * Builds rooms of known text: real voices, mixed with gaps and overlaps drawn from real consultations (primock57). Six voices are
 * readers of LibriSpeech test-other. Rooms of eight also have two others, who read A Tale of Two Cities and a sentence of news.
 * Seeded: the same rooms each time.
 */
import { readdir, readFile } from 'node:fs/promises';
import { parseTextGrid } from '../../dist/eval/formats/textgrid.js';
import { seededRandom } from '../../dist/eval/basics/seeded-random.js';
import { SAMPLE_RATE_HZ } from '../../dist/protocol/grid.js';
import { development, level, mix, soundOf } from './sound.mjs';

export const ROOM_SIZES = [2, 3, 4, 6, 8];
const ROOMS_PER_SIZE = 2;
const ROOM_SEC = 100;
const LEVEL = 1500;
/** Longest overlap that is drawn, as a share of the shorter utterance. Chosen by hand. */
const MOST_OVERLAP = 0.8;
/** Longest gap that is drawn, in seconds. Chosen by hand. */
const MOST_GAP_SEC = 4;

const TWO_CITIES = {
  speaker: 'two-cities',
  file: 'moonshine/two_cities_16k.wav',
  parts: [
    [0.6, 4.8, 'it was the best of times it was the worst of times'],
    [4.8, 8.7, 'it was the age of wisdom it was the age of foolishness'],
    [8.7, 13.2, 'it was the epoch of belief it was the epoch of incredulity'],
    [13.2, 17.3, 'it was the season of light it was the season of darkness'],
    [17.3, 21.1, 'it was the spring of hope it was the winter of despair'],
    [21.1, 24.4, 'we had everything before us we had nothing before us'],
    [24.4, 29, 'we were all going direct to heaven we were all going direct the other way'],
  ],
};
const NEWS = {
  speaker: 'news',
  file: 'watson/sample1.wav',
  text: 'thunderstorms could produce large hail isolated tornadoes and heavy rain',
};

/** @returns utterances by speaker: `{speaker, id, text, samples}`. */
export async function readSpeech() {
  const tsv = await readFile(development('librispeech-test-other/transcripts.tsv'), 'utf8');
  return Promise.all(
    tsv
      .trim()
      .split('\n')
      .map(async (line) => {
        const [id, text] = line.split('\t');
        const speaker = id.split('-')[0];
        return {
          speaker,
          id,
          text,
          samples: await soundOf(development(`librispeech-test-other/${speaker}/${id}.flac`)),
        };
      }),
  );
}

export async function builtRooms() {
  const speech = await readSpeech();
  const offsets = await changesOfSpeaker();
  const extra = await extraVoices();
  const rooms = [];
  for (const size of ROOM_SIZES) {
    for (let n = 0; n < ROOMS_PER_SIZE; n += 1) {
      const random = seededRandom(1000 * size + n);
      const readers = random.shuffled([...new Set(speech.map(({ speaker }) => speaker))]).slice(0, size);
      const stock = [...speech, ...(size > 6 ? extra : [])];
      const voices = size > 6 ? [...readers, ...new Set(extra.map(({ speaker }) => speaker))] : readers;
      rooms.push(buildRoom(`${size} voices, room ${n + 1}`, voices, stock, offsets, random));
    }
  }
  return rooms;
}

function buildRoom(id, voices, stock, offsets, random) {
  const left = new Map(
    voices.map((voice) => [voice, random.shuffled(stock.filter(({ speaker }) => speaker === voice))]),
  );
  const parts = [];
  const reference = [];
  let end = 0.5;
  let last;
  // Everyone speaks once; after that speakers are drawn at random.
  const queue = random.shuffled(voices);
  while (end < ROOM_SEC || queue.length > 0) {
    const others = voices.filter((voice) => voice !== last && left.get(voice).length > 0);
    const voice =
      queue.find((name) => name !== last) ?? (others.length > 0 ? random.pick(others) : undefined);
    if (voice === undefined) break;
    if (queue.includes(voice)) queue.splice(queue.indexOf(voice), 1);
    const utterance = left.get(voice).pop();
    const seconds = utterance.samples.length / SAMPLE_RATE_HZ;
    const before = reference.at(-1);
    const shorter = Math.min(seconds, before ? before.end - before.start : seconds);
    const drawn = random.pick(offsets);
    const offset = Math.max(-MOST_OVERLAP * shorter, Math.min(MOST_GAP_SEC, drawn));
    const start = Math.max(0, end + offset);
    parts.push({
      samples: utterance.samples,
      start: Math.round(start * SAMPLE_RATE_HZ),
      gain: LEVEL / level(utterance.samples),
    });
    reference.push({ session: id, speaker: voice, start, end: start + seconds, text: utterance.text });
    end = Math.max(end, start + seconds);
    last = voice;
  }
  return { id, voices: voices.length, samples: mix(parts), reference };
}

/** @returns the seconds from the end of one speaker to the start of the next, for every change of speaker. */
async function changesOfSpeaker() {
  const folder = development('primock57-timings/transcripts');
  const files = (await readdir(folder)).filter((name) => name.endsWith('_doctor.TextGrid'));
  const offsets = [];
  for (const file of files) {
    const pair = ['doctor', 'patient'].map(async (who) => {
      const name = file.replace('_doctor', `_${who}`);
      return parseTextGrid(await readFile(`${folder}/${name}`, 'utf8'), who, name).map((u) => ({
        ...u,
        who,
      }));
    });
    const talk = (await Promise.all(pair)).flat().sort((a, b) => a.start - b.start);
    talk.forEach((next, i) => {
      const before = talk[i - 1];
      if (before && before.who !== next.who) offsets.push(next.start - before.end);
    });
  }
  return offsets;
}

async function extraVoices() {
  const cities = await soundOf(development(TWO_CITIES.file));
  const news = await soundOf(development(NEWS.file));
  return [
    ...TWO_CITIES.parts.map(([from, to, text]) => ({
      speaker: TWO_CITIES.speaker,
      id: `two-cities ${from}`,
      text,
      samples: cities.subarray(from * SAMPLE_RATE_HZ, to * SAMPLE_RATE_HZ),
    })),
    { speaker: NEWS.speaker, id: 'news', text: NEWS.text, samples: news },
  ];
}
