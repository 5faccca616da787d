/**
 * Measures whether speech that goes on after a backchannel becomes a claim: spliced sounds, and long stretches of real callers.
 */
import path from 'node:path';
import { backchannelFiles, callerFiles } from './recordings.mjs';
import { activeLevel, atLevel, frameLevels, join, mixed, noise } from './sound.mjs';

export const RATE = 16_000;
const LINE_NOISE_DBFS = -76;
const BEFORE_SEC = 1;
const FADE_SEC = 0.005;
/** Every third backchannel, as many as the stretches of speech allow. */
const SPLICED = 66;
/** Length of a stretch of speech, seconds. */
export const SPEECH_SEC = 3.5;
/** A stretch of the call is natural speech of at least this length without a pause, seconds. */
const STRETCH_SEC = 1.5;

/** Where a caller speaks for `SPEECH_SEC`, begun after at least 0.3 s of silence: sample positions, from levels alone. */
export function stretches(samples) {
  const levels = frameLevels(samples);
  const loud = levels.toSorted((a, b) => b - a)[Math.floor(levels.length * 0.1)];
  const isLoud = levels.map((level) => level > loud - 25);
  const found = [];
  for (let i = 30; i + SPEECH_SEC * 100 < levels.length; i += 1) {
    if (!isLoud[i] || isLoud.slice(i - 30, i).some(Boolean)) continue;
    const ahead = isLoud.slice(i, i + SPEECH_SEC * 100);
    // No gap of more than 0.2 s: the caller goes on.
    const longestGap = ahead.reduce(
      ([run, most], on) => (on ? [0, most] : [run + 1, Math.max(most, run + 1)]),
      [0, 0],
    )[1];
    if (longestGap <= 20) found.push(i * 160);
  }
  return found;
}

/** The active part of a sound, without the quiet before and after it. */
function activePart(samples) {
  const levels = frameLevels(samples);
  const from = Math.max(...levels) - 30;
  return samples.subarray(
    levels.findIndex((level) => level > from) * 160,
    (levels.findLastIndex((level) => level > from) + 1) * 160,
  );
}

/** Joins two sounds with a cross-fade. */
function spliced(one, other) {
  const fade = Math.round(FADE_SEC * RATE);
  const out = new Float32Array(one.length + other.length - fade);
  out.set(one);
  for (let i = 0; i < other.length; i += 1) {
    const weight = Math.min(1, (i + 1) / fade);
    const at = one.length - fade + i;
    out[at] = out[at] * (1 - weight) + other[i] * weight;
  }
  return out;
}

async function goesOn(engine, sound) {
  const speech = [];
  for (const file of callerFiles()) {
    const samples = await sound.read(file);
    for (const at of stretches(samples))
      speech.push({ file, samples: samples.subarray(at, at + SPEECH_SEC * RATE) });
  }
  const every = Math.floor(backchannelFiles().length / SPLICED);
  const rows = [];
  for (const [i, file] of backchannelFiles()
    .filter((_, at) => at % every === 0)
    .slice(0, SPLICED)
    .entries()) {
    const { samples, file: caller } = speech[i % speech.length];
    const first = activePart(await sound.read(file));
    const both = spliced(first, atLevel(samples, activeLevel(first)));
    const placed = join([new Float32Array(BEFORE_SEC * RATE), both, new Float32Array(RATE)]);
    const events = await engine.run(mixed(placed, noise(placed.length, LINE_NOISE_DBFS)));
    const onset = events.find(({ type }) => type === 'bargein.onset')?.t;
    const classes = events.filter(({ type }) => type === 'bargein.class');
    const claim = classes.find((event) => event.class === 'claim');
    rows.push({
      file: path.basename(file),
      caller: path.basename(caller),
      first: classes[0]?.class ?? 'none',
      class: claim ? 'claim' : (classes[0]?.class ?? 'none'),
      claimAfterSec: claim ? Math.round((claim.t - onset) * 1000) / 1000 : null,
    });
  }
  return rows;
}

/** Whole calls, the agent speaking all the time: each stretch of voice activity of `STRETCH_SEC` and more. */
async function calls(engine, sound) {
  const rows = [];
  for (const file of callerFiles()) {
    const begun = process.cpuUsage();
    const samples = await sound.read(file);
    const events = await engine.run(samples);
    const { user } = process.cpuUsage(begun);
    const spans = events
      .filter(({ type }) => type === 'vad.end')
      .map(({ t, duration }) => ({ from: t - duration, to: t }));
    const classes = events.filter(({ type }) => type === 'bargein.class');
    rows.push({
      file: path.basename(file),
      seconds: samples.length / RATE,
      cpuSec: user / 1e6,
      decidedAfterMs: classes.map((event) => event.decided_after_ms),
      stretches: spans
        .filter(({ from, to }) => to - from >= STRETCH_SEC)
        .map(({ from, to }) => {
          const claim = classes.find(
            (event) => event.class === 'claim' && event.t > from && event.t <= to + 0.5,
          );
          return claim ? Math.round((claim.t - from) * 1000) / 1000 : null;
        }),
    });
  }
  return rows;
}

export const goingOn = { 'goes-on': goesOn, calls };
