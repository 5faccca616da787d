// Scores the windows of languages.py: Smart Turn v3.2, ours as it ships (with the language's recogniser where one is installed), and
// our head on the sound alone, which is what ships where there is none. Out: WORK/scores.jsonl.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createListen } from '../../dist/engine/listen.js';
import { learnedScorer } from '../../dist/eot/learned-scorer.js';
import { smartTurn } from '../../dist/eot/smart-turn-scorer.js';
import { turnSound } from '../../dist/eot/turn-sound.js';
import { createInlineInference } from '../../dist/inference/index.js';
import { linesOf, openSound } from './window-files.mjs';

const SILENCE_SEC = 0.2;
const folder = process.argv[2];
const windows = await linesOf(folder, 'windows.jsonl');
const inference = createInlineInference();
const soundOf = await openSound(folder);
const out = [];
for (const [i, window] of windows.entries()) {
  const { language, start, end, turn_start } = window;
  const audio = await soundOf(window);
  const listened = await createListen(language, inference)?.(audio);
  const pause = { audio, silenceSec: SILENCE_SEC, turnSpeechSec: end - turn_start, lastRunSec: end - start, heard: listened?.heard, messages: [], language };
  const judgement = await learnedScorer.judge(pause, inference);
  const rival = await inference.call(smartTurn, audio);
  out.push(JSON.stringify({ 'Smart Turn v3.2': rival, ours: judgement.pEot(SILENCE_SEC), 'ours, sound alone': await inference.call(turnSound, audio) }));
  if (i % 50 === 49) process.stderr.write(`${i + 1} of ${windows.length}\n`);
}
await writeFile(path.join(folder, 'scores.jsonl'), out.join('\n') + '\n');
await inference.close();
