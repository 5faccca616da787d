// The real models as a processor without AVX-512 and int8 dot products runs them, made of this one by bench/older-processor.mjs.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { bookingCall } from '../helpers/recordings.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const changeable = process.platform === 'linux' && process.arch === 'x64';

it.skipIf(!changeable)('an older processor ends the same turns (needs Linux on x64)', async () => {
  const script = path.join(repoRoot, 'bench/older-processor.mjs');
  const library = execFileSync(process.execPath, [script, await tempDir()], { encoding: 'utf8' }).trim();
  const [here, older] = await Promise.all([turnEnds({}), turnEnds({ LD_PRELOAD: library })]);
  expect(here.length).toBeGreaterThan(5);
  expect(older.length).toBe(here.length);
  // Floats are added in another order, so a score may reach its threshold some steps sooner or later.
  for (const [i, t] of older.entries()) expect(Math.abs(t - here[i]!)).toBeLessThan(0.35);
});

/** Seconds at which the turns of the shipped call end. */
async function turnEnds(env: NodeJS.ProcessEnv): Promise<number[]> {
  const args = ['run', bookingCall, '--profile', 'cutoff_5pct', '--quiet'];
  const { code, stdout, stderr } = await runCli(args, env);
  expect(code, stderr).toBe(0);
  const events = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; t: number });
  return events.filter(({ type }) => type === 'turn.end').map(({ t }) => t);
}
