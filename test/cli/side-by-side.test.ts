/** What becomes of `turnwire eval` with several subjects if one of its runs crashes, or Ctrl-C comes. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runSideBySide, type Subject } from '../../src/cli/eval/side-by-side.js';

const program = process.argv[1]!;
const SUBJECTS = ['first', 'second'].map((value): Subject => ({ flag: '--scorer', value }));
let folder: string;
let said: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'turnwire-side-'));
  said = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
});
afterEach(() => {
  process.argv[1] = program;
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const begun = (value: string) => existsSync(path.join(folder, value));

/** Measures both with a program in place of turnwire: each run leaves a file, and the first one then does what `first` says. */
function measureBoth(first: string): Promise<number> {
  process.argv[1] = path.join(folder, 'program.mjs');
  writeFileSync(
    process.argv[1],
    `import { writeFileSync } from 'node:fs';
    const value = process.argv[process.argv.indexOf('--scorer') + 1];
    const begin = () => writeFileSync(${JSON.stringify(folder)} + '/' + value, '');
    if (value === 'first') { ${first} } else begin();`,
  );
  return runSideBySide(SUBJECTS, [], folder, undefined);
}

it('a run that crashes is named, and the others go on', async () => {
  expect(await measureBoth(`begin(); process.kill(process.pid, 'SIGKILL');`)).toBe(1);
  expect(said).toContain('turnwire: SIGKILL ended this run\n');
  expect(begun('second')).toBe(true);
});

it('Ctrl-C begins no other run, even if the first was just complete', async () => {
  const ended = measureBoth(
    `process.on('SIGINT', () => process.exit(0)); setTimeout(() => {}, 20_000); begin();`,
  );
  await vi.waitFor(() => expect(begun('first')).toBe(true), 10_000);
  process.emit('SIGINT', 'SIGINT');
  expect(await ended).toBe(130);
  expect(said).toContain(`give the same command with --out ${folder}`);
  expect(begun('second')).toBe(false);
});
