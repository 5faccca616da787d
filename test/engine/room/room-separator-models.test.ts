/** The separator on two real readers at once, and the log of a room in which they talk over each other. Mixed by the test. */
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/engine/create-engine.js';
import { createInlineInference } from '../../../src/inference/inline.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { parseSessionStart } from '../../../src/protocol/session-start.js';
import { learnedEmbedder } from '../../../src/voices/embedder/learned-embedder.js';
import { separatorNetwork } from '../../../src/voices/separator-network.js';
import { development, hasDevelopmentAudio, samplesOf } from '../../helpers/recordings.js';

const SEC = 16_000;
const LEVEL = 0.05;
const inference = createInlineInference();
afterAll(() => inference.close());

/** An utterance of LibriSpeech test-other at one level. */
async function utterance(id: string): Promise<Float32Array> {
  const file = development(`librispeech-test-other/${id.split('-')[0]}/${id}.flac`);
  const samples = Float32Array.from(await samplesOf(file), (value) => value / 32_768);
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length;
  return samples.map((value) => (value * LEVEL) / Math.sqrt(power));
}

/** Scale-invariant ratio of signal to distortion, decibels. */
function nearness(found: Float32Array, voice: Float32Array): number {
  const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0);
  const scale = dot(found, voice) / dot(voice, voice);
  const signal = voice.map((value) => scale * value);
  const rest = found.map((value, i) => value - signal[i]!);
  return 10 * Math.log10(dot(signal, signal) / dot(rest, rest));
}

/** None without the development recordings: a suite that is skipped is still collected. */
async function utterances(ids: readonly string[]): Promise<Float32Array[]> {
  return hasDevelopmentAudio ? Promise.all(ids.map(utterance)) : [];
}

describe.skipIf(!hasDevelopmentAudio)('two readers at once', async () => {
  const alone = await utterances(['1688-142285-0000', '2033-164914-0001']);
  const together = await utterances(['1688-142285-0003', '2033-164914-0003']);

  it('are nearer to each of them after the separator', async () => {
    const voices = await Promise.all(
      alone.map(async (sound) => (await learnedEmbedder.embed(sound.slice(0, 3 * SEC), inference)).vector),
    );
    const [first, second] = together.map((sound) => sound.slice(SEC, 4 * SEC));
    const sound = first!.map((value, i) => value + second![i]!);
    const parted = await inference.call(separatorNetwork, { sound, voices: [voices[0]!, voices[1]!] });
    expect(parted.map(({ length }) => length)).toEqual([sound.length, sound.length]);
    expect(nearness(parted[0], first!) - nearness(sound, first!)).toBeGreaterThan(1);
    expect(nearness(parted[1], second!) - nearness(sound, second!)).toBeGreaterThan(1);
  });

  /** Both alone, then the second reader half a second after the first. */
  function room(): Int16Array {
    const parts = [...alone, ...together];
    const starts = [0.5 * SEC];
    for (const gap of [0.6, 0.6])
      starts.push(Math.round(starts.at(-1)! + parts[starts.length - 1]!.length + gap * SEC));
    starts.push(starts.at(-1)! + 0.5 * SEC);
    const out = new Float32Array(Math.max(...parts.map(({ length }, i) => starts[i]! + length)) + 2 * SEC);
    parts.forEach((part, i) => part.forEach((value, at) => (out[starts[i]! + at]! += value)));
    return Int16Array.from(out, (value) => Math.round(value * 32_767));
  }

  async function listen(samples: Int16Array, chunk: number): Promise<WireEvent[]> {
    const session = parseSessionStart({ mode: 'working_session' }, 'room', { asrLanguages: ['en'] });
    const engine = createEngine(session, 's', inference);
    const events: WireEvent[] = [...engine.start()];
    for (let at = 0; at < samples.length; at += chunk)
      events.push(...(await engine.push(samples.subarray(at, at + chunk))));
    return [...events, ...(await engine.end())];
  }

  it('have the same words for any chunks, each voice some of them', async () => {
    const samples = room();
    const events = await listen(samples, samples.length);
    expect(await listen(samples, 1111)).toEqual(events);
    const start = (alone[0]!.length + alone[1]!.length) / SEC + 1.7;
    const finals = events.filter((event) => event.type === 'asr.final');
    const counts = ['spk_1', 'spk_2'].map((speaker) =>
      finals
        .filter((event) => event.speaker === speaker && event.t0 > start)
        .reduce((sum, { text }) => sum + text.split(' ').length, 0),
    );
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
  });
});
