/**
 * Diarization error on recordings with RTTM references, without the recogniser: voice activity, voice embeddings
 * and the diarizer run as in a room. Labels are fixed `--lag` seconds after the sound, 0.9 by default, or later while
 * no voice is known.
 *   node training/voices/diarize.mjs [--voices learned | mel-statistics] [--options '{"openSec":2}'] [--lag 0.9]
 *     SET=FOLDER ...
 * A set is a folder of NAME.wav with NAME.rttm beside it, or of clips whose names stand in any .rttm of the
 * folder. Needs `npm run build`. --cache FOLDER keeps the embeddings, by model.
 * --engine measures the whole room instead, with its default voices and the recogniser. Segments are then the
 * spans that it reports for each voice, with pauses of a voice under 0.8 s bridged as in `npm run report:rooms`,
 * and the wait is from the end of the last word of an event to the event.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readSamples } from '../../dist/audio/index.js';
import { DEFAULT_TRANSCRIPT_OPTIONS } from '../../dist/engine/room/transcript-options.js';
import { PAD_SAMPLES } from '../../dist/engine/room/speaker-segments.js';
import { SpeechTimeline } from '../../dist/engine/room/speech-timeline.js';
import {
  addDiarizationErrors,
  der,
  diarizationErrors,
  NO_DIARIZATION_ERRORS,
} from '../../dist/eval/metrics/diarization.js';
import { createInlineInference } from '../../dist/inference/index.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../dist/vad/policy.js';
import { VadStream } from '../../dist/vad/vad-stream.js';
import { diarizerOptionsFor } from '../../dist/voices/diarizer/diarizer-options.js';
import { learnedEmbedder } from '../../dist/voices/embedder/learned-embedder.js';
import { melStatistics } from '../../dist/voices/embedder/mel-statistics.js';
import { BLOCK_SAMPLES } from '../../dist/voices/diarizer/blocks.js';
import { OnlineDiarizer } from '../../dist/voices/diarizer/online-diarizer.js';
import { runRoom, speechOfSpans } from '../../scripts/rooms/run-room.mjs';

const RATE = 16_000;
const FRAME = 512;
/** Longest gap inside a stretch of speech, the same as in the room engine. */
const BRIDGE_SAMPLES = 0.3 * RATE;
/** Seconds between two embeddings, the same as in the room engine. */
const HOP_SEC = 0.5;
const SETTLE_SEC = 0.7;
const inference = createInlineInference();

/** @returns the inputs of the diarizer, in order: speech runs, windows with embeddings, settled pauses. */
export async function prepare(file, embedder, cache) {
  const hash = createHash('sha256').update(readFileSync(file)).update(embedder.version).digest('hex');
  const kept = cache && path.join(cache, `${hash.slice(0, 20)}.json`);
  if (kept && existsSync(kept)) return JSON.parse(readFileSync(kept, 'utf8'));
  const audio = Float32Array.from(await readSamples(file), (value) => value / 32_768);
  const probabilities = await new VadStream(inference).push(audio);
  const policy = new VadPolicy(DEFAULT_VAD_OPTIONS, (FRAME / RATE) * 1000);
  const timeline = new SpeechTimeline(BRIDGE_SAMPLES, Infinity);
  const inputs = [];
  let [frame, heard, settled] = [0, 0, true];
  for (let sample = RATE / 10; sample <= audio.length; sample += RATE / 10) {
    let paused = false;
    while ((frame + 1) * FRAME <= sample) {
      const change = policy.push(probabilities[frame++]);
      if (!change) continue;
      const at = change.atFrame * FRAME;
      paused = change.kind === 'end';
      timeline[change.kind](at);
      inputs.push({ kind: change.kind, at });
      if (!paused) [heard, settled] = [Math.max(heard, at), false];
    }
    const spoken = policy.lastSpeechFrame * FRAME;
    const due = policy.speaking ? sample - heard >= HOP_SEC * RATE : paused && sample - heard >= 0.2 * RATE;
    if (due) {
      heard = sample;
      const end = Math.min(sample, spoken);
      const start = Math.max(timeline.stretchStart, end - embedder.windowSec * RATE);
      if (end - start >= embedder.minSec * RATE) {
        const { vector, point, ...embedding } = await embedder.embed(audio.slice(start, end), inference);
        const numbers = { vector: [...vector], ...(point && { point: [...point] }) };
        inputs.push({ kind: 'window', at: sample, start, end, embedding: { ...embedding, ...numbers } });
      }
    }
    if (!policy.speaking && !settled && spoken > 0 && sample - spoken >= SETTLE_SEC * RATE) {
      settled = true;
      inputs.push({ kind: 'settled', at: sample });
    }
  }
  inputs.push({ kind: 'settled', at: audio.length + RATE });
  if (kept) {
    mkdirSync(cache, { recursive: true });
    writeFileSync(kept, JSON.stringify(inputs));
  }
  return inputs;
}

/** @returns labelled speech, and how long each block waited for its label, seconds. */
export function diarize(
  inputs,
  embedder,
  options = {},
  lagSec = 0.9,
  waitSec = DEFAULT_TRANSCRIPT_OPTIONS.voiceWaitSec,
) {
  const diarizer = new OnlineDiarizer(embedder, { ...diarizerOptionsFor(embedder), ...options });
  const runs = [];
  const spans = [];
  const waits = [];
  const fix = (until, now) => {
    for (const span of diarizer.freeze(until)) {
      spans.push(span);
      waits.push((now - span.end) / RATE);
    }
  };
  for (const one of inputs) {
    if (one.kind === 'start') runs.push({ start: one.at, end: Infinity });
    else if (one.kind === 'end') runs.at(-1).end = one.at;
    else if (one.kind === 'settled') fix(one.at, one.at);
    else {
      diarizer.addWindow(one.start, one.end, one.embedding);
      const until = one.at - lagSec * RATE;
      fix(diarizer.voiceAt(until) === undefined ? until - waitSec * RATE : until, one.at);
    }
  }
  return { segments: stretchesOf(runs).flatMap((stretch) => labelled(stretch, spans)), waits };
}

/** Stretches of speech: runs with the short gaps between them, and what the room credits around them. */
function stretchesOf(runs) {
  const found = [];
  for (const run of runs) {
    const last = found.at(-1);
    if (last && run.start - last.end <= BRIDGE_SAMPLES) last.end = run.end;
    else found.push({ ...run });
  }
  return found.map(({ start, end }) => ({ start: Math.max(0, start - PAD_SAMPLES), end: end + PAD_SAMPLES }));
}

/** Segments and waits of a whole room. */
async function room(file) {
  const { events, spans } = await runRoom(await readSamples(file), inference);
  const finals = events.filter((event) => event.type === 'asr.final');
  return { segments: speechOfSpans(spans, ''), waits: finals.map(({ t, t1 }) => t - t1) };
}

/** A stretch of speech, cut where the nearest label changes: words get the voice of the nearest block. */
function labelled(run, spans) {
  const found = [];
  const near = spans.filter(
    (s) => s.end > run.start - 4 * BLOCK_SAMPLES && s.start < run.end + 4 * BLOCK_SAMPLES,
  );
  if (near.length === 0) return found;
  const end = Math.min(run.end, near.at(-1).end + BLOCK_SAMPLES);
  for (let at = run.start; at < end; at += BLOCK_SAMPLES / 4) {
    const distance = (span) => Math.max(span.start - at, at - span.end + 1, 0);
    const best = near.reduce((a, b) => (distance(b) < distance(a) ? b : a));
    const to = Math.min(end, at + BLOCK_SAMPLES / 4);
    const last = found.at(-1);
    if (last?.speaker === `v${best.voice}`) last.end = to / RATE;
    else found.push({ session: '', speaker: `v${best.voice}`, start: at / RATE, end: to / RATE });
  }
  return found;
}

/** @returns [{ name, file, reference }] of a folder. */
export function recordings(folder) {
  const files = readdirSync(folder);
  const lines = files
    .filter((file) => file.endsWith('.rttm'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => line.split(/\s+/))
    .filter(([kind]) => kind === 'SPEAKER');
  return files
    .filter((file) => file.endsWith('.wav'))
    .map((file) => file.slice(0, -4))
    .map((name) => ({
      name,
      file: path.join(folder, `${name}.wav`),
      reference: lines
        .filter((fields) => fields[1] === name)
        .map((f) => ({ session: '', speaker: f[7], start: Number(f[3]), end: Number(f[3]) + Number(f[4]) })),
    }))
    .filter(({ reference }) => reference.length > 0);
}

/** Voices that speak at least `least` seconds. */
function voicesOf(segments, least = 0) {
  const seconds = {};
  for (const { speaker, start, end } of segments) seconds[speaker] = (seconds[speaker] ?? 0) + end - start;
  return Object.values(seconds).filter((value) => value > least).length;
}

export async function measure(set, embedder, options, cache, verbose, engine, lagSec) {
  const pooled = { 0.25: NO_DIARIZATION_ERRORS, 0: NO_DIARIZATION_ERRORS };
  const bySize = {};
  const waits = [];
  for (const { name, file, reference } of set) {
    const found = engine
      ? await room(file)
      : diarize(await prepare(file, embedder, cache), embedder, options, lagSec);
    waits.push(...found.waits);
    const errors = {};
    for (const collarSec of [0.25, 0]) {
      errors[collarSec] = diarizationErrors(reference, found.segments, { collarSec });
      pooled[collarSec] = addDiarizationErrors(pooled[collarSec], errors[collarSec]);
    }
    const [wanted, heard] = [voicesOf(reference), voicesOf(found.segments)];
    const size = (bySize[wanted] ??= { rooms: 0, right: 0, heard: [], errors: NO_DIARIZATION_ERRORS });
    size.rooms += 1;
    size.right += wanted === heard ? 1 : 0;
    size.heard.push(heard);
    size.errors = addDiarizationErrors(size.errors, errors[0.25]);
    if (verbose)
      console.log(
        `  ${name}: ${described(errors[0.25])}; at 0: ${percent(der(errors[0]))}; voices ${wanted}, heard ${heard}`,
      );
  }
  waits.sort((a, b) => a - b);
  return { pooled, bySize, waits };
}

function percent(share) {
  return share === null ? '-' : `${(100 * share).toFixed(1)} %`;
}

function described(errors) {
  const share = (seconds) => percent(seconds / errors.speech);
  const { missed, falseAlarm, confusion } = errors;
  const parts = `missed ${share(missed)}, false ${share(falseAlarm)}, confused ${share(confusion)}`;
  return `DER ${percent(der(errors))} (${parts} of ${errors.speech.toFixed(0)} s)`;
}

if (import.meta.filename === path.resolve(process.argv[1])) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      voices: { type: 'string', default: 'learned' },
      options: { type: 'string', default: '{}' },
      cache: { type: 'string' },
      lag: { type: 'string', default: '0.9' },
      engine: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
    },
  });
  const embedder = values.voices === 'learned' ? learnedEmbedder : melStatistics;
  for (const argument of positionals) {
    const [name, folder] = argument.split('=');
    const set = recordings(folder);
    const { pooled, bySize, waits } = await measure(
      set,
      embedder,
      JSON.parse(values.options),
      values.cache,
      values.verbose,
      values.engine,
      Number(values.lag),
    );
    const at = (share) => waits[Math.min(waits.length - 1, Math.floor(share * waits.length))]?.toFixed(2);
    console.log(
      `${name}: ${set.length} recordings, collar 0.25 s ${described(pooled[0.25])}; ` +
        `collar 0 ${percent(der(pooled[0]))}`,
    );
    for (const [size, { rooms, right, heard, errors }] of Object.entries(bySize)) {
      console.log(
        `  ${size} voices: right number in ${right} of ${rooms} (${heard.join(' ')}), DER ${percent(der(errors))}`,
      );
    }
    console.log(
      `  a label is fixed ${at(0.5)} s after its sound (median), ${at(0.9)} s (90 %), ${at(1)} s (longest)`,
    );
  }
}
