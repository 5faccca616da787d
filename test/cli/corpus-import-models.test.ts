/** corpus import as a process, with the voice activity that ships: what is said of bad recordings among good ones. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { readSamples, wavBytes } from '../../src/audio/index.js';
import { importCalls } from '../../src/eval/corpora/importers/import-call.js';
import { PART_FOLDER } from '../../src/eval/corpora/into-new-corpus.js';
import { openCorpus } from '../../src/eval/corpora/open-corpus.js';
import { finished, repoRoot, runCli, startCli } from '../helpers/cli-process.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();
const CALL = path.join(repoRoot, 'corpora/sample-calls/audio/en-002a.flac');

/** The call with a second of silence after it, whole and as a recorder leaves it that died. */
async function recordings() {
  const folder = await tempDir();
  const at = (name: string) => path.join(folder, name);
  const call = await readSamples(CALL);
  const samples = new Int16Array(call.length + 16_000);
  samples.set(call);
  await writeFile(at('good.wav'), wavBytes(samples));
  await writeFile(at('cut.wav'), (await readFile(at('good.wav'))).subarray(0, -8_000));
  await writeFile(at('empty.wav'), '');
  await copyFile(at('good.wav'), at('agent.wav'));
  return { folder, at };
}

it.each([
  ['turns', ['good.wav', 'empty.wav', 'cut.wav'], ['good', 'cut']],
  ['call', ['--pairs', 'good.wav', 'agent.wav', 'empty.wav', 'cut.wav', 'cut.wav', 'empty.wav'], []],
])('import %s names a bad recording among several, skips it and exits 3', async (kind, args, ids) => {
  const { folder, at } = await recordings();
  const out = at('corpus');
  const files = args.map((name) => (name.startsWith('--') ? name : at(name)));
  const { code, stderr } = await runCli([
    ...['corpus', 'import', kind, ...files],
    ...['--licence', 'mine', '--out', out],
  ]);
  expect(code).toBe(3);
  const said = stderr.replaceAll(`${folder}/`, '');
  expect(said).toContain('turnwire: empty.wav is empty (0 bytes)');
  expect(said).toContain('turnwire: cut.wav is cut off: ');
  if (ids.length > 0) expect((await openCorpus(out)).rows.map(({ id }) => id)).toEqual(ids);
  else expect(said).toContain('turnwire: corpus: nothing could be imported');
});

it('says of a call of one channel what a call is', async () => {
  const out = path.join(await tempDir(), 'corpus');
  const { code, stderr } = await runCli([
    ...['corpus', 'import', 'call', CALL],
    ...['--licence', 'mine', '--out', out],
  ]);
  expect(stderr).toMatch(
    /en-002a\.flac has one channel .+; a call is one file of two channels, .+ --pairs two/,
  );
  expect({ code, left: existsSync(out) }).toEqual({ code: 2, left: false });
});

it('says once what is odd about a call whose channels it reads, and why none of several gave a row', async () => {
  const folder = await tempDir();
  const call = await readSamples(CALL);
  const middle = call.subarray(8_000, 24_000);
  const both = new Int16Array(2 * middle.length);
  middle.forEach((sample, i) => both.fill(sample, 2 * i, 2 * i + 2));
  const files = ['a', 'b'].map((name) => path.join(folder, `${name}.wav`));
  const data = new Uint8Array(both.buffer);
  for (const file of files)
    await writeFile(file, buildWav({ channels: 2, data, claimedBytes: 2 * data.length }));
  const imported = async (kind: string) => {
    const { code, stderr } = await runCli([
      ...['corpus', 'import', kind, ...files],
      ...['--licence', 'mine', '--out', path.join(folder, 'corpus')],
    ]);
    expect(code).toBe(3);
    return stderr
      .replaceAll(`${folder}/`, '')
      .split('\n')
      .filter((line) => !line.includes('they are mixed'));
  };
  const cut = ['a', 'b'].map(
    (name) => expect.stringMatching(`^turnwire: ${name}.wav is cut off: `) as string,
  );
  expect(await imported('turns')).toEqual([
    ...cut,
    'turnwire: corpus: nothing could be imported; set aside: ends less than 0.2 s after its last word (2)',
    '',
  ]);
  expect(await imported('call')).toEqual([
    ...cut,
    'turnwire: corpus: nothing could be imported; set aside: caller spoke only over the agent (2)',
    '',
  ]);
});

it('tells how far it is in a call', async () => {
  const { at } = await recordings();
  const shares: number[] = [];
  const listener = {
    warned: () => {},
    skipped: () => {},
    progressed: (name: string, share: number, ...of: number[]) => {
      expect([name, ...of]).toEqual(['good', 0, 1]);
      shares.push(share);
    },
  };
  const channel = { channel: 'first' as const };
  const call = {
    name: 'good',
    caller: { file: at('good.wav'), ...channel },
    agent: { file: at('agent.wav'), ...channel },
  };
  const facts = { name: 'c', version: '1', licence: 'mine', synthetic: false, made: 'imported' };
  await importCalls([call], at('corpus'), facts, 'en', listener).catch(() => {});
  // A piece of 8 s at a time, one channel after the other.
  expect(shares[0]).toBe(0);
  expect(shares).toContain(0.5);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
});

it.skipIf(process.platform === 'win32')(
  'reads more references than a process may have open files',
  async () => {
    const folder = await tempDir();
    const references = Array.from({ length: 600 }, (_, i) => path.join(folder, `${i}.rttm`));
    for (const [i, file] of references.entries())
      await writeFile(file, `SPEAKER en-002a 1 ${i / 200} 0.005 <NA> <NA> anna <NA> <NA>\n`);
    const limited = ['-c', 'ulimit -n 256 && exec "$0" "$@"', process.execPath, 'bin/turnwire.js'];
    const flags = ['--licence', 'mine', '--out', path.join(folder, 'corpus'), '--reference', ...references];
    const { stdout, stderr } = spawnSync('sh', [...limited, 'corpus', 'import', 'rooms', CALL, ...flags], {
      cwd: repoRoot,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout).toBe('corpus: {"all":1} rows, languages en\n');
  },
);

it('stopped by Ctrl-C takes away what it began, and nothing else', async () => {
  const folder = await tempDir();
  const call = await readSamples(CALL);
  const samples = new Int16Array(600 * 16_000);
  for (let at = 0; at + call.length <= samples.length; at += call.length) samples.set(call, at);
  const [short, long] = ['a.wav', 'b.wav'].map((name) => path.join(folder, name)) as [string, string];
  await writeFile(short, wavBytes(samples.subarray(0, 2 * call.length)));
  await writeFile(long, wavBytes(samples));
  const out = path.join(folder, 'corpus');
  await mkdir(path.join(out, 'audio'), { recursive: true });
  await writeFile(path.join(out, 'audio/notes.txt'), 'mine');
  const child = startCli([
    ...['corpus', 'import', 'turns', short, long],
    ...['--licence', 'mine', '--out', out],
  ]);
  const ended = finished(child);
  await vi.waitFor(() => expect(existsSync(path.join(out, PART_FOLDER, 'audio/a.wav'))).toBe(true), 60_000);
  child.kill('SIGINT');
  const { code, stderr, stdout } = await ended;
  expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
  expect(stderr).toContain(`turnwire: stopped; ${out} is left as it was before.`);
  expect(await readdir(out, { recursive: true })).toEqual(['audio', 'audio/notes.txt']);
});
