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
  const written = stdout.split('\n');
  const places = shown.map((line) => written.findIndex((candidate) => isShownBy(line, candidate)));
  expect(places, shown.join('\n')).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});

/**
 * How far a value may lie from the one in the README. int8 products are not equal to the bit on processors with and without
 * AVX-512 VNNI, so a score differs in its third digit, and a turn whose score is near the threshold (0.9506 of 0.95) ends one
 * step of 0.1 s earlier or later. Everything else, `seq` and the text included, is equal everywhere.
 */
const TOLERANCES: Readonly<Record<string, number>> = { t: 0.1, p_eot: 0.01, latency_ms: 100 };

const TOLERATED = new RegExp(`"(${Object.keys(TOLERANCES).join('|')})":([\\d.]+)`, 'g');

/** Whether a written line is the one in the README, whose `…` stands for any text. */
function isShownBy(shown: string, written: string): boolean {
  const match = patternOf(shown).exec(written);
  if (!match) return false;
  return [...shown.matchAll(TOLERATED)].every(
    ([, field, value], i) => Math.abs(Number(value) - Number(match[i + 1])) <= TOLERANCES[field!]! + 1e-9,
  );
}

/** The shown line with its tolerated numbers as groups. */
function patternOf(shown: string): RegExp {
  const escaped = shown.replaceAll('…', '\0').replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const source = escaped
    .replace(/"(\w+)":[\d\\.]+/g, (text, field: string) =>
      field in TOLERANCES ? `"${field}":([\\d.]+)` : text,
    )
    .replaceAll('\0', '.*');
  return new RegExp(`^${source}$`);
}

it('the library example of the README tells a session from its first event to its last', async () => {
  const readme = readFileSync(path.join(repoRoot, 'README.md'), 'utf8');
  const [, example] = /```ts\n([\s\S]*?)```/.exec(readme)!;
  const second = 'async function* microphone() { yield new Int16Array(16_000); }';
  const args = ['--input-type=module', '--eval', `${example}\n${second}`];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: repoRoot });
  expect(stdout.match(/type: '[\w.]+'/g)).toEqual(["type: 'session.started'", "type: 'session.summary'"]);
});
