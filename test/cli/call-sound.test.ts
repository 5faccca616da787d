/** When the agent speaks, by its own channel: what a caller does beside its pauses and after its end. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { joinSamples } from '../../src/audio/index.js';
import { runRecording } from '../../src/cli/run/run-recording.js';
import { openCall } from '../../src/cli/session/call-sound.js';
import { amplitudeVad, scriptedEngine, speechPattern } from '../helpers/scripted.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav, encode } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();

/** A recording with the caller on channel 0 and the agent on channel 1, each in seconds of speech and silence. */
async function call(caller: readonly number[], agent: readonly number[]): Promise<string> {
  const sides = [speechPattern(...caller), speechPattern(...agent)];
  const frames = Math.max(...sides.map((side) => side.length));
  const both = Float64Array.from({ length: frames * 2 }, (_, i) => (sides[i % 2]![i >> 1] ?? 0) / 32_768);
  const file = path.join(await tempDir(), 'call.wav');
  await writeFile(file, buildWav({ channels: 2, data: encode(both, 16) }));
  return file;
}

async function onsets(input: string): Promise<number[]> {
  const job = {
    input,
    channel: undefined,
    messages: [],
    agentChannel: 1,
    realtime: false,
    signal: new AbortController().signal,
    onWarning: () => {},
    onProgress: () => {},
  };
  const found: number[] = [];
  const engine = scriptedEngine({ signals: ['bargein'] });
  for await (const event of runRecording(job, engine, amplitudeVad))
    if (event.type === 'bargein.onset') found.push(event.t);
  return found;
}

describe("the agent's own channel", () => {
  it('has the agent stop where its voice falls silent: who answers within 0.6 s speaks over nobody', async () => {
    const input = await call([-2.3, 1, -1], [-1, 1]);
    expect(await onsets(input)).toEqual([]);
  });

  it('has the agent speak on through a short pause', async () => {
    expect(await onsets(await call([-2.2, 1, -1], [-1, 1, -0.4, 2]))).toEqual([2.3]);
  });

  it('gives all of the sound, in order, with its messages in time', async () => {
    const caller = [0.5, -1.5, 1, -0.7];
    const input = await call(caller, [-1, 1, -0.4, 0.5, -0.3]);
    const source = { input, stdin: undefined, channel: undefined, agentChannel: 1, inference: amplitudeVad };
    const heard: Int16Array[] = [];
    const told: [string, number][] = [];
    let done = 0;
    for await (const { samples, messages } of (await openCall(source, input)).pieces()) {
      for (const { atSample, message } of messages) {
        expect(atSample).toBeGreaterThanOrEqual(done);
        told.push([message.phase, Math.round(atSample / 1600) / 10]);
      }
      heard.push(samples);
      done += samples.length;
    }
    expect(joinSamples(heard)).toEqual(speechPattern(...caller));
    expect(told).toEqual([
      ['start', 1.1],
      ['end', 2.9],
    ]);
  });
});
