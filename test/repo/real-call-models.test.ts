/** The real calls that ship: their labels lie on speech, and the README's first command finds every turn of its call. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAudio, openAudioChannels } from '../../src/audio/index.js';
import { joinSamples } from '../../src/audio/pcm.js';
import { soundLevel } from '../../src/cli/session/sound-level.js';
import type { WireEvent } from '../../src/protocol/events.js';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { find } from '../helpers/events.js';

const folder = path.join(repoRoot, 'corpora/real');
const CALLS = ['schedule-appointment', 'pay-bill', 'order-checks'];

function labelsOf(call: string) {
  const [head, ...lines] = readFileSync(path.join(folder, `${call}.turns.tsv`), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'));
  expect(head).toEqual(['start', 'end', 'speaker', 'kind', 'words']);
  return lines.map(([start, end, speaker, kind, words]) => ({
    start: Number(start),
    end: Number(end),
    speaker,
    kind,
    words,
  }));
}

describe('the labels of the real calls', () => {
  it.each(CALLS)('%s: stretches of two speakers in order of time, within the recording', async (call) => {
    const labels = labelsOf(call);
    const source = await openAudio(path.join(folder, `${call}.flac`), { channel: 0 });
    await source.close();
    expect(source.description).toMatchObject({ sampleRateHz: 8000, channels: 2 });
    for (const { start, end, speaker, kind, words } of labels) {
      expect(start).toBeLessThan(end);
      expect(end).toBeLessThanOrEqual(source.description.durationSec!);
      expect(['caller', 'agent']).toContain(speaker);
      expect(['turn', 'pause', 'aside']).toContain(kind);
      expect(words).not.toBe('');
    }
    const starts = labels.map(({ start }) => start);
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    for (const side of ['caller', 'agent']) {
      const own = labels.filter(({ speaker }) => speaker === side);
      for (const [i, { start }] of own.entries()) if (i > 0) expect(start).toBeGreaterThan(own[i - 1]!.end);
      expect(own.filter(({ kind }) => kind === 'turn').length).toBeGreaterThan(3);
    }
  });

  it.each(CALLS)('%s: lies on sound, and its pauses are quiet', async (call) => {
    const channels: Int16Array[][] = [];
    const source = await openAudioChannels(path.join(folder, `${call}.flac`), [0, 1]);
    for await (const chunk of source.chunks()) channels.push(chunk);
    const sides = [0, 1].map((side) => joinSamples(channels.map((chunk) => chunk[side]!)));
    const level = (side: number, start: number, end: number): number =>
      soundLevel(sides[side]!.subarray(start * 16_000, end * 16_000)).rms;
    const caller = labelsOf(call).filter(({ speaker }) => speaker === 'caller');
    for (const [i, { start, end, words }] of caller.entries()) {
      const within = level(0, start, end);
      expect(within, words).toBeGreaterThan(0.008);
      const next = caller[i + 1];
      if (next)
        expect(level(0, end + 0.04, Math.min(next.start - 0.04, end + 0.3)), words).toBeLessThan(within / 3);
    }
  });

  it('come with licence, credit and what was changed', () => {
    const page = readFileSync(path.join(folder, 'README.md'), 'utf8');
    for (const word of [
      'creativecommons.org/licenses/by/4.0',
      'HarperValleyBank',
      'arXiv:2010.13929',
      'Changed:',
    ])
      expect(page).toContain(word);
    for (const call of CALLS) expect(page).toContain(`${call}.flac`);
  });
});

describe('the first command of the README', () => {
  const [, args] = /npx turnwire (run .*)$/m.exec(readFileSync(path.join(repoRoot, 'README.md'), 'utf8'))!;

  it('ends each turn of the caller before the caller speaks again', async () => {
    const { code, stdout, stderr } = await runCli(args!.split(' '));
    expect(code).toBe(0);
    const ends = find(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as WireEvent),
      'turn.end',
    ).map(({ t }) => t);
    const caller = labelsOf('schedule-appointment').filter(({ speaker }) => speaker === 'caller');
    const missed = caller.filter(({ kind, end }, i) => {
      const next = caller[i + 1]?.start ?? Infinity;
      return kind === 'turn' && !ends.some((t) => t >= end - 0.2 && t < next);
    });
    expect(missed).toEqual([]);
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /^schedule-appointment\.flac: 91\.6 s of audio, \d turns ended, .*barge-in: \d claim/,
      ),
      expect.stringMatching(/^wait between the last speech and the turn end: \d+ to \d+ ms, median \d+ ms$/),
      `see it: turnwire ${args} --view`,
    ]);
  });
});
