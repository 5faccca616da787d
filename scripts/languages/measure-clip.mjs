/** What one clip tells: the words of a room, the time that a room and a stream take, and its language by windows of 3 s. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { openAudio } from '../../dist/audio/open-audio.js';
import { recogniserLanguages } from '../../dist/engine/transcript/transcribe-window.js';
import { createEngine, LANGUAGES, parseSessionStart, SAMPLE_RATE_HZ } from '../../dist/index.js';
import { believedAfter, noBelief } from '../../dist/lid/caller-language.js';
import { learnedIdentifier } from '../../dist/lid/learned-identifier.js';
import { joinText } from '../../dist/asr/writing-systems.js';
import { repo } from '../turnwire-steps.mjs';

const WINDOW = 3 * SAMPLE_RATE_HZ;
/** Silence that is appended so that the last word becomes final, seconds. */
const TAIL_SEC = 2;
const FRAME = 320;

/** @returns int16 samples, 16 kHz mono */
export async function readClip(file) {
  const { chunks } = await openAudio(file, {});
  const parts = [];
  for await (const chunk of chunks()) parts.push(chunk);
  const samples = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
}

export async function measureClip(
  { file, language, text, corpus },
  samples,
  inference,
  { wantsWords, mostWindows },
) {
  const windows = await identify(samples, inference, mostWindows);
  const measured = { file, language, corpus, text, seconds: samples.length / SAMPLE_RATE_HZ, windows };
  if (!wantsWords) return measured;
  const room = await run('room', language, samples, inference);
  const stream = await run('stream', language, samples, inference);
  const heard = room.events
    .filter(({ type }) => type === 'asr.final')
    .reduce((before, event) => joinText(before, event.text, language), '');
  return { ...measured, words: { heard, roomCpuSec: room.cpuSec, streamCpuSec: stream.cpuSec } };
}

async function run(endpoint, language, samples, inference) {
  const session = parseSessionStart({ language: { pin: language }, idle_timeout_s: 0 }, endpoint);
  const engine = createEngine(session, 'languages', inference);
  await engine.prepare();
  const padded = new Int16Array(samples.length + TAIL_SEC * SAMPLE_RATE_HZ);
  padded.set(samples);
  const before = process.cpuUsage();
  const events = [...engine.start(), ...(await engine.push(padded)), ...(await engine.end())];
  const { user, system } = process.cpuUsage(before);
  return { events, cpuSec: (user + system) / 1e6 };
}

/** The languages of the clip's first windows with speech in most of their frames, and of all of them together. */
async function identify(samples, inference, most) {
  const ask = recogniserLanguages(inference, 'languages');
  const found = [];
  let belief = noBelief(LANGUAGES);
  for (let at = 0; at + WINDOW <= samples.length && found.length < most; at += WINDOW) {
    const audio = Float32Array.from(samples.subarray(at, at + WINDOW), (value) => value / 32_768);
    if (!isSpoken(audio)) continue;
    const byRecogniser = await ask(audio);
    const probabilities = await learnedIdentifier.identify(
      { audio, decoding: undefined, byRecogniser },
      inference,
    );
    belief = believedAfter(belief, probabilities, LANGUAGES);
    const [language, p] = best(Object.entries(probabilities));
    found.push({ language, p, together: best(belief.map((value, i) => [LANGUAGES[i], value]))[0] });
  }
  return found;
}

const best = (entries) => entries.reduce((top, entry) => (entry[1] > top[1] ? entry : top));

/** True if half of the frames of 20 ms are louder than a twentieth of the loudest, which is no hiss. */
function isSpoken(audio) {
  const loud = Array.from({ length: audio.length / FRAME }, (_, i) => {
    const frame = audio.subarray(i * FRAME, (i + 1) * FRAME);
    return Math.sqrt(frame.reduce((sum, value) => sum + value * value, 0) / FRAME);
  });
  const loudest = Math.max(...loud);
  return loudest >= 0.005 && loud.filter((level) => level > 0.05 * loudest).length >= 0.5 * loud.length;
}

/** Most memory (Linux's VmHWM) of `turnwire run` on one clip, MB: English alone and the clip's language, stream and room. */
export function measureMemory(file, language = 'de') {
  const peak = (...flags) => {
    const measure =
      "import { readFileSync } from 'node:fs'; process.on('exit', () => process.stderr.write('\\nPEAK ' + " +
      "/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]));";
    const preload = `data:text/javascript,${encodeURIComponent(measure)}`;
    const args = ['--import', preload, path.join(repo, 'bin/turnwire.js'), 'run', file, ...flags];
    const { stderr } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return Math.round(Number(/PEAK (\d+)/.exec(stderr)?.[1]) / 1024);
  };
  return {
    stream: { en: peak('--language', 'en'), other: peak('--language', language) },
    room: {
      en: peak('--endpoint', 'room', '--language', 'en'),
      other: peak('--endpoint', 'room', '--language', language),
    },
  };
}
