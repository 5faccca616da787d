/**
 * Runs the room engine over calls mixed to one channel (rooms.py), and writes what its scorer got at each labelled
 * pause.
 *   node training/calls/run-rooms.mjs FOLDER
 * Out: windows.jsonl, decoded.jsonl and listened.f32, as decode-windows.mjs writes them for a stream. Those of the
 * rechecks are in the folder `second` inside FOLDER. measure/room_report.py reads them.
 */
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRoomEngine } from '../../dist/engine/room/room.js';
import { roomSetup } from '../../dist/engine/room/room-setup.js';
import { encodeTurnEnd, learnedScorer } from '../../dist/eot/learned-scorer.js';
import { createEnginePool, parseSessionStart } from '../../dist/index.js';
import { linesOf, openSound } from './window-files.mjs';

/** Silence at which a pause is scored, seconds. */
const SCORED_SEC = 0.2;
/** How far the room's own end of speech may be from the labelled one, seconds. */
const NEAR_SEC = 0.3;
/** When a pause may be scored, seconds after its labelled end. */
const SOUGHT_SEC = [0.1, 0.65];
const BATCH_SAMPLES = 16_000;

const folder = process.argv[2];
const [rooms, pauses] = [await linesOf(folder, 'rooms.jsonl'), await linesOf(folder, 'pauses.jsonl')];
const soundOf = await openSound(folder, 'rooms.f32');
const inference = createEnginePool();
const session = parseSessionStart(
  { eot: { profile: 'cutoff_5pct' }, language: { pin: 'en' }, idle_timeout_s: 0 },
  'room',
);
const before = process.cpuUsage();
const heard = Object.fromEntries(await Promise.all(rooms.map(async (room) => [room.call, await hear(room)])));
const cpu = process.cpuUsage(before);
await inference.close();
for (const stage of ['first', 'recheck']) {
  const scored = pauses
    .map((pause) => [pause, scoredIn(heard[pause.call], pause, stage)])
    .filter(([, asked]) => asked?.hypothesis?.sound);
  await write(stage === 'first' ? folder : path.join(folder, 'second'), scored);
  process.stderr.write(
    `${scored.length} of ${pauses.length} pauses ${stage === 'first' ? 'judged' : 'rechecked'}\n`,
  );
}
const seconds = rooms.reduce((sum, { length }) => sum + length, 0) / 16_000;
process.stderr.write(
  `${((cpu.user + cpu.system) / 1e6 / seconds).toFixed(3)} s of processor time a second\n`,
);

async function write(to, scored) {
  await mkdir(to, { recursive: true });
  const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const windows = scored.map(([pause, { context }]) => ({ ...pause, kind: 'pause', context_text: context }));
  await writeFile(path.join(to, 'windows.jsonl'), lines(windows));
  const decoded = scored.map(([, { hypothesis }]) => ({
    text: hypothesis.text,
    punctuation: marksOf(hypothesis),
    ...certaintiesOf(hypothesis),
  }));
  await writeFile(path.join(to, 'decoded.jsonl'), lines(decoded));
  const sound = await open(path.join(to, 'listened.f32'), 'w');
  for (const [, { encoding }] of scored) await sound.write(new Uint8Array(encoding.buffer));
  await sound.close();
}

/**
 * Runs a room.
 * @returns `asked`: what each call of the scorer got; `steps`: the grid steps, [{ t, speaking, silenceSec, asked
 * }], the last one an index of `asked`.
 */
async function hear(room) {
  const asked = [];
  const steps = [];
  const noted = async (stage, pause, kernels, judgement) => {
    const { hypothesis, messages, silenceSec } = pause;
    const sound = hypothesis?.sound;
    const encoding = sound && (await encodeTurnEnd(stage, sound, silenceSec, kernels));
    asked.push({ stage, hypothesis, context: messages.at(-1)?.content ?? '', encoding });
    return { ...judgement, parts: { asked: asked.length - 1 } };
  };
  const scorer = {
    ...learnedScorer,
    async judge(pause, kernels) {
      const first = await learnedScorer.judge(pause, kernels);
      const judge = async (later) => noted('recheck', later, kernels, await first.recheck.judge(later));
      return {
        ...(await noted('first', pause, kernels, first)),
        recheck: first.recheck && { ...first.recheck, judge },
      };
    },
  };
  const onTrace = ({ t, speaking, silence_s: silenceSec, parts }) =>
    steps.push({ t, speaking, silenceSec, asked: parts?.asked });
  const engine = createRoomEngine({ ...roomSetup(session, room.call, inference, { onTrace }), scorer });
  const samples = Int16Array.from(await soundOf(room), (value) => Math.round(value * 32_767));
  engine.start();
  for (let at = 0; at < samples.length; at += BATCH_SAMPLES)
    await engine.push(samples.subarray(at, at + BATCH_SAMPLES));
  await engine.end();
  return { asked, steps };
}

/**
 * What the scorer got at the judgement of a pause (`first`) or at its recheck (`recheck`). A pause that is not
 * scored, or whose first score ends the turn, has none.
 */
function scoredIn({ asked, steps }, { end }, stage) {
  const silence = stage === 'first' ? SCORED_SEC : learnedScorer.recheck.appliesFromSec;
  const [from, to] = SOUGHT_SEC.map((sec) => end + sec + silence - SCORED_SEC);
  const isIt = (step) => step.silenceSec >= silence && Math.abs(step.t - step.silenceSec - end) < NEAR_SEC;
  const step = steps.find((one) => !one.speaking && one.t >= from && one.t <= to && isIt(one));
  const found = asked[step?.asked];
  return found?.stage === stage ? found : undefined;
}

function marksOf({ punctuationLogProb, questionLogProb, commaLogProb, eosLogProb }) {
  return { terminal: punctuationLogProb, question: questionLogProb, comma: commaLogProb, eos: eosLogProb };
}

function certaintiesOf({ lastWordLogProb, meanLogProb }) {
  return { lastWordLogProb, meanLogProb };
}
