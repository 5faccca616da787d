/**
 * Makes speech from text with the free synthesisers flite and espeak-ng, trimmed at both ends so that a recipe decides
 * every silence. Called by build-calls.ts and build-rooms.ts; never by the engines.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { readSamples, toFloat } from '../../../audio/index.js';
import { TurnwireError } from '../../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import { programFailed } from './needed-program.js';

const run = promisify(execFile);

/** `flite:<voice>` or `espeak:<voice>[@<words a minute>]`, e.g. `flite:slt`, `espeak:en-gb+f2@165`. */
export type VoiceName = string;

/** Peak of every voice; full scale is 1. Chosen by hand for the level of a phone call. */
const PEAK = 0.4;
/** At the edges of a phrase sound below this share of the peak is silence. Chosen by hand. */
const EDGE_LEVEL = 0.01;
const EDGE_FRAME_SAMPLES = 160;

/** @returns 16 kHz mono with peak 0.4 and no silence at either end. */
export async function synthesise(text: string, voice: VoiceName): Promise<Float32Array> {
  const folder = await mkdtemp(path.join(tmpdir(), 'turnwire-speech-'));
  try {
    const wav = path.join(folder, 'speech.wav');
    const [command, args] = commandLine(text, voice, wav);
    await run(command, args).catch((error: unknown) => {
      throw programFailed(command, error);
    });
    return trimmed(normalised(toFloat(await readSamples(wav))), `${voice}: "${text}"`);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function commandLine(text: string, voice: VoiceName, wav: string): [string, string[]] {
  const [engine, name = ''] = voice.split(':');
  if (engine === 'flite') return ['flite', ['-voice', name, '-t', text, '-o', wav]];
  const [variant = '', wordsPerMinute = '165'] = name.split('@');
  return ['espeak-ng', ['-v', variant, '-s', wordsPerMinute, '-w', wav, text]];
}

function normalised(samples: Float32Array): Float32Array {
  const peak = samples.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  return samples.map((x) => (x * PEAK) / peak);
}

function trimmed(samples: Float32Array, what: string): Float32Array {
  const loud: number[] = [];
  for (let at = 0; at < samples.length; at += EDGE_FRAME_SAMPLES)
    if (rms(samples.subarray(at, at + EDGE_FRAME_SAMPLES)) > EDGE_LEVEL * PEAK) loud.push(at);
  if (loud.length === 0)
    throw new TurnwireError('source', 'no_speech', `${what}: the synthesiser said nothing`);
  return samples.slice(loud[0], loud.at(-1)! + EDGE_FRAME_SAMPLES);
}

/** @returns the longest silence inside a phrase, in seconds. A comma in the text makes one. */
export function longestInnerSilenceSec(samples: Float32Array): number {
  let longest = 0;
  let current = 0;
  for (let at = 0; at < samples.length; at += EDGE_FRAME_SAMPLES) {
    current = rms(samples.subarray(at, at + EDGE_FRAME_SAMPLES)) > EDGE_LEVEL * PEAK ? 0 : current + 1;
    longest = Math.max(longest, current);
  }
  return (longest * EDGE_FRAME_SAMPLES) / SAMPLE_RATE_HZ;
}

function rms(samples: Float32Array): number {
  return Math.sqrt(samples.reduce((sum, x) => sum + x * x, 0) / samples.length);
}
