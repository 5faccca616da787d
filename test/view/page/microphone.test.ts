/** The page's AudioWorklet, run as the browser runs it: 128 frames a call, at the rates microphones have. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import { repoRoot } from '../../helpers/cli-process.js';

const source = readFileSync(path.join(repoRoot, 'src/view/page/live/microphone.js'), 'utf8');
const BLOCK = 128;
const SECONDS = 1;
/** A piece not yet full, and the filter's reach. */
const MAX_HELD_SAMPLES = 1280 + 100;

interface Processor {
  port: { postMessage: (piece: Int16Array) => void };
  process(inputs: Float32Array[][]): boolean;
}

/** What the page sends of a tone of `hz` at half of full scale, heard by a microphone of `sampleRate`. */
function sentOfTone(sampleRate: number, hz: number): Int16Array {
  const pieces: Int16Array[] = [];
  let processorClass: (new () => Processor) | undefined;
  vm.runInNewContext(source, {
    sampleRate,
    AudioWorkletProcessor: class {
      port = { postMessage: (piece: Int16Array) => pieces.push(piece) };
    },
    registerProcessor: (_name: string, made: new () => Processor) => (processorClass = made),
  });
  const processor = new processorClass!();
  for (let at = 0; at < SECONDS * sampleRate; at += BLOCK) {
    const block = Float32Array.from(
      { length: BLOCK },
      (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * (at + i)) / sampleRate),
    );
    processor.process([[block]]);
  }
  return Int16Array.from(pieces.flatMap((piece) => [...piece]));
}

/** Amplitude of the part at `hz`, and the root mean square of all else; 1 is full scale. */
function toneAndRest(samples: Int16Array, hz: number): { tone: number; rest: number } {
  const heard = [...samples.subarray(1600)].map((value) => value / 32768);
  const phase = (i: number) => (2 * Math.PI * hz * i) / 16_000;
  const sine = (2 / heard.length) * heard.reduce((sum, value, i) => sum + value * Math.sin(phase(i)), 0);
  const cosine = (2 / heard.length) * heard.reduce((sum, value, i) => sum + value * Math.cos(phase(i)), 0);
  const rest = heard.map((value, i) => value - sine * Math.sin(phase(i)) - cosine * Math.cos(phase(i)));
  return {
    tone: Math.hypot(sine, cosine),
    rest: Math.sqrt(rest.reduce((sum, value) => sum + value * value, 0) / rest.length),
  };
}

describe.each([8000, 16_000, 22_050, 44_100, 48_000, 96_000])('a microphone of %i Hz', (rate) => {
  it('is sent as the same sound at 16 kHz, 16 000 samples a second', () => {
    const sent = sentOfTone(rate, 1000);
    expect(SECONDS * 16_000 - sent.length).toBeGreaterThanOrEqual(0);
    expect(SECONDS * 16_000 - sent.length).toBeLessThan(MAX_HELD_SAMPLES);
    const { tone, rest } = toneAndRest(sent, 1000);
    expect(tone).toBeCloseTo(0.5, 2);
    expect(rest).toBeLessThan(0.001);
  });

  it.skipIf(rate < 22_050)('loses what 16 kHz cannot hold', () => {
    const { rest } = toneAndRest(sentOfTone(rate, 10_500), 1000);
    expect(rest).toBeLessThan(0.001);
  });
});
