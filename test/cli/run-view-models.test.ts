/** `run --view` with the real models: the page of the run, and the closing lines. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { ViewData } from '../../src/view/index.js';
import { repoRoot, runCli } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const bookingCall = path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav');

it('shows the scores, their threshold and the words of the run that it belongs to', async () => {
  const out = path.join(await tempDir(), 'page.html');
  const log = path.join(await tempDir(), 'log.jsonl');
  const args = [bookingCall, '--profile', 'cutoff_5pct', '--view', out, '--no-open', '--out', log];
  const { code, stderr } = await runCli(['run', ...args]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(
      /last speech.*\nsee it: .*page\.html \(.* MB\): open it in a browser\n$/,
    ) as string,
  });
  const html = await readFile(out, 'utf8');
  const view = JSON.parse(/id="view-data">([\s\S]*?)<\/script>/.exec(html)![1]!) as ViewData;
  const ends = (await readFile(log, 'utf8')).split('\n').filter((line) => line.includes('"turn.end"'));
  expect(view.turns).toHaveLength(ends.length);
  expect(view.limits).toEqual({ threshold: 0.9375, actionDelaySec: 0.25, timeoutSec: 3 });
  expect(view.silences.flatMap(({ points }) => points).length).toBeGreaterThan(10);
  // Each turn ends at a score that the page draws.
  for (const { endSec } of view.turns)
    expect(view.silences.some(({ points }) => points.some(([t]) => Math.abs(t - endSec) < 0.051))).toBe(true);
  expect(view.rows.some(({ text }) => text.includes('Heard: “'))).toBe(true);
});

it('without --view ends with what was found, the waits, and the command that shows it', async () => {
  const args = ['run', bookingCall, '--profile', 'cutoff_5pct', '--no-transcript'];
  const { stderr } = await runCli(args);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^booking-call\.wav: 39\.\d s of audio, \d+ turns ended/),
    expect.stringMatching(/^wait between the last speech and the turn end: \d+ to \d+ ms, median \d+ ms$/),
    `see it: turnwire ${args.join(' ')} --view`,
  ]);
});

it('with --out and --trace the command that shows it reads those files, without another run', async () => {
  const dir = await tempDir();
  const [log, trace] = [path.join(dir, 'it is.jsonl'), path.join(dir, 'trace.jsonl')];
  const args = ['run', bookingCall, '--out', log, '--trace', trace, '--no-transcript'];
  const { stderr } = await runCli(args);
  const shown = stderr.trimEnd().split('\n').at(-1);
  expect(shown).toBe(`see it: turnwire view '${log}' --audio ${bookingCall} --trace ${trace}`);
  const german = await runCli([...args, '--language', 'de']);
  expect(german.stderr.trimEnd()).toMatch(/--trace \S+ --language de$/);
  const byRules = [...args, '--scorer', 'rules'];
  expect((await runCli(byRules)).stderr.trimEnd()).toMatch(/see it: turnwire run .*--scorer rules --view$/);
  expect(await runCli(['view', log, '--audio', bookingCall, '--trace', trace, '--no-open'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('it is.html') as string,
  });
});
