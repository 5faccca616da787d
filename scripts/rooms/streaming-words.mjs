/**
 * Runs read utterances one at a time and measures three things: the word error rate of a room's finals beside that of the same
 * model on the whole utterance, the delay of a final after the end of its word, and the words that `finalize` right after the
 * last word gives.
 */
import { decodeKernelFor } from '../../dist/asr/decode-kernels.js';
import { scoringWords } from '../../dist/eval/metrics/scoring-words.js';
import { countWordErrors } from '../../dist/eval/metrics/word-errors.js';
import { createEngine, parseSessionStart, SAMPLE_RATE_HZ } from '../../dist/index.js';

/** Silence that is appended so that the last word becomes final, seconds. */
const TAIL_SEC = 3;
const MAX_OFFLINE_SEC = 30;
const same = (a, b) => a === b;

export async function measureUtterance(utterance, inference) {
  const offline = await offlineWords(utterance.samples, inference);
  const reference = scoringWords(utterance.text);
  const padded = new Int16Array(utterance.samples.length + TAIL_SEC * SAMPLE_RATE_HZ);
  padded.set(utterance.samples);
  const before = process.cpuUsage();
  const events = await roomEvents(padded, inference);
  const { user, system } = process.cpuUsage(before);
  const streamed = wordsOf(events);
  const last = offline.at(-1);
  const finalized = last && (await finalizedAfter(padded, last.end + 0.3, inference));
  return {
    id: utterance.id,
    speaker: utterance.speaker,
    offline: errorsOf(reference, offline),
    streamed: errorsOf(reference, streamed),
    finalized: finalized && errorsOf(reference, finalized.words),
    finalizedDelays: finalized?.delays ?? [],
    delays: delaysOf(offline, streamed),
    audioSec: padded.length / SAMPLE_RATE_HZ,
    cpuSec: (user + system) / 1e6,
  };
}

const errorsOf = (reference, words) =>
  countWordErrors(
    reference,
    words.map(({ word }) => word),
    same,
  );

/** @returns the words of the whole utterance with the times of their ends, in seconds. */
async function offlineWords(samples, inference) {
  const audio = Float32Array.from(
    samples.subarray(0, MAX_OFFLINE_SEC * SAMPLE_RATE_HZ),
    (value) => value / 32_768,
  );
  const { words } = await inference.call(decodeKernelFor('en', 'large'), {
    audio,
    wantTimes: true,
    forbidEmpty: true,
  });
  return words.flatMap(({ text, endSec }) => scoringWords(text).map((word) => ({ word, end: endSec })));
}

function openRoom(inference) {
  const session = parseSessionStart({ mode: 'working_session', idle_timeout_s: 0 }, 'room', {
    asrLanguages: ['en'],
  });
  const engine = createEngine(session, 'words', inference);
  engine.start();
  return engine;
}

async function roomEvents(samples, inference) {
  const engine = openRoom(inference);
  return [...(await engine.push(samples)), ...(await engine.end())];
}

function wordsOf(events) {
  return events
    .filter((event) => event.type === 'asr.final')
    .flatMap(({ text, t }) => scoringWords(text).map((word) => ({ word, t })));
}

/** @returns the words that `finalize` at `atSec` gives, and how much later they come, in seconds of audio. */
async function finalizedAfter(samples, atSec, inference) {
  const engine = openRoom(inference);
  const at = Math.min(samples.length, Math.ceil((atSec * SAMPLE_RATE_HZ) / 1600) * 1600);
  const before = await engine.push(samples.subarray(0, at));
  const after = await engine.control({ type: 'finalize' });
  const late = await engine.push(samples.subarray(at));
  const flushedAt = after.findIndex((event) => event.type === 'asr.flushed');
  const delays = [
    ...wordsOf(after.slice(0, flushedAt)).map(({ t }) => Math.max(0, t - at / SAMPLE_RATE_HZ)),
    ...wordsOf(late).map(({ t }) => t - at / SAMPLE_RATE_HZ),
  ];
  return { words: [...wordsOf(before), ...wordsOf(after), ...wordsOf(late)], delays };
}

/** @returns the delays from the end of each word, by the alignment of the whole utterance, to its final. */
function delaysOf(offline, streamed) {
  const delays = [];
  let from = 0;
  for (const { word, end } of offline) {
    const near = streamed.findIndex((heard, i) => i >= from && i < from + 4 && heard.word === word);
    if (near < 0) continue;
    delays.push(streamed[near].t - end);
    from = near + 1;
  }
  return delays;
}
