/**
 * Decodes windows of sound with the product's own recogniser and language encoder, so that training sees what the
 * product sees.
 *   node training/calls/decode-windows.mjs FOLDER [--large-only]
 * In: windows.f32 (samples, one window after the other) and windows.jsonl ({offset, length, skip} in samples; the
 * first `skip` samples of a window are not decoded).
 * Out: decoded.jsonl (text and soft punctuation, as the engines hear a pause), quick.jsonl (the same by the
 * smaller model, unless --large-only), listened.f32 (1152 numbers a window).
 */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { largeAsrDecode, smallAsrDecode } from '../../dist/asr/decode-kernels.js';
import { encodedTurn } from '../../dist/eot/encoded-turn.js';
import { createInlineInference } from '../../dist/inference/index.js';
import { linesOf, openSound } from './window-files.mjs';

const [folder, option] = process.argv.slice(2);
const index = await linesOf(folder, 'windows.jsonl');
const inference = createInlineInference();
const soundOf = await openSound(folder);
const encoded = await open(path.join(folder, 'listened.f32'), 'w');
const decoded = await open(path.join(folder, 'decoded.jsonl'), 'w');
const quick = option === '--large-only' ? null : await open(path.join(folder, 'quick.jsonl'), 'w');
const started = performance.now();
for (const [i, window] of index.entries()) {
  const audio = await soundOf(window, window.skip);
  await decoded.write(await heard(audio, largeAsrDecode));
  await quick?.write(await heard(audio, smallAsrDecode));
  await encoded.write(new Uint8Array((await inference.call(encodedTurn, audio)).buffer));
  if (i % 200 === 199)
    process.stderr.write(
      `${i + 1} of ${index.length}, ${Math.round((performance.now() - started) / 1000)} s\n`,
    );
}
for (const file of [decoded, quick, encoded]) await file?.close();
process.stderr.write(
  `${index.length} windows, ${Math.round((performance.now() - started) / (index.length || 1))} ms each\n`,
);

async function heard(audio, decode) {
  const { text, punctuation, eosLogProb, lastWordLogProb, tokenLogProbs, noSpeechProb } =
    await inference.call(decode, { audio, forbidEmpty: true });
  const tokens = tokenLogProbs.length;
  const meanLogProb = tokenLogProbs.reduce((sum, value) => sum + value, 0) / Math.max(1, tokens);
  return (
    JSON.stringify({ text, punctuation, eosLogProb, lastWordLogProb, meanLogProb, noSpeechProb, tokens }) +
    '\n'
  );
}
