/**
 * Rooms in which two known readers of LibriSpeech test-other speak at once. Each first reads a sentence alone; then one begins the
 * next sentence before the other has ended. Every word of the two sentences has its time, from a decoding of the clean utterance.
 */
import { decodeKernelFor } from '../../dist/asr/decode-kernels.js';
import { seededRandom } from '../../dist/eval/basics/seeded-random.js';
import { scoringWords } from '../../dist/eval/metrics/scoring-words.js';
import { SAMPLE_RATE_HZ } from '../../dist/protocol/grid.js';
import { level, mix } from './sound.mjs';

/** Overlap as a share of the shorter sentence, and how much quieter one voice is, decibels. */
export const SHARES = [0, 0.25, 0.5, 1];
export const APART_DB = [0, 3, 6, 10];
const LEVEL = 1500;
const GAP_SAMPLES = 0.6 * SAMPLE_RATE_HZ;
/** Length of a sentence, seconds. */
const LEAST_SEC = 2.5;
const MOST_SEC = 8;

/** @param speech utterances of built-rooms.mjs. @returns rooms, `count` for each share and difference */
export function overlappedPairs(speech, count) {
  const short = speech.filter(({ samples }) => {
    const seconds = samples.length / SAMPLE_RATE_HZ;
    return seconds >= LEAST_SEC && seconds <= MOST_SEC;
  });
  const speakers = [...new Set(short.map(({ speaker }) => speaker))];
  return SHARES.flatMap((share, s) =>
    APART_DB.flatMap((apartDb, d) =>
      Array.from({ length: count }, (_, n) => {
        const random = seededRandom(10_000 * s + 100 * d + n);
        const sentences = random
          .shuffled(speakers)
          .slice(0, 2)
          .map((speaker) => random.shuffled(short.filter((one) => one.speaker === speaker)));
        return pairOf(`${share} ${apartDb} ${n}`, share, apartDb, sentences, n % 2);
      }),
    ),
  );
}

/** @param quieter which of the two voices is the quieter one */
function pairOf(id, share, apartDb, sentences, quieter) {
  const parts = [];
  const voices = sentences.map(([alone, together], i) => ({
    speaker: alone.speaker,
    alone,
    together,
    gain: (LEVEL / level(together.samples)) * (i === quieter ? 10 ** (-apartDb / 20) : 1),
  }));
  let at = 0.3 * SAMPLE_RATE_HZ;
  for (const { alone, gain } of voices) {
    parts.push({ samples: alone.samples, start: at, gain });
    at += alone.samples.length + GAP_SAMPLES;
  }
  const [one, two] = voices.map(({ together }) => together.samples.length);
  const common = Math.round(share * Math.min(one, two));
  const starts = [at, at + one - common];
  voices.forEach((voice, i) => {
    voice.start = starts[i];
    parts.push({ samples: voice.together.samples, start: starts[i], gain: voice.gain });
  });
  const overlap = [starts[1], starts[1] + common];
  const end = Math.max(at + one, starts[1] + two);
  return {
    id,
    share,
    apartDb,
    voices,
    from: at,
    to: end,
    overlap,
    samples: mix([...parts, silenceAfter(end)]),
  };
}

function silenceAfter(end) {
  return { samples: new Int16Array(2 * SAMPLE_RATE_HZ), start: end };
}

/** @returns the words of each of the two sentences: `{text, isOverlapped, isHeardAlone}`. */
export async function wordsOf(pair, inference) {
  const [from, to] = pair.overlap;
  return Promise.all(
    pair.voices.map(async ({ together, start }) => {
      const texts = scoringWords(together.text);
      const decoded = await decodeWhole(together.samples, inference);
      const heard = decoded.flatMap(({ text, startSec, endSec }) =>
        scoringWords(text).map((word) => ({ word, middle: (startSec + endSec) / 2 })),
      );
      const matched = matches(
        texts,
        heard.map(({ word }) => word),
      );
      const seconds = together.samples.length / SAMPLE_RATE_HZ;
      return texts.map((text, i) => {
        const own = matched.get(i);
        const middle = own === undefined ? (seconds * (i + 0.5)) / texts.length : heard[own].middle;
        const sample = start + middle * SAMPLE_RATE_HZ;
        return { text, isOverlapped: sample >= from && sample < to, isHeardAlone: own !== undefined };
      });
    }),
  );
}

/** Words of a whole sound, by the room's recogniser of English. */
export async function decodeWhole(samples, inference) {
  const lead = new Float32Array(0.5 * SAMPLE_RATE_HZ + samples.length);
  lead.set(
    Float32Array.from(samples, (value) => value / 32_768),
    0.5 * SAMPLE_RATE_HZ,
  );
  const { words } = await inference.call(decodeKernelFor('en', 'large'), { audio: lead, wantTimes: true });
  return words.map((word) => ({ ...word, startSec: word.startSec - 0.5, endSec: word.endSec - 0.5 }));
}

/** Longest common subsequence. @returns for each matched place of `wanted` its place in `heard`. */
export function matches(wanted, heard) {
  const best = Array.from({ length: wanted.length + 1 }, () => new Uint16Array(heard.length + 1));
  for (let i = wanted.length - 1; i >= 0; i -= 1)
    for (let j = heard.length - 1; j >= 0; j -= 1)
      best[i][j] = wanted[i] === heard[j] ? best[i + 1][j + 1] + 1 : Math.max(best[i + 1][j], best[i][j + 1]);
  const found = new Map();
  for (let i = 0, j = 0; i < wanted.length && j < heard.length;) {
    if (wanted[i] === heard[j] && best[i][j] === best[i + 1][j + 1] + 1) found.set(i++, j++);
    else if (best[i + 1][j] >= best[i][j + 1]) i += 1;
    else j += 1;
  }
  return found;
}
