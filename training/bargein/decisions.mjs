/**
 * Barge-in as the product decides it: the stream engine over every call of call_sounds.py while the agent speaks
 * all the time, each call judged by a head that never saw it (bargein.train --folds).
 *   node training/bargein/decisions.mjs FOLDER HEADS [as|telephone]
 * HEADS may be one file, for calls that it never learned from. Prints the share of claims and of backchannels that
 * are found, and the milliseconds from `bargein.onset`, and from the true beginning of the sound, to the decision.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  createInlineInference,
  createStreamEngine,
  parseSessionStart,
  streamSetup,
} from '../../dist/index.js';
import { linesOf } from '../calls/window-files.mjs';
import { bargeinClaim } from '../../dist/bargein/learned-classifier.js';
import { defineKernel } from '../../dist/inference/kernel.js';

const [folder, heads, band = 'as'] = process.argv.slice(2);
const rows = await linesOf(folder, 'onsets.jsonl');
const inference = createInlineInference();

/** The product's inference with the barge-in head that never saw `call`. */
function heldOut(call) {
  const kernel = defineKernel({ name: `bargein-claim without ${call}`, lane: 'express' }, async (context) =>
    bargeinClaim.load({
      ...context,
      modelBytes: (id) =>
        id === 'bargein-claim'
          ? readFile(heads.endsWith('.onnx') ? heads : path.join(heads, `${call}.onnx`))
          : context.modelBytes(id),
    }),
  );
  return {
    ...inference,
    call: (asked, input, options) =>
      inference.call(asked.name === bargeinClaim.name ? kernel : asked, input, options),
  };
}

async function decisions(sound, call) {
  const bytes = await readFile(path.join(folder, `${sound}.${band}.f32`));
  const floats = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const samples = Int16Array.from(floats, (value) => Math.round(Math.min(1, Math.max(-1, value)) * 32767));
  const session = parseSessionStart({ eot: { profile: 'cutoff_5pct' }, signals: ['bargein'] }, 'stream');
  const engine = createStreamEngine(streamSetup(session, 'decided', heldOut(call)));
  engine.start();
  await engine.control({ type: 'agent.speech', phase: 'start' });
  const events = [...(await engine.push(samples)), ...(await engine.end())].filter((event) =>
    event.type.startsWith('bargein.'),
  );
  return events.flatMap((event, i) =>
    event.type === 'bargein.onset' && events[i + 1]?.type === 'bargein.class'
      ? [{ onset: event.t, decided: events[i + 1] }]
      : [],
  );
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const right = { claim: [], backchannel: [] };
const [afterOnset, afterSound] = [[], []];
let missed = 0;
const sounds = new Map(rows.map((row) => [row.sound, row.call]));
for (const [sound, call] of sounds) {
  const found = await decisions(sound, call);
  for (const { start, label } of rows.filter((row) => row.sound === sound)) {
    const match = found.find(({ onset }) => onset >= start - 0.05 && onset <= start + 0.35);
    if (!match) {
      missed += 1;
      continue;
    }
    right[label].push(match.decided.class === label);
    afterOnset.push(match.decided.decided_after_ms);
    afterSound.push((match.decided.t - start) * 1000);
  }
}
const share = (values) => `${(values.filter(Boolean).length / values.length).toFixed(3)} of ${values.length}`;
console.log(
  `${band}: claims right ${share(right.claim)}, backchannels right ${share(right.backchannel)}, ` +
    `${missed} onsets not reported or within another`,
);
console.log(
  `median decided_after_ms ${median(afterOnset)}, from the sound's true beginning ` +
    `${median(afterSound).toFixed(0)} ms; decided within 300 ms: ${share(afterOnset.map((ms) => ms <= 300))}`,
);
await inference.close();
