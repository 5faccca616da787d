/**
 * Scores the windows of languages.py: Smart Turn v3.2, ours as it ships (with the recogniser of the language, if
 * one is installed), and our head on the sound alone. Also the silence after which the shipped policy of each profile
 * ends the turn. Without TURNWIRE_MODELS Smart Turn is left out.
 *   node training/measure/languages.mjs FOLDER
 * Out: scores.jsonl, ended.jsonl and decoded.jsonl (what the recogniser hears, null if none runs) in the folder.
 */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { createTranscriber } from '../../dist/engine/transcript/transcribe-window.js';
import { endsTurn } from '../../dist/eot/policy.js';
import { learnedScorer } from '../../dist/eot/learned-scorer.js';
import { smartTurn } from '../../dist/eot/smart-turn-scorer.js';
import { turnSound } from '../../dist/eot/turn-sound.js';
import { createInlineInference } from '../../dist/inference/index.js';
import { policyFor } from '../../dist/operating-points/policies.js';
import { PROFILES } from '../../dist/protocol/names.js';
import { linesOf, openSound } from '../calls/window-files.mjs';

const SILENCE_SEC = 0.2;
const STEP_SEC = 0.1;
const folder = process.argv[2];
const windows = await linesOf(folder, 'windows.jsonl');
const inference = createInlineInference();
const soundOf = await openSound(folder);
const [scores, ended, heard] = await Promise.all(
  ['scores', 'ended', 'decoded'].map((name) => open(path.join(folder, `${name}.jsonl`), 'w')),
);
const lineTo = (file, value) => file.write(`${JSON.stringify(value)}\n`);

function endedAfter(judgement, policy) {
  let silence = SILENCE_SEC;
  while (!endsTurn(judgement.pEot(silence), silence, policy)) silence += STEP_SEC;
  return Math.round(silence * 10) / 10;
}

for (const [i, window] of windows.entries()) {
  // Windows of labelled calls name no language.
  const { language = 'en', end, turn_start } = window;
  const audio = await soundOf(window);
  const decoded = await createTranscriber(language, inference)?.(audio, { careful: true });
  const pause = {
    audio,
    silenceSec: SILENCE_SEC,
    turnSpeechSec: end - turn_start,
    hypothesis: decoded?.hypothesis,
    messages: [],
    language,
  };
  await lineTo(heard, decoded ? { ...decoded.hypothesis, sound: undefined } : null);
  const judgement = await learnedScorer.judge(pause, inference);
  await lineTo(scores, {
    ...(process.env.TURNWIRE_MODELS && { 'Smart Turn v3.2': await inference.call(smartTurn, audio) }),
    ours: judgement.pEot(SILENCE_SEC),
    'ours, sound alone': await inference.call(turnSound, audio),
  });
  const byProfile = PROFILES.map((name) => [
    name,
    endedAfter(judgement, policyFor('stream', name, language, {}, learnedScorer.name)),
  ]);
  await lineTo(ended, Object.fromEntries(byProfile));
  if (i % 50 === 49) process.stderr.write(`${i + 1} of ${windows.length}\n`);
}
for (const file of [scores, ended, heard]) await file.close();
await inference.close();
