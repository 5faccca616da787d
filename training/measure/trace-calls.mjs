/**
 * Runs the engine over labelled calls and writes what each of its steps saw, from which measure/event-policies.mjs
 * tells the `turn.end` events of any policy. Each group of calls is heard by a copy of this package whose sound head
 * and sums never heard that group (fusion.fit --folds).
 *   node training/measure/trace-calls.mjs stream|room WORK [--fit NAME] [GROUP ...]
 * Reads WORK/folds, and WORK/turns (calls/eval_corpus.py) for a stream or WORK/rooms (calls/rooms.py) for a room.
 * `--fit`: another fit of the models, in WORK/folds-NAME; its traces are in WORK/traces-NAME.
 * Out: WORK/traces/stream/GROUP.jsonl or WORK/traces/room/GROUP.jsonl, a turn or a call a line:
 *   id, group
 *   steps   [[t, speaking, silence, may begin, judgement, no answer]]: seconds of the recording; 1 while someone
 *           speaks; seconds of silence; 1 if the newest sound may be the first of speech; index in `judged`, -1
 *           without a score; 1 if the turn so far has nothing to answer
 *   judged  the judgements, as noted-judgements.mjs notes them
 */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { readSamples } from '../../dist/audio/index.js';
import { SAMPLE_RATE_HZ } from '../../dist/protocol/grid.js';
import { linesOf, openSound } from '../calls/window-files.mjs';
import { ofFit, packageWith } from './fold-package.mjs';
import { noting } from './noted-judgements.mjs';

/**
 * No score is above 2, so that each silence is judged and rechecked as long as any policy may need it. The turn ends
 * after 0.6 s, and what is said later resumes it or starts the next one. The words of a silence are kept from the
 * delay on, so a policy with another delay might keep others.
 */
const POLICY = { threshold: 2, actionDelaySec: 0.35, timeoutSec: 0.6 };
/** Silence added to each recording: longer than any timeout, seconds. */
const TAIL_SEC = 6;

const { values, positionals } = parseArgs({ options: { fit: { type: 'string' } }, allowPositionals: true });
const [endpoint, folder, ...wanted] = positionals;
const work = path.resolve(folder);
const folds = path.join(work, ofFit('folds', values.fit));
const out = path.join(work, ofFit('traces', values.fit), endpoint);
const recordings = endpoint === 'room' ? await rooms() : await turns();
mkdirSync(out, { recursive: true });
for (const group of wanted.length > 0 ? wanted : readdirSync(folds)) {
  const own = recordings.filter((one) => one.group === group);
  if (own.length === 0) continue;
  // A folder for each group: Node.js loads the modules of a path only once.
  const copy = path.join(work, 'package-traced', `${endpoint}-${values.fit ?? ''}-${group}`);
  packageWith(path.join(folds, group), copy);
  const lines = await traceWith(copy, own);
  writeFileSync(path.join(out, `${group}.jsonl`), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  process.stderr.write(`${group}: ${own.length} traced\n`);
  rmSync(copy, { recursive: true });
}

/** The turns of WORK/turns: [{ id, group, messages, samples() }]. */
async function turns() {
  const corpus = path.join(work, 'turns');
  return (await linesOf(corpus, 'rows.jsonl')).map(({ id, split, messages, audio }) => {
    return { id, group: split, messages, samples: () => readSamples(path.join(corpus, audio)) };
  });
}

/** The calls of WORK/rooms, in the same form. */
async function rooms() {
  const mixed = path.join(work, 'rooms');
  const groups = new Map((await linesOf(mixed, 'pauses.jsonl')).map(({ call, group }) => [call, group]));
  const soundOf = await openSound(mixed, 'rooms.f32');
  return (await linesOf(mixed, 'rooms.jsonl')).map((room) => ({
    id: room.call,
    group: groups.get(room.call),
    samples: async () => Int16Array.from(await soundOf(room), (value) => Math.round(value * 32_767)),
  }));
}

/** Traces recordings with the engine of the package in `copy`. */
async function traceWith(copy, all) {
  const built = (file) => import(pathToFileURL(path.join(copy, 'dist', file)));
  const turnwire = await built('index.js');
  const { learnedScorer } = await built('eot/learned-scorer.js');
  const inference = turnwire.createInlineInference();
  const lines = [];
  for (const one of all) lines.push(await trace(one, turnwire, learnedScorer, inference));
  await inference.close();
  return lines;
}

async function trace({ id, group, messages, samples }, turnwire, learnedScorer, inference) {
  const judged = [];
  const steps = [];
  const given = endpoint === 'stream' ? { messages: messages ?? [] } : {};
  const choices = { eot: { profile: 'cutoff_5pct' }, language: { pin: 'en' }, idle_timeout_s: 0, ...given };
  const session = turnwire.parseSessionStart(choices, endpoint);
  const [setupOf, create] =
    endpoint === 'room'
      ? [turnwire.roomSetup, turnwire.createRoomEngine]
      : [turnwire.streamSetup, turnwire.createStreamEngine];
  const onTrace = ({ t, speaking, silence_s: silenceSec, parts }) => {
    // Private in TypeScript: no event tells these two.
    const { voice, content } = engine.steps;
    const asked = parts?.asked ?? -1;
    const noAnswer = asked >= 0 && content.hasNoAnswer(judged[asked].heard ?? undefined);
    steps.push([t, Number(speaking), silenceSec, Number(voice.mayBegin), asked, Number(noAnswer)]);
  };
  const setup = setupOf(session, id, inference, { onTrace });
  const engine = create({ ...setup, scorer: noting(learnedScorer, judged), policy: () => POLICY });
  const sound = await samples();
  const padded = new Int16Array(sound.length + TAIL_SEC * SAMPLE_RATE_HZ);
  padded.set(sound);
  engine.start();
  for (let at = 0; at < padded.length; at += SAMPLE_RATE_HZ)
    await engine.push(padded.subarray(at, at + SAMPLE_RATE_HZ));
  await engine.end();
  return { id, group, steps, judged };
}
