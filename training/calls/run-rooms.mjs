// Runs the room engine over calls mixed to one channel (room_calls.py) and writes what its scorer was told of each labelled pause, as
// decode-windows.mjs does for a stream: windows.jsonl, decoded.jsonl and listened.f32 in the same folder, those of the second look in
// its folder `second`, for room_report.py.
import { mkdir, open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRoomEngine } from '../../dist/engine/room.js';
import { roomSetup } from '../../dist/engine/room-setup.js';
import { learnedScorer, listenedTo } from '../../dist/eot/learned-scorer.js';
import { createEnginePool, parseSessionStart } from '../../dist/index.js';
import { linesOf, openSound } from './window-files.mjs';

/** Seconds of silence at which a pause is scored, and how far a room's own end of speech may lie from the labelled one. */
const SCORED_SEC = 0.2;
const NEAR_SEC = 0.3;
/** Where a pause may be looked for, seconds after its labelled end. */
const SOUGHT_SEC = [0.1, 0.65];
const BATCH_SAMPLES = 16_000;

const folder = process.argv[2];
const [rooms, pauses] = [await linesOf(folder, 'rooms.jsonl'), await linesOf(folder, 'pauses.jsonl')];
const soundOf = await openSound(folder, 'rooms.f32');
const inference = createEnginePool();
const session = parseSessionStart({ eot: { profile: 'cutoff_5pct' }, language: { pin: 'en' }, idle_timeout_s: 0 }, 'room');
const before = process.cpuUsage();
const heard = Object.fromEntries(await Promise.all(rooms.map(async (room) => [room.call, await hear(room)])));
const cpu = process.cpuUsage(before);
await inference.close();
for (const look of ['first', 'second']) {
  const told = pauses.map((pause) => [pause, scoredIn(heard[pause.call], pause, look)]).filter(([, asked]) => asked?.heard?.sound);
  await write(look === 'first' ? folder : path.join(folder, look), told);
  process.stderr.write(`${told.length} of ${pauses.length} pauses heard, ${look} look\n`);
}
const seconds = rooms.reduce((sum, { length }) => sum + length, 0) / 16_000;
process.stderr.write(`${((cpu.user + cpu.system) / 1e6 / seconds).toFixed(3)} s of processor time a second\n`);

async function write(to, told) {
  await mkdir(to, { recursive: true });
  const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const windows = told.map(([pause, { context }]) => ({ ...pause, kind: 'pause', context_text: context }));
  await writeFile(path.join(to, 'windows.jsonl'), lines(windows));
  const decoded = told.map(([, { heard }]) => ({ text: heard.text, punctuation: marksOf(heard), ...certaintiesOf(heard) }));
  await writeFile(path.join(to, 'decoded.jsonl'), lines(decoded));
  const sound = await open(path.join(to, 'listened.f32'), 'w');
  for (const [, { listened }] of told) await sound.write(new Uint8Array(listened.buffer));
  await sound.close();
}

/** What the engine asked its scorer, and when: [{t, silenceSec, ...}] for each step inside a silence. */
async function hear(room) {
  const asked = [];
  const steps = [];
  const noted = async (look, pause, kernels, judgement) => {
    const sound = pause.heard?.sound;
    const listened = sound && (await listenedTo(look, sound, pause.silenceSec, kernels));
    asked.push({ look, heard: pause.heard, context: pause.messages.at(-1)?.content ?? '', listened });
    return { ...judgement, parts: { asked: asked.length - 1 } };
  };
  const scorer = {
    ...learnedScorer,
    async judge(pause, kernels) {
      const first = await learnedScorer.judge(pause, kernels);
      const judge = async (later) => noted('second', later, kernels, await first.again.judge(later));
      return { ...(await noted('first', pause, kernels, first)), again: first.again && { ...first.again, judge } };
    },
  };
  const onTrace = ({ t, speaking, silence_s: silenceSec, parts }) => steps.push({ t, speaking, silenceSec, asked: parts?.asked });
  const engine = createRoomEngine({ ...roomSetup(session, room.call, inference, { onTrace }), scorer });
  const samples = Int16Array.from(await soundOf(room), (value) => Math.round(value * 32_767));
  engine.start();
  for (let at = 0; at < samples.length; at += BATCH_SAMPLES) await engine.push(samples.subarray(at, at + BATCH_SAMPLES));
  await engine.end();
  return { asked, steps };
}

/** What was asked at one look at a pause; a turn that its first score ends has no second. */
function scoredIn({ asked, steps }, { end }, look) {
  const silence = look === 'first' ? SCORED_SEC : learnedScorer.secondLook.standsSec;
  const [from, to] = SOUGHT_SEC.map((sec) => end + sec + silence - SCORED_SEC);
  const isIt = (step) => step.silenceSec >= silence && Math.abs(step.t - step.silenceSec - end) < NEAR_SEC;
  const step = steps.find((one) => !one.speaking && one.t >= from && one.t <= to && isIt(one));
  const found = asked[step?.asked];
  return found?.look === look ? found : undefined;
}

function marksOf({ punctuationLogProb, questionLogProb, commaLogProb, eosLogProb }) {
  return { terminal: punctuationLogProb, question: questionLogProb, comma: commaLogProb, eos: eosLogProb };
}

function certaintiesOf({ lastWordLogProb, meanLogProb }) {
  return { lastWordLogProb, meanLogProb };
}
