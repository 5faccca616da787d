/** Single words, backchannels and noises over a speaking agent: what class does each get, and when? */
import path from 'node:path';
import {
  backchannelFiles,
  CLAIM_WORDS,
  coughFiles,
  BACKCHANNEL_WORDS,
  noiseFiles,
  wordFiles,
} from './recordings.mjs';
import { activeLevel, atLevel, join, mixed, noise, soundEndSec, SPEECH_DBFS, telephone } from './sound.mjs';

const BEFORE_SEC = 1;
const AFTER_SEC = 2;
const WIDE_NOISE_DBFS = -66;
const LINE_NOISE_DBFS = -76;
/** One recording each of this many speakers. */
const SPEAKERS = 60;
const BACKCHANNEL_SPEAKERS = 50;

/** @returns what the session says of one sound that it hears alone, after 1 s of noise */
async function hear(samples, endSec, engine) {
  const events = await engine.run(samples);
  const classes = events.filter(({ type }) => type === 'bargein.class');
  const claim = classes.find((event) => event.class === 'claim');
  const first = claim ?? classes[0];
  return {
    heard: events.some(({ type }) => type === 'vad.start'),
    class: first?.class ?? 'none',
    p: first?.p_claim ?? null,
    afterEndMs: first ? Math.round((first.t - BEFORE_SEC - endSec) * 1000) : null,
    afterOnsetMs: first?.decided_after_ms ?? null,
    turnEnds: events.filter(({ type }) => type === 'turn.end').length,
  };
}

const surrounded = (samples, rateHz) =>
  join([new Float32Array(BEFORE_SEC * rateHz), samples, new Float32Array(AFTER_SEC * rateHz)]);
const inNoise = (samples, dbfs) => mixed(samples, noise(samples.length, dbfs));

const CONDITIONS = {
  'as recorded': async (samples) => inNoise(surrounded(samples, 16_000), WIDE_NOISE_DBFS),
  '-22 dBFS': async (samples) =>
    inNoise(surrounded(atLevel(samples, SPEECH_DBFS, 16_000), 16_000), WIDE_NOISE_DBFS),
  'telephone (8 kHz mu-law)': async (samples, sound) =>
    sound.from8k(
      telephone(inNoise(surrounded(atLevel(samples, SPEECH_DBFS, 16_000), 16_000), WIDE_NOISE_DBFS)),
    ),
};

async function words(list, speakers, engine, sound, others = false) {
  const rows = [];
  const wanted = Object.entries(CONDITIONS).filter(([name]) => !others || name !== '-22 dBFS');
  for (const [condition, prepare] of wanted)
    for (const word of list)
      for (const file of wordFiles(word, speakers, others)) {
        const samples = await sound.read(file);
        // A recording in which nobody is heard is no word.
        if (activeLevel(samples) < -60) continue;
        const heard = await hear(await prepare(samples, sound), soundEndSec(samples, 16_000), engine);
        rows.push({ condition, word, file: path.basename(file), ...heard });
      }
  return rows;
}

async function sounds(files, engine, sound, dbfs) {
  const rows = [];
  for (const file of files) {
    const samples = await sound.read(file);
    const set = dbfs === undefined ? samples : atLevel(samples, dbfs, 16_000);
    const placed = inNoise(surrounded(set, 16_000), dbfs === undefined ? LINE_NOISE_DBFS : WIDE_NOISE_DBFS);
    rows.push({ file: path.basename(file), ...(await hear(placed, soundEndSec(samples, 16_000), engine)) });
  }
  return rows;
}

/** Of other speakers than those of the report: to choose rules on. */
export const choosing = {
  'claims-others': (engine, sound) => words(CLAIM_WORDS, SPEAKERS / 2, engine, sound, true),
  'backchannel-words-others': (engine, sound) => words(BACKCHANNEL_WORDS, SPEAKERS / 4, engine, sound, true),
};

export const singleSounds = {
  claims: (engine, sound) => words(CLAIM_WORDS, SPEAKERS, engine, sound),
  'backchannel-words': (engine, sound) => words(BACKCHANNEL_WORDS, BACKCHANNEL_SPEAKERS, engine, sound),
  /** As they are on the line: 8 kHz. */
  backchannels: (engine, sound) => sounds(backchannelFiles(), engine, sound),
  coughs: (engine, sound) => sounds(coughFiles(), engine, sound, SPEECH_DBFS),
  noises: (engine, sound) => sounds(noiseFiles(), engine, sound, SPEECH_DBFS),
};
