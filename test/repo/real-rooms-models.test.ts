/** The meeting and the clips of other languages that ship: each is what its label says, as far as the real models can tell. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readSamples, wavBytes } from '../../src/audio/index.js';
import { isLanguage, type WireEvent } from '../../src/protocol/index.js';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { find } from '../helpers/events.js';

const folder = path.join(repoRoot, 'corpora/real');
const clips = readFileSync(path.join(folder, 'languages/clips.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [file: string, language: string, text: string]);

async function roomLog(file: string, ...flags: string[]): Promise<WireEvent[]> {
  const { stdout, stderr, code } = await runCli(['run', file, '--endpoint', 'room', '--quiet', ...flags]);
  expect(code, stderr).toBe(0);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as WireEvent);
}

it('the first seconds of the meeting have several voices and words', async () => {
  const labels = readFileSync(path.join(folder, 'meeting.rttm'), 'utf8').trimEnd().split('\n');
  const speakers = new Set(labels.map((line) => line.split(' ')[7]));
  expect(speakers.size).toBe(4);
  const samples = await readSamples(path.join(folder, 'meeting.flac'));
  expect(samples.length).toBe(30 * 16_000);
  const dir = await mkdtemp(path.join(tmpdir(), 'turnwire-meeting-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const start = path.join(dir, 'start.wav');
  await writeFile(start, wavBytes(samples.subarray(0, 7 * 16_000)));
  const events = await roomLog(start);
  const finals = find(events, 'asr.final');
  expect(new Set(finals.map(({ speaker }) => speaker)).size).toBeGreaterThanOrEqual(2);
  expect(finals.flatMap(({ text }) => text.split(' ')).length).toBeGreaterThan(10);
});

it('the words of the meeting are those of its voices, at the same times', () => {
  const lines = (file: string): string[][] =>
    readFileSync(path.join(folder, file), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '));
  const spoken = lines('meeting.rttm').map((row) => ({ voice: row[7], from: Number(row[3]) }));
  const written = lines('meeting.stm').map((row) => ({ voice: row[2], from: Number(row[3]) }));
  const ordered = (rows: typeof spoken) =>
    [...rows].sort((a, b) => a.from - b.from || a.voice!.localeCompare(b.voice!));
  expect(ordered(written)).toEqual(ordered(spoken));
  expect(lines('meeting.stm').flatMap((row) => row.slice(6)).length).toBeGreaterThan(120);
});

it('there are eight languages, and every clip is sound', async () => {
  expect(new Set(clips.map(([, language]) => language)).size).toBe(8);
  for (const [file, language] of clips) {
    expect(isLanguage(language)).toBe(true);
    const samples = await readSamples(path.join(folder, 'languages', file));
    expect(samples.length / 16_000, file).toBeGreaterThan(3);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(loudest, file).toBeGreaterThan(1000);
  }
});

it.each(clips.filter(([file]) => file === 'nl.ogg'))(
  'most words of %s are written in its language',
  async (file, language, text) => {
    const events = await roomLog(path.join(folder, 'languages', file), '--language', language);
    const wordsOf = (line: string): string[] => line.toLowerCase().match(/\p{L}+/gu) ?? [];
    const heard = new Set(find(events, 'asr.final').flatMap((final) => wordsOf(final.text)));
    const written = wordsOf(text);
    const found = written.filter((word) => heard.has(word));
    expect(found.length / written.length, [...heard].join(' ')).toBeGreaterThan(0.6);
  },
);
