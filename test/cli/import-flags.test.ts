/** What `corpus import` refuses before it reads anything. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/main.js';
import { exitCodeOf, messageOf } from '../../src/protocol/errors.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

it.each([
  [['turns', '--pairs'], '--pairs is for call, this is turns: leave it out'],
  [['call', '--uem', 'a.uem'], '--uem is for rooms, this is call: leave it out'],
  [['turns', '--reference', 'a.rttm'], '--reference is for rooms, this is turns: leave it out'],
  [['parquet', '--language', 'en'], '--language is for call, turns, rooms, this is parquet: leave it out'],
  [['turns', '--licence', ' '], '--licence is empty: a corpus needs one'],
  [['turns', '--name', ''], '--name is empty: a corpus needs one'],
  [['turns', '--language', 'english'], "--language: 'english' is none of ar, zh, nl, en, fr, "],
  [['songs'], "unknown kind 'songs': choose parquet, call, turns or rooms"],
])('corpus import %j is refused: %s', async ([kind, ...options], sentence) => {
  const out = path.join(await tempDir(), 'corpus');
  const needed = ['--licence', 'mine', '--out', out];
  const error = await buildProgram()
    .parseAsync(['corpus', 'import', kind!, 'no-such.wav', ...needed, ...options], { from: 'user' })
    .then(
      () => undefined,
      (cause: unknown) => cause,
    );
  expect(messageOf(error)).toContain(sentence);
  expect(exitCodeOf(error)).toBe(2);
  expect(existsSync(out)).toBe(false);
});
