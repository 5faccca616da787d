/**
 * Scores the windows of languages.py: Smart Turn v3.2, ours as it ships (with the recogniser of the language, if
 * one is installed), and our head on the sound alone, which ships for languages without a recogniser except
 * Korean. Also the silence after which the shipped policy of each profile ends the turn.
 *   node training/measure/languages.mjs FOLDER
 * Out: scores.jsonl and ended.jsonl in the folder.
 */
import { writeFile } from 'node:fs/promises';
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
const scores = [];
const ended = [];

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
  const judgement = await learnedScorer.judge(pause, inference);
  const rival = await inference.call(smartTurn, audio);
  scores.push(
    JSON.stringify({
      'Smart Turn v3.2': rival,
      ours: judgement.pEot(SILENCE_SEC),
      'ours, sound alone': await inference.call(turnSound, audio),
    }),
  );
  const byProfile = PROFILES.map((name) => [
    name,
    endedAfter(judgement, policyFor('stream', name, language, {}, learnedScorer.name)),
  ]);
  ended.push(JSON.stringify(Object.fromEntries(byProfile)));
  if (i % 50 === 49) process.stderr.write(`${i + 1} of ${windows.length}\n`);
}
await writeFile(path.join(folder, 'scores.jsonl'), scores.join('\n') + '\n');
await writeFile(path.join(folder, 'ended.jsonl'), ended.join('\n') + '\n');
await inference.close();
