// Runs the room engine over calls mixed to one channel (room_calls.py) and writes what its scorer was told of each labelled pause, as
// decode-windows.mjs does for a stream: windows.jsonl, decoded.jsonl and listened.f32 in the same folder, for room_report.py.
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createRoomEngine } from '../../dist/engine/room.js';
import { roomSetup } from '../../dist/engine/room-setup.js';
import { learnedScorer } from '../../dist/eot/learned-scorer.js';
import { LISTENED_SAMPLES, LISTENED_TAIL_SEC, listenedTurn } from '../../dist/eot/listened-turn.js';
import { endingAt } from '../../dist/eot/turn-audio.js';
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
const [windows, decoded, listened] = [[], [], []];
for (const pause of pauses) {
  const asked = scoredIn(heard[pause.call], pause);
  if (!asked?.heard?.sound) continue;
  windows.push({ ...pause, kind: 'pause', context_text: asked.context });
  decoded.push({ text: asked.heard.text, punctuation: marksOf(asked.heard), ...certaintiesOf(asked.heard) });
  listened.push(asked.listened);
}
const lines = (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
await writeFile(path.join(folder, 'windows.jsonl'), lines(windows));
await writeFile(path.join(folder, 'decoded.jsonl'), lines(decoded));
const sound = await open(path.join(folder, 'listened.f32'), 'w');
for (const numbers of listened) await sound.write(new Uint8Array(numbers.buffer));
await sound.close();
const seconds = rooms.reduce((sum, { length }) => sum + length, 0) / 16_000;
process.stderr.write(`${windows.length} of ${pauses.length} pauses heard; ${((cpu.user + cpu.system) / 1e6 / seconds).toFixed(3)} s of processor time a second\n`);

/** What the engine asked its scorer, and when: [{t, silenceSec, ...}] for each step inside a silence. */
async function hear(room) {
  const asked = [];
  const steps = [];
  const scorer = {
    ...learnedScorer,
    async judge(pause, kernels) {
      const judgement = await learnedScorer.judge(pause, kernels);
      const end = pause.heard?.sound && endingAt(LISTENED_TAIL_SEC, pause.heard.sound, pause.silenceSec).slice(-LISTENED_SAMPLES);
      const listened = end && (await kernels.call(listenedTurn, end));
      asked.push({ heard: pause.heard, context: pause.messages.at(-1)?.content ?? '', listened });
      return { ...judgement, parts: { asked: asked.length - 1 } };
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

function scoredIn({ asked, steps }, { end }) {
  const [from, to] = SOUGHT_SEC.map((sec) => end + sec);
  const isIt = (step) => step.silenceSec >= SCORED_SEC && Math.abs(step.t - step.silenceSec - end) < NEAR_SEC;
  const step = steps.find((one) => !one.speaking && one.t >= from && one.t <= to && isIt(one));
  return asked[step?.asked];
}

function marksOf({ punctuationLogProb, questionLogProb, commaLogProb, eosLogProb }) {
  return { terminal: punctuationLogProb, question: questionLogProb, comma: commaLogProb, eos: eosLogProb };
}

function certaintiesOf({ lastWordLogProb, meanLogProb }) {
  return { lastWordLogProb, meanLogProb };
}
