/** score as a process, on a room that ships, with the real engine. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const rooms = path.join(repoRoot, 'corpora/sample-rooms');
const ROOM = 'kitchen-plan';
const reference = (name: string) => path.join(rooms, `reference/${name}`);

it('a reference against itself has no error', async () => {
  const stm = reference(`${ROOM}.stm`);
  const { code, stdout } = await runCli(['score', stm, stm, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    conventions: {
      collarSec: 0,
      tcpCollarSec: 5,
      skipOverlap: false,
      jerPairing: 'lowest',
      normalize: null,
      uem: false,
    },
    wer: { errors: 0 },
    cpwer: { rate: 0 },
    tcpwer: { rate: 0 },
    der: { rate: 0 },
    jer: 0,
    languages: null,
    finalDelaySec: null,
  });
});

it('an event log of a room is scored with its languages and delays', async () => {
  const folder = await tempDir();
  const [log, voices] = [path.join(folder, 'room.jsonl'), path.join(folder, 'voices.json')];
  const run = await runCli(['run', path.join(rooms, `audio/${ROOM}.flac`), '--endpoint', 'room']);
  expect(run.code).toBe(0);
  writeFileSync(log, run.stdout);
  const stm = reference(`${ROOM}.stm`);
  const speakers = [
    ...new Set(
      readFileSync(stm, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[2]!),
    ),
  ];
  writeFileSync(voices, JSON.stringify(Object.fromEntries(speakers.map((name) => [name, 'en']))));
  const flags = ['--languages', voices, '--collar', '0.25'];
  const { stdout } = await runCli(['score', log, stm, ...flags, '--json']);
  const score = JSON.parse(stdout) as {
    wer: { rate: number };
    languages: { voices: number; paired: number; right: number };
    finalDelaySec: { finals: number; median: number };
    conventions: { collarSec: number };
  };
  expect(score.wer.rate).toBeLessThan(0.9);
  expect(score.languages.voices).toBe(speakers.length);
  expect(score.languages.right).toBeGreaterThan(0);
  expect(score.finalDelaySec.finals).toBeGreaterThan(0);
  expect(score.finalDelaySec.median).toBeGreaterThan(0);
  const page = await runCli(['score', log, stm, ...flags]);
  expect(page.stdout).toMatch(/language right for \d of \d paired voices/);
  expect(page.stdout).toContain('collar 0.25 s on each side');
}, 400_000);

it.each([
  [['hyp.doc', 'STM'], 3, 'the name must end in'],
  [['STM', 'none.rttm'], 3, 'cannot read none.rttm'],
  [['STM', 'STM', '--collar', '-1'], 2, 'give seconds, 0 or more'],
  [['STM', 'STM', '--jer-pairing', 'any'], 2, 'Allowed choices are lowest, time'],
  [['STM', 'STM', '--languages', 'none.json'], 2, '--languages needs an event log'],
  [['STM', 'OTHER'], 0, 'WER'],
])('%j exits %i', async (args, exit, words) => {
  const files: Record<string, string> = {
    STM: reference(`${ROOM}.stm`),
    OTHER: reference('kitchen-plan.stm'),
  };
  const { code, stdout, stderr } = await runCli(['score', ...args.map((arg) => files[arg] ?? arg)]);
  expect(code).toBe(exit);
  expect(stdout + stderr).toContain(words);
});
