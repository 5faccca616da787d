/** The runtime's telemetry would leave a device id and a database at home, and ask the network: no door may start it. */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { finished, repoRoot, runCli } from '../helpers/cli-process.js';
import { bookingCall } from '../helpers/recordings.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const homeIn = (home: string): NodeJS.ProcessEnv => ({
  HOME: home,
  USERPROFILE: home,
  XDG_CACHE_HOME: undefined,
  ORT_DISABLE_TELEMETRY: undefined,
});
const FAST = ['--no-transcript', '--quiet'];

it.each([
  ['in one thread', ['run', bookingCall, ...FAST]],
  ['in workers', ['run', bookingCall, bookingCall, '--jobs', '2', ...FAST]],
])('turnwire run %s leaves nothing in the home folder', async (_where, args) => {
  const home = await tempDir();
  const { code, stdout } = await runCli(args, homeIn(home));
  expect(code).toBe(0);
  expect(stdout).toContain('turn.end');
  expect(readdirSync(home)).toEqual([]);
});

it.each([
  ['createInlineInference', ''],
  ['createEnginePool', '1'],
])('the library by %s leaves nothing in the home folder', async (create, workers) => {
  const program = path.join(await tempDir(), 'program.mjs');
  await writeFile(
    program,
    `import { ${create}, createEngine, parseSessionStart } from '${pathToFileURL(repoRoot).href}dist/index.js';
    const inference = ${create}(${workers});
    const session = parseSessionStart({ type: 'session.start' }, 'stream');
    const engine = createEngine(session, 'library', inference, { transcript: false });
    await engine.push(new Int16Array(16_000));
    await inference.close();`,
  );
  const home = await tempDir();
  const child = spawn(process.execPath, [program], { env: { ...process.env, ...homeIn(home) } });
  expect(await finished(child)).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(readdirSync(home)).toEqual([]);
});
