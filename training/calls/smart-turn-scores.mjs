/**
 * Scores the pauses of a folder of decoded windows with the product's other scorers: the rules, and Smart Turn
 * v3.2 if its file is installed (TURNWIRE_MODELS).
 *   node training/calls/smart-turn-scores.mjs FOLDER
 * Out: rivals.jsonl, {rules, smartTurn} for each window, for the tables of measure/report.py.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { rulesScorer } from '../../dist/eot/rules-scorer.js';
import { smartTurn } from '../../dist/eot/smart-turn-scorer.js';
import { createInlineInference, locateModel, modelFile } from '../../dist/inference/index.js';
import { linesOf, openSound } from './window-files.mjs';

const NEVER = -20;
const SILENCE_SEC = 0.2;
const folder = process.argv[2];
const [windows, decoded] = [await linesOf(folder, 'windows.jsonl'), await linesOf(folder, 'decoded.jsonl')];
const inference = createInlineInference();
const withSmartTurn = locateModel(modelFile('smart-turn-v3.2')) !== undefined;
const soundOf = await openSound(folder);
const out = [];
for (const [i, window] of windows.entries()) {
  if (window.kind !== 'pause') {
    out.push('{}');
    continue;
  }
  const audio = await soundOf(window);
  const { text, punctuation, lastWordLogProb, meanLogProb } = decoded[i];
  const whole = [...(window.kept ?? []).map((k) => decoded[k].text), text].join(' ').trim();
  const context = window.context != null ? decoded[window.context].text : (window.context_text ?? '');
  const log = (value) => Math.max(NEVER, value ?? NEVER);
  const judgement = await rulesScorer.judge(
    {
      audio,
      silenceSec: SILENCE_SEC,
      turnSpeechSec: window.length / 16000,
      hypothesis: {
        text: whole,
        punctuationLogProb: log(punctuation?.terminal),
        questionLogProb: log(punctuation?.question),
        commaLogProb: log(punctuation?.comma),
        eosLogProb: log(punctuation?.eos),
        lastWordLogProb: log(lastWordLogProb),
        meanLogProb: log(meanLogProb),
      },
      messages: context ? [{ role: 'assistant', content: context }] : [],
      language: 'en',
    },
    inference,
  );
  const smart = withSmartTurn ? await inference.call(smartTurn, audio) : null;
  out.push(JSON.stringify({ rules: judgement.pEot(SILENCE_SEC), smartTurn: smart }));
}
await writeFile(path.join(folder, 'rivals.jsonl'), out.join('\n') + '\n');
process.stderr.write(`${out.length} windows${withSmartTurn ? '' : ', Smart Turn not installed'}\n`);
