/** The real call that ships: its labels are sound, and the README's first command finds every turn that they name. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAudio } from '../../src/audio/index.js';
import type { WireEvent } from '../../src/protocol/events.js';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { find } from '../helpers/events.js';

const folder = path.join(repoRoot, 'corpora/real');
const [head, ...lines] = readFileSync(path.join(folder, 'schedule-appointment.turns.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));
const labels = lines.map(([start, end, speaker, kind, words]) => ({
  start: Number(start),
  end: Number(end),
  speaker,
  kind,
  words,
}));

describe('the labels of the real call', () => {
  it('are stretches of two speakers in order of time, within the recording', async () => {
    expect(head).toEqual(['start', 'end', 'speaker', 'kind', 'words']);
    const source = await openAudio(path.join(folder, 'schedule-appointment.flac'), { channel: 0 });
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
    const caller = labels.filter(({ speaker }) => speaker === 'caller');
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
