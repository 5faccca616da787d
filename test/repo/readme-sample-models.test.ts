/** The events that the README shows are those that the command above them writes. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { repoRoot, runCli } from '../helpers/cli-process.js';

it('the README shows what its first command writes', { timeout: 120_000 }, async () => {
  const readme = readFileSync(path.join(repoRoot, 'README.md'), 'utf8');
  const [, args] = /npx turnwire (run .*)$/m.exec(readme)!;
  const shown = readme.split('\n').filter((line) => line.startsWith('{"type"'));
  expect(shown.length).toBeGreaterThan(3);
  const { stdout } = await runCli(args!.split(' '));
  for (const line of shown) {
    expect(
      stdout.split('\n').some((written) => withGapsOf(line).test(written)),
      line,
    ).toBe(true);
  }
});

/** What stands between the gaps stands in the line written too, in the same order. */
function withGapsOf(line: string): RegExp {
  const pieces = line.split('…').map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*')}$`);
}

it('the library example of the README tells a session from its first event to its last', async () => {
  const readme = readFileSync(path.join(repoRoot, 'README.md'), 'utf8');
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readme)!;
  const second = 'async function* microphone() { yield new Int16Array(16_000); }';
  const args = ['--input-type=module', '--eval', `${example}\n${second}`];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repoRoot });
  expect(stdout.match(/type: '[\w.]+'/g)).toEqual(["type: 'session.started'", "type: 'session.summary'"]);
});
