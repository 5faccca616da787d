/** What `run` calls the logs of several recordings. */
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { outputsFor } from '../../src/cli/run/recording-output.js';
import { callLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

/** The files that these recordings give, in name order. */
async function logsOf(recordings: readonly string[]): Promise<string[]> {
  const out = await tempDir();
  for (const output of outputsFor(recordings, { out, format: 'jsonl', trace: undefined })) {
    await output.write(callLog()[0]!);
    await output.close();
  }
  return readdirSync(out).sort();
}

describe('names of logs in a folder', () => {
  it.each([
    ['their stems', ['calls/a.wav', 'b.flac', '-'], ['a', 'b', 'stdin']],
    ['their folders where stems are the same', ['x/a.wav', 'y/a.wav', 'y/b.wav'], ['b', 'x_a', 'y_a']],
    ['their endings where folders are the same', ['both/a.wav', 'both/a.flac'], ['a.flac', 'a.wav']],
    ['both', ['x/a.wav', 'x/a.mp3', 'y/a.wav'], ['a.mp3', 'x_a.wav', 'y_a']],
    ['no name of another', ['a.wav', 'a.flac', 'a.wav.mp3'], ['a.flac', 'a.wav', 'a.wav.mp3']],
  ])('are %s', async (_name, recordings, names) => {
    expect(await logsOf(recordings)).toEqual(names.map((name) => `${name}.jsonl`));
  });

  it('are refused where one recording is named twice', async () => {
    await expect(logsOf(['calls/a.wav', 'b.wav', './calls/a.wav'])).rejects.toThrow(
      './calls/a.wav is named twice; name each recording once.',
    );
  });
});

describe('a place that cannot be written', () => {
  it.each(['srt', 'jsonl'] as const)('is refused before any work: %s', async (format) => {
    const out = await tempDir();
    const taken = path.join(out, `b.${format}`);
    mkdirSync(taken);
    expect(() => outputsFor(['a.wav', 'b.wav'], { out, format, trace: undefined })).toThrow(
      `${taken} cannot be written: it is a directory; name a file.`,
    );
    expect(() => outputsFor(['a.wav'], { out: undefined, format, trace: taken })).toThrow(
      `${taken} cannot be written: it is a directory; name a file.`,
    );
  });
});
