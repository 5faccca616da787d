/**
 * How sure the language identifier is of the first words of a recording, with Whisper's own identification beside our networks.
 *   node scripts/rooms/first-windows.mjs SECONDS language=recording...
 * The window begins 0.1 s before the first 0.1 s of sound that has 3 % of the power of the loudest. Prints, for each language that is
 * spoken, how many windows are named rightly and wrongly with each least probability.
 */
import { createInlineInference } from '../../dist/index.js';
import { recogniserLanguages } from '../../dist/engine/transcript/transcribe-window.js';
import { learnedIdentifier } from '../../dist/lid/learned-identifier.js';
import { soundOf } from './sound.mjs';

const RATE = 16_000;
const STEP = RATE / 10;
const LEAST = [0.5, 0.8, 0.9, 0.95];

function firstWords(sound, seconds) {
  const powers = Array.from({ length: Math.floor(sound.length / STEP) }, (_, i) =>
    sound.subarray(i * STEP, (i + 1) * STEP).reduce((sum, x) => sum + x * x, 0),
  );
  const loudest = powers.reduce((most, power) => Math.max(most, power), 0);
  const from = Math.max(0, powers.findIndex((power) => power > 0.03 * loudest) - 1) * STEP;
  return Float32Array.from(sound.subarray(from, from + seconds * RATE), (x) => x / 32_768);
}

const [seconds, ...recordings] = process.argv.slice(2);
const inference = createInlineInference();
const byRecogniser = recogniserLanguages(inference, 'first-windows');
const found = new Map();
for (const recording of recordings) {
  const at = recording.indexOf('=');
  const spoken = recording.slice(0, at);
  const audio = firstWords(await soundOf(recording.slice(at + 1)), Number(seconds));
  if (audio.length < 0.9 * seconds * RATE) continue;
  const question = { audio, decoding: undefined, byRecogniser: await byRecogniser(audio) };
  const window = Object.entries(await learnedIdentifier.identify(question, inference));
  const [language, sure] = window.sort((a, b) => b[1] - a[1])[0];
  found.set(spoken, [...(found.get(spoken) ?? []), { isRight: language === spoken, sure }]);
}
for (const [spoken, windows] of found) {
  const counts = LEAST.map((least) => {
    const sure = windows.filter((window) => window.sure >= least);
    const right = sure.filter(({ isRight }) => isRight).length;
    return `${least}: ${right} right, ${sure.length - right} wrong`;
  });
  console.log(`${spoken}  ${windows.length} windows  ${counts.join('; ')}`);
}
await inference.close();
