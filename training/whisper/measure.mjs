/**
 * Figures of models/whisper-base, by the product's own kernels (npm run build first).
 *
 *   node training/whisper/measure.mjs words    ../shared/audio   words wrong on LibriSpeech test-other
 *   node training/whisper/measure.mjs language ../shared/audio   language of windows of 3 s
 *   node training/whisper/measure.mjs cost     ../shared/audio   load and windows, milliseconds of processor time
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { whisperDecode, whisperLanguages } from '../../dist/asr/whisper/whisper-decode.js';
import { joinSamples, openAudio, toFloat } from '../../dist/audio/index.js';
import { addWordErrors, countWordErrors } from '../../dist/eval/metrics/word-errors.js';
import { scoringWords } from '../../dist/eval/metrics/scoring-words.js';
import { createInlineInference } from '../../dist/inference/index.js';
import { LANGUAGES } from '../../dist/protocol/languages.js';

const [what, audio, folder] = process.argv.slice(2);
const inference = createInlineInference();
const RATE = 16_000;

async function read(file) {
  const source = await openAudio(file, { channel: 0 });
  const parts = [];
  for await (const chunk of source.chunks()) parts.push(chunk);
  return toFloat(joinSamples(parts));
}

/** Processor time of a call, milliseconds. */
async function timed(call) {
  const before = process.cpuUsage();
  const output = await call();
  const { user, system } = process.cpuUsage(before);
  return { output, ms: (user + system) / 1000 };
}

/** Every utterance of up to 29.5 s whole, as English. */
async function words() {
  const set = path.join(audio, 'librispeech-test-other');
  const lines = readFileSync(path.join(set, 'transcripts.tsv'), 'utf8').trim().split('\n');
  let total;
  let seconds = 0;
  let spent = 0;
  const stops = {};
  for (const line of lines) {
    const [id, reference] = line.split('\t');
    const sound = await read(path.join(set, id.split('-')[0], `${id}.flac`));
    const input = { audio: sound.subarray(0, 29.5 * RATE), language: 'en', forbidEmpty: true, folder };
    const { output, ms } = await timed(() => inference.call(whisperDecode, input));
    const errors = countWordErrors(scoringWords(reference), scoringWords(output.text), (a, b) => a === b);
    total = total ? addWordErrors(total, errors) : errors;
    stops[output.stopped] = (stops[output.stopped] ?? 0) + 1;
    seconds += sound.length / RATE;
    spent += ms;
  }
  const rate = ((100 * total.errors) / total.referenceWords).toFixed(1);
  console.log(`${lines.length} utterances, ${seconds.toFixed(0)} s:`, total, `${rate} % of words wrong`);
  console.log('stopped by', stops, `${(spent / 1000).toFixed(1)} s of processor time`);
}

const CODES = { cmn: 'zh', uk: 'en', us: 'en', english2: 'en', new: 'nl', sample: 'ja', sample1: 'en' };

/** The language that a file's name says; undefined for one that we do not serve. */
function languageOf(name) {
  const first = name.toLowerCase().split(/[-_.]/)[0];
  return LANGUAGES.find((code) => code === (CODES[first] ?? first));
}

/** Windows of 3 s, one after another, of every clip whose name says its language. */
async function language() {
  const files = ['watson', 'speechmatics/languages'].flatMap((set) =>
    readdirSync(path.join(audio, set)).map((name) => path.join(audio, set, name)),
  );
  const counts = {};
  let surelyWrong = 0;
  let spent = 0;
  for (const file of files.filter((name) => /\.(wav|flac)$/.test(name))) {
    const truth = languageOf(path.basename(file));
    if (!truth) continue;
    const sound = await read(file);
    for (let from = 0; from + 3 * RATE <= sound.length; from += 3 * RATE) {
      const window = sound.slice(from, from + 3 * RATE);
      if (Math.sqrt(window.reduce((sum, x) => sum + x * x, 0) / window.length) < 0.003) continue;
      const { output, ms } = await timed(() => inference.call(whisperLanguages, { audio: window, folder }));
      const best = output.languages.indexOf(Math.max(...output.languages));
      const count = (counts[truth] ??= { windows: 0, right: 0 });
      count.windows += 1;
      spent += ms;
      if (LANGUAGES[best] === truth) count.right += 1;
      else if (output.languages[best] >= 0.8) surelyWrong += 1;
    }
  }
  const sum = (key) => Object.values(counts).reduce((total, count) => total + count[key], 0);
  console.log(counts);
  console.log(`${sum('right')} of ${sum('windows')} windows right, ${surelyWrong} surely wrong (0.8)`);
  console.log(`${(spent / sum('windows')).toFixed(0)} ms a window`);
}

async function cost() {
  const first = await timed(() =>
    inference.call(whisperLanguages, { audio: new Float32Array(3 * RATE), folder }),
  );
  console.log(`load and first window: ${first.ms.toFixed(0)} ms`);
  const sound = await read(path.join(audio, 'watson/en-US_Broadband_sample1.wav'));
  for (const seconds of [2, 3, 5, 8, 15]) {
    const window = sound.slice(RATE, (1 + seconds) * RATE);
    const input = { audio: window, language: 'en', forbidEmpty: true, folder };
    const best = { identify: Infinity, words: Infinity };
    let tokens = 0;
    for (let i = 0; i < 3; i++) {
      const identify = await timed(() => inference.call(whisperLanguages, { audio: window, folder }));
      const words = await timed(() => inference.call(whisperDecode, input));
      best.identify = Math.min(best.identify, identify.ms);
      best.words = Math.min(best.words, words.ms);
      tokens = words.output.tokens.length;
    }
    const [identify, words] = Object.values(best).map((ms) => ms.toFixed(0));
    console.log(`${seconds} s: language ${identify} ms, words ${words} ms (${tokens} tokens)`);
  }
  console.log(`memory of the process: ${(process.memoryUsage().rss / 1e6).toFixed(0)} MB`);
}

await { words, language, cost }[what]();
