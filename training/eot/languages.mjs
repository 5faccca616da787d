// Scores the windows of languages.py: Smart Turn v3.2, ours as it ships (with the language's recogniser where one is installed), and
// our English sound head on the English recogniser's encoder, which no other language uses. Out: WORK/scores.jsonl.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asrDecode } from '../../dist/asr/asr-decode.js';
import { createListen } from '../../dist/engine/listen.js';
import { learnedEot } from '../../dist/eot/learned-kernel.js';
import { learnedScorer } from '../../dist/eot/learned-scorer.js';
import { smartTurn } from '../../dist/eot/smart-turn-scorer.js';
import { createInlineInference } from '../../dist/inference/index.js';
import { linesOf, openSound } from './window-files.mjs';

const SILENCE_SEC = 0.2;
const HEAD_SEC = 4;
const folder = process.argv[2];
const windows = await linesOf(folder, 'windows.jsonl');
const inference = createInlineInference();
const soundOf = await openSound(folder);
const numbers = { terminal: 0, question: 0, comma: 0, eos: 0, lastWord: 0, mean: 0, words: 0, owed: 0, closing: 0, asks: 0 };
const out = [];
for (const [i, window] of windows.entries()) {
  const { language, start, end, turn_start } = window;
  const audio = await soundOf(window);
  const listened = await createListen(language, inference)?.(audio);
  const pause = { audio, silenceSec: SILENCE_SEC, turnSpeechSec: end - turn_start, lastRunSec: end - start, heard: listened?.heard, messages: [], language };
  const judgement = await learnedScorer.judge(pause, inference);
  const tail = audio.subarray(-HEAD_SEC * 16_000);
  const heard = await inference.call(asrDecode, { audio: tail, language: 'en', forbidEmpty: true, taps: ['last_hidden_state'] });
  const inner = { state: new Float32Array(288), frames: heard.taps.last_hidden_state.data };
  const { heads } = await inference.call(learnedEot, { context: '', text: 'so', inner, numbers });
  out.push(JSON.stringify({ 'Smart Turn v3.2': await inference.call(smartTurn, audio), ours: judgement.pEot(SILENCE_SEC), 'our English sound head': heads.frames }));
  if (i % 50 === 49) process.stderr.write(`${i + 1} of ${windows.length}\n`);
}
await writeFile(path.join(folder, 'scores.jsonl'), out.join('\n') + '\n');
await inference.close();
