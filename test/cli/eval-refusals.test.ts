// What `eval` refuses before anything is measured, in one sentence.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readPoints } from '../../src/cli/options/chosen-points.js';
import { buildProgram } from '../../src/cli/main.js';
import type { PointsFile } from '../../src/operating-points/measured.js';
import { exitCodeOf, messageOf } from '../../src/protocol/errors.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

/** What a run ends with that does not begin. */
const evaluated = (args: readonly string[]): Promise<unknown> =>
  buildProgram()
    .parseAsync(['eval', ...args], { from: 'user' })
    .then(
      () => undefined,
      (cause: unknown) => cause,
    );

test.each([
  [['--work'], 2, '--work needs --queue'],
  [['--work', '--queue', 'redis://h', 'sample-calls'], 2, 'leave out sample-calls'],
  [['--work', '--queue', 'redis://h', '--limit', '3'], 2, '--work takes --limit from the run'],
  [['--work', '--queue', 'redis://h', '--jobs', '0'], 2, '--jobs must be a whole number from 1'],
  [['--work', '--queue', 'http://h'], 2, 'give the address of a Redis'],
  [['sample-calls', '--queue', 'redis://h', '--url', 'ws://h'], 2, 'leave one out'],
  [['--work', '--queue', 'redis://:secret@127.0.0.1:1'], 4, 'no Redis at redis://127.0.0.1:1: '],
  [['sample-calls', '--allowed', 'en,es'], 2, '--allowed is for rooms'],
  [['sample-rooms', '--endpoint', 'room', '--allowed', 'en,sv'], 2, "unsupported language 'sv'"],
  [['sample-rooms', '--endpoint', 'room', '--allowed', 'eng', '--url', 'ws://h'], 2, 'bad language code(s)'],
  [
    ['sample-calls', '--profile', ','],
    2,
    "--profile: ',' is none of cutoff_10pct, cutoff_5pct, cutoff_2pct, all",
  ],
  [['sample-rooms'], 2, 'no row of sample-rooms fits these options: what they hold needs --endpoint room'],
  [
    ['sample-calls', '--url', 'foo'],
    2,
    "'foo' is not the address of a service: use ws://host:port or wss://host",
  ],
  [['sample-calls', '--url', 'ws://h/v2/room'], 2, '--url ends in /v2/room: add --endpoint room'],
  [['sample-calls', '--ca', 'cert.pem'], 2, '--ca is for --url'],
  [
    ['sample-calls', '--detector', 'x', '--no-transcript'],
    2,
    '--no-transcript is for the engines here, --detector',
  ],
  [
    ['sample-calls', '--detector', 'x', '--queue', 'redis://h'],
    2,
    '--detector runs a program here: leave --queue out',
  ],
  [['sample-calls', '--detector', 'x', '--scorer', 'rules', '--json'], 2, '--json is for one run'],
  [['sample-rooms', '--endpoint', 'room', '--detector', 'x'], 2, 'leave --endpoint room out'],
  [['sample-calls', '--detector', 'x', '--detector-timeout', '0'], 2, '--detector-timeout'],
  [['sample-calls', '--url', 'wss://h', '--ca', 'no.pem'], 2, '--ca: cannot read no.pem: there is no such'],
  [
    ['sample-calls', '--limit', '1', '--out', 'README.md'],
    2,
    'README.md/results cannot be written: a part of',
  ],
  [
    ['sample-calls', '--policies', 'reports/calibration/points.json'],
    3,
    'reports/calibration/points.json holds no policies (Unrecognized key',
  ],
  [[], 2, 'name a corpus'],
])('eval %j exits %i and says %j', async (args, code, sentence) => {
  const error = await evaluated(args);
  expect(messageOf(error)).toContain(sentence);
  expect(messageOf(error)).not.toMatch(/secret|\n/);
  expect(exitCodeOf(error)).toBe(code);
});

test('policies and points of a calibration that found none are refused: those that ship would be run in silence', async () => {
  const folder = await tempDir();
  const [policies, points] = [path.join(folder, 'policies.json'), path.join(folder, 'points.json')];
  writeFileSync(policies, '{}');
  const measured = JSON.parse(readFileSync('reports/calibration/points.json', 'utf8')) as PointsFile;
  const none = Object.keys(measured.languages).map((code) => [code, { stream: [], room: [] }]);
  writeFileSync(
    points,
    JSON.stringify({ ...measured, languages: Object.fromEntries(none) as PointsFile['languages'] }),
  );
  const error = await evaluated(['sample-calls', '--policies', policies]);
  expect(messageOf(error)).toContain('policies.json holds no policies: turnwire calibrate found none');
  expect(exitCodeOf(error)).toBe(3);
  await expect(readPoints(points)).rejects.toThrow(
    'points.json holds no operating points: turnwire calibrate',
  );
  await expect(readPoints('reports/calibration/points.json')).resolves.toBeDefined();
});

test('a service that nobody reaches leaves no run folder behind, and what was there stays', async () => {
  const folder = await tempDir();
  const service = ['sample-calls', '--limit', '1', '--url', 'ws://127.0.0.1:1'];
  for (const out of [path.join(folder, 'runs/a'), folder])
    expect(messageOf(await evaluated([...service, '--out', out]))).toContain('cannot be reached');
  expect(readdirSync(folder)).toEqual([]);
});
