/**
 * The caller's line carries the agent's own voice, so many dB softer and so late, and the caller says nothing, or speaks over it.
 * Does the echo claim, and does it end a turn? As it comes, and with the agent's channel at hand (`--cancel-echo`).
 */
import { RATE, SPEECH_SEC, stretches } from './going-on.mjs';
import { agentFiles, callerFiles } from './recordings.mjs';
import { atLevel, frameLevels, mixed, noise, scaled, SPEECH_DBFS, toPcm } from './sound.mjs';

const LINE_NOISE_DBFS = -76;
const BELOW_DB = [10, 20, 30, 45];
/** Seconds late; with the room's tail or without. */
const PATHS = [
  { lateSec: 0.05, room: true },
  { lateSec: 0.3, room: false },
  { lateSec: 1, room: false },
];
const AGENTS = 3;
const LONG_SEC = 10;
/** The agent begins after so much of a recording, and the caller speaks over it two seconds later. */
const QUIET_SEC = 0.5;
const CALLER_FROM_SEC = 2.5;
const LOUD_DBFS = -40;
/** Decay of the room's tail, in samples, and its level beside the direct sound: 0.2 s to -30 dB. */
const TAIL = 800;
const TAIL_RATIO = 0.05;
const CHUNK = 1280;

/** An echo of the agent. The tail of a room is noise that dies away. */
function echoOf(agent, belowDb, { lateSec, room }) {
  const late = Math.round(lateSec * RATE);
  const tail = room ? noise(4 * TAIL, 0).map((value, i) => TAIL_RATIO * value * Math.exp(-i / TAIL)) : [];
  const echo = new Float32Array(agent.length);
  for (let i = late; i < agent.length; i += 1) {
    let sum = agent[i - late];
    for (let k = 1; k < tail.length && k <= i - late; k += 1) sum += tail[k] * agent[i - late - k];
    echo[i] = sum;
  }
  return scaled(echo, -belowDb);
}

async function* chunksOf(caller, agent) {
  for (let at = 0; at < caller.length; at += CHUNK)
    yield [caller.subarray(at, at + CHUNK), agent.subarray(at, at + CHUNK)];
}

async function echoes(engine, sound) {
  const agents = [];
  for (const file of agentFiles().slice(0, AGENTS)) {
    const samples = await sound.read(file);
    // The agent greets at the beginning of a call, for some five seconds.
    const first = frameLevels(samples).findIndex((level) => level > LOUD_DBFS) / 100;
    const from = Math.max(0, first - QUIET_SEC) * RATE;
    agents.push(atLevel(samples.slice(from, from + LONG_SEC * RATE), SPEECH_DBFS));
  }
  const callers = [];
  for (const file of callerFiles()) {
    const samples = await sound.read(file);
    for (const at of stretches(samples).slice(0, 1))
      callers.push(atLevel(samples.slice(at, at + SPEECH_SEC * RATE), SPEECH_DBFS));
  }
  const rows = [];
  for (const [i, agent] of agents.entries())
    for (const belowDb of BELOW_DB)
      for (const path of PATHS)
        for (const speaks of path.lateSec === 0.3 ? [false, true] : [false]) {
          const echo = echoOf(agent, belowDb, path);
          const line = mixed(echo, noise(echo.length, LINE_NOISE_DBFS));
          const spoken = new Float32Array(line.length);
          if (speaks) spoken.set(callers[i % callers.length], CALLER_FROM_SEC * RATE);
          const pair = [toPcm(mixed(line, spoken)), toPcm(agent)];
          for (const cancelled of engine.cancelEcho ? [false, true] : [false]) {
            const chunks = chunksOf(...pair);
            const events = await engine.runCall(cancelled ? engine.cancelEcho(chunks) : chunks);
            const claims = events.filter((event) => event.class === 'claim');
            rows.push({
              agent: i,
              belowDb,
              ...path,
              speaks,
              cancelled,
              claims: claims.length,
              onsets: events.filter(({ type }) => type === 'bargein.onset').length,
              turnEnds: events.filter(({ type }) => type === 'turn.end').length,
              claimAfterSec:
                speaks && claims.some(({ t }) => t > CALLER_FROM_SEC)
                  ? claims.find(({ t }) => t > CALLER_FROM_SEC).t - CALLER_FROM_SEC
                  : null,
            });
          }
        }
  return rows;
}

export const echoRows = { echoes };
