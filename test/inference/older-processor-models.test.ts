// The real models as a processor without AVX-512 and int8 dot products runs them, made of this one by bench/older-processor.mjs.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { bookingCall } from '../helpers/recordings.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const changeable = process.platform === 'linux' && process.arch === 'x64';

it.skipIf(!changeable)('an older processor hears the same events (needs Linux on x64)', async () => {
  const script = path.join(repoRoot, 'bench/older-processor.mjs');
  const library = execFileSync(process.execPath, [script, await tempDir()], { encoding: 'utf8' }).trim();
  const [here, older] = await Promise.all([eventsOf({}), eventsOf({ LD_PRELOAD: library })]);
  expect(older.map(({ type }) => type)).toEqual(here.map(({ type }) => type));
  // Floats are added in another order, so a score may reach its threshold a step sooner or later.
  for (const [i, { t = 0 }] of older.entries())
    expect(Math.abs(t - (here[i]!.t ?? 0))).toBeLessThanOrEqual(0.11);
});

async function eventsOf(env: NodeJS.ProcessEnv): Promise<{ type: string; t?: number }[]> {
  const { code, stdout, stderr } = await runCli(
    ['run', bookingCall, '--profile', 'cutoff_5pct', '--quiet'],
    env,
  );
  expect(code, stderr).toBe(0);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; t?: number });
}
