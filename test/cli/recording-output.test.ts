/** What `run` calls the logs of several recordings. */
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { outputsFor } from '../../src/cli/run/recording-output.js';
import { callLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const FLAGS = { out: undefined, format: 'jsonl', trace: undefined, fromFolder: false } as const;

/** The files that these recordings give, in name order. */
async function logsOf(recordings: readonly string[]): Promise<string[]> {
  const out = await tempDir();
  for (const output of outputsFor(recordings, { ...FLAGS, out })) {
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
    ['their folders where capital letters alone differ', ['x/Call.wav', 'y/call.wav'], ['x_Call', 'y_call']],
    ['numbered where nothing else does', ['x/Call.wav', 'x/call.wav'], ['Call_1', 'call_2']],
    [
      'numbered as nothing else is called',
      ['x/Call.wav', 'x/call.wav', 'CALL_1.wav'],
      ['CALL_1', 'Call_2', 'call_3'],
    ],
    ['told by the form of an accent no more', ['x/é.wav', 'y/e\u0301.wav'], ['x_é', 'y_e\u0301']],
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

describe('names of recordings in their lines', () => {
  const namesIn = async (recordings: readonly string[]): Promise<string[]> => {
    const written: string[] = [];
    const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text: unknown, done: unknown) => {
      written.push(String(text));
      (done as () => void)();
      return true;
    });
    for (const output of outputsFor(recordings, { ...FLAGS, format: 'rttm' })) {
      for (const event of callLog()) await output.write(event);
      await output.close();
    }
    stdout.mockRestore();
    return written.map((text) => text.split(' ')[1]!);
  };

  it('are those of their logs, so that one can be told from another', async () => {
    expect(await namesIn(['calls/a.wav', 'b.wav', '-'])).toEqual(['a', 'b', 'stdin']);
    expect(await namesIn(['x/a.wav', 'y/a.wav'])).toEqual(['x_a', 'y_a']);
    expect(await namesIn(['a.wav', 'a.wav'])).toEqual(['a', 'a']);
  });
});

describe('a place that cannot be written', () => {
  it.each(['srt', 'jsonl'] as const)('is refused before any work: %s', async (format) => {
    const out = await tempDir();
    const taken = path.join(out, `b.${format}`);
    mkdirSync(taken);
    expect(() => outputsFor(['a.wav', 'b.wav'], { ...FLAGS, out, format })).toThrow(
      `${taken} cannot be written: it is a directory; name a file.`,
    );
    expect(() => outputsFor(['a.wav'], { ...FLAGS, format, trace: taken })).toThrow(
      `${taken} cannot be written: it is a directory; name a file.`,
    );
  });
});

describe('--out', () => {
  /** Writes the log of one recording. @returns where it is */
  async function placeOf(flags: { out: string; fromFolder: boolean }): Promise<string> {
    const [output] = outputsFor(['calls/a.wav'], { ...FLAGS, ...flags });
    await output!.write(callLog()[0]!);
    await output!.close();
    return statSync(flags.out).isDirectory() ? path.join(flags.out, ...readdirSync(flags.out)) : flags.out;
  }

  it('is a folder where it is one already, where an input was one, and where it ends like one', async () => {
    const root = await tempDir();
    const there = path.join(root, 'there');
    mkdirSync(there);
    expect(await placeOf({ out: there, fromFolder: false })).toBe(path.join(there, 'a.jsonl'));
    const logs = path.join(root, 'logs');
    expect(await placeOf({ out: logs, fromFolder: true })).toBe(path.join(logs, 'a.jsonl'));
    const slash = path.join(root, 'slash/');
    expect(await placeOf({ out: slash, fromFolder: false })).toBe(path.join(slash, 'a.jsonl'));
  });

  it('is the file of one recording else', async () => {
    const out = path.join(await tempDir(), 'log');
    expect(await placeOf({ out, fromFolder: false })).toBe(out);
  });
});
