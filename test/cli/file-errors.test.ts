/** What a user reads when a file is not what a command needs: one sentence, the documented exit code, nothing lost. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toJsonLine } from '../../src/protocol/index.js';
import { finished, repoRoot, runCli, startCli } from '../helpers/cli-process.js';
import { callLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const CALL = path.join(repoRoot, 'corpora/sample-calls/audio/booking-call.wav');

describe('files that a command cannot use', () => {
  it.each([
    [
      'corpus list of no folder',
      ['corpus', 'list', 'no-such'],
      3,
      /cannot read no-such: there is no such file or folder/,
    ],
    [
      'live from a file and a microphone',
      ['live', '--input', CALL, '--device', 'plughw:1'],
      2,
      /--device is for the microphone, which --input replaces: leave one of them out/,
    ],
    [
      'corpus build of no recipe',
      ['corpus', 'build', 'zz', '--out', 'q'],
      3,
      /zz is neither a recipe file nor the name/,
    ],
    [
      'run with no messages',
      ['run', CALL, '--messages', 'no-such'],
      2,
      /--messages: cannot read no-such: there is no such file/,
    ],
    [
      'eval of an unknown scorer',
      ['eval', 'sample-calls', '--scorer', 'zz', '--out', '/dev/null/run'],
      2,
      /unknown scorer 'zz': choose one of learned, /,
    ],
    [
      'eval of a service with a scorer of ours',
      ['eval', 'sample-calls', '--url', 'ws://127.0.0.1:1', '--no-transcript', '--out', '/dev/null/run'],
      2,
      /--no-transcript is for the engines here, --url measures a service/,
    ],
    ['run to an empty name', ['run', CALL, '--out', ''], 2, /--out needs the name of a file/],
    ['run with its trace on stdout', ['run', CALL, '--trace', '-'], 2, /--trace needs the name of a file/],
  ])('%s', async (_name, args, code, sentence) => {
    const result = await runCli(args);
    expect(result.stderr).toMatch(sentence);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(result.code).toBe(code);
  });

  it('names the recordings of a folder that only ffmpeg reads, where there is none', async () => {
    const dir = await tempDir();
    writeFileSync(path.join(dir, 'call.webm'), Buffer.from('1a45dfa3a3428681', 'hex'));
    writeFileSync(path.join(dir, 'call.AIFF'), 'FORM\0\0\0\0AIFF');
    writeFileSync(path.join(dir, 'notes.md'), 'no recording');
    const { code, stderr } = await runCli(['run', dir], { PATH: await tempDir() });
    expect(stderr.trimEnd().split('\n')).toEqual([
      expect.stringMatching(
        /call\.AIFF is AIFF, which turnwire reads through ffmpeg, and no ffmpeg is on PATH/,
      ),
      expect.stringMatching(/call\.webm is WebM or Matroska, which turnwire reads through ffmpeg, and no/),
    ]);
    expect(code).toBe(3);
  });

  it('never writes a log over the recording', async () => {
    const file = path.join(await tempDir(), 'call.wav');
    writeFileSync(file, readFileSync(CALL));
    for (const args of [
      ['run', file, '--out', file],
      ['run', file, '--trace', file],
      ['live', '--input', file, '--record', file],
      ['client', 'ws://127.0.0.1:1', file, '--api-key', 'k', '--out', file],
    ]) {
      const result = await runCli(args);
      expect(result.stderr).toContain(`would write ${file} over the recording`);
      expect(result.code).toBe(2);
    }
    expect(readFileSync(file).equals(readFileSync(CALL))).toBe(true);
  });

  it('leaves an older output alone when the recording cannot be read', async () => {
    const older = path.join(await tempDir(), 'call.srt');
    writeFileSync(older, 'older');
    expect((await runCli(['run', 'no-such.wav', '--format', 'srt', '--out', older])).code).toBe(3);
    expect(readFileSync(older, 'utf8')).toBe('older');
  });

  it.each(['vtt', 'textgrid'])('prints no empty %s when the recording cannot be read', async (format) => {
    const result = await runCli(['run', 'no-such.wav', '--format', format]);
    expect(result).toMatchObject({ code: 3, stdout: '' });
  });

  it('leaves an older trace alone when the recording cannot be read', async () => {
    const older = path.join(await tempDir(), 'call.trace.jsonl');
    writeFileSync(older, 'older');
    expect((await runCli(['run', 'no-such.wav', '--trace', older])).code).toBe(3);
    expect(readFileSync(older, 'utf8')).toBe('older');
  });

  it.each([
    { older: '--out', lost: '--record' },
    { older: '--record', lost: '--out' },
  ])('leaves an older file at $older of live alone when $lost cannot be written', async (the) => {
    const dir = await tempDir();
    const older = path.join(dir, 'older');
    writeFileSync(older, 'older');
    const lost = path.join(dir, 'no/such/x');
    const result = await runCli(['live', '--input', CALL, the.older, older, the.lost, lost]);
    const why = 'its directory does not exist; create it first';
    expect(result.stderr).toBe(`turnwire: ${lost} cannot be written: ${why}.\n`);
    expect(result.code).toBe(2);
    expect(readFileSync(older, 'utf8')).toBe('older');
  });

  it('does not wait for its pipe when the recording of live cannot be written', async () => {
    const child = startCli(['live', '--input', '-', '--record', '/dev/full']);
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.on('error', () => {});
    child.stdin.write(readFileSync(CALL).subarray(44, 44 + 2 * 16_000));
    expect((await finished(child)).code).toBe(4);
  });

  it('takes JSON as Windows editors write it, with a byte order mark and CRLF', async () => {
    const dir = await tempDir();
    const agent = path.join(dir, 'a.json');
    writeFileSync(agent, '\uFEFF[\r\n{"t":-1,"phase":"start"}\r\n]\r\n');
    expect((await runCli(['run', CALL, '--agent', agent])).stderr).toMatch(/utterance_id\}; at 0\.t: /);
    const log = path.join(dir, 'log.jsonl');
    writeFileSync(log, `\uFEFF${callLog().map(toJsonLine).join('').replaceAll('\n', '\r\n')}`);
    expect((await runCli(['replay', '--check', log])).stderr).toBe(`${log}: 11 events, no violation\n`);
    const rttm = path.join(dir, 'r.rttm');
    writeFileSync(rttm, 'SPEAKER r 1 0.1 0.5 <NA> <NA> a <NA> <NA>\n');
    expect(await runCli(['score', log, rttm])).toMatchObject({ code: 0, stderr: '' });
  });

  it('says that a corpus is empty, as something wrong', async () => {
    const folder = await tempDir();
    writeFileSync(path.join(folder, 'rows.jsonl'), '');
    expect(await runCli(['corpus', 'validate', folder])).toEqual({
      code: 1,
      stdout: `${folder}: the corpus is empty: rows.jsonl has no row\n`,
      stderr: '',
    });
  });

  it('names a corpus that cannot be opened among others, and checks the rest', async () => {
    const empty = await tempDir();
    writeFileSync(path.join(empty, 'rows.jsonl'), '');
    const result = await runCli(['corpus', 'validate', 'no-such', 'sample-rooms', empty]);
    expect(result).toMatchObject({
      code: 3,
      stderr: 'turnwire: no-such is no corpus: it has no rows.jsonl\n',
    });
    expect(result.stdout.split('\n')).toHaveLength(3);
    const json = await runCli(['corpus', 'validate', '--json', 'sample-rooms', empty]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toEqual([
      { corpus: 'sample-rooms', rows: 6, problems: [] },
      { corpus: empty, rows: 0, problems: ['the corpus is empty: rows.jsonl has no row'] },
    ]);
  });

  it('names a corpus of a folder that cannot be opened, and lists the rest', async () => {
    const root = await tempDir();
    for (const [name, rows] of [
      ['bad', '{'],
      ['good', '{"id":"a","language":"en","audio":"a.wav"}\n'],
    ] as const) {
      mkdirSync(path.join(root, name));
      writeFileSync(path.join(root, name, 'rows.jsonl'), rows);
    }
    const { code, stdout, stderr } = await runCli(['corpus', 'list', root]);
    expect(stderr).toMatch(/^turnwire: \S+bad\/rows\.jsonl:1: not JSON: .+\n$/);
    expect(stdout).toMatch(/^good \(no corpus\.json\) {2}0 turns/);
    expect(code).toBe(3);
  });

  it('says that a folder has no corpus in it, rather than nothing', async () => {
    const root = await tempDir();
    expect(await runCli(['corpus', 'list', root])).toEqual({
      code: 0,
      stdout: '',
      stderr: `turnwire: no folder in ${root} is a corpus: none has a rows.jsonl\n`,
    });
  });

  it('says where an --agent file is wrong, without a dangling colon', async () => {
    const dir = await tempDir();
    writeFileSync(path.join(dir, 'a.json'), '{}');
    writeFileSync(path.join(dir, 'b.json'), '[{"t":-1,"phase":"start"}]');
    const told = async (name: string) =>
      (await runCli(['run', CALL, '--agent', path.join(dir, name)])).stderr;
    expect(await told('a.json')).toMatch(/\{t, phase, utterance_id\}; Invalid input/);
    expect(await told('b.json')).toMatch(/\{t, phase, utterance_id\}; at 0\.t: /);
  });

  it.skipIf(!existsSync('/dev/full'))('says in one sentence that stdout is full', async () => {
    for (const args of ['models list', 'replay --check --json -', '--help', 'run --help']) {
      const command = `echo '{}' | '${process.execPath}' bin/turnwire.js ${args} > /dev/full`;
      const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: repoRoot, encoding: 'utf8' });
      expect(stderr).toMatch(/turnwire: The disk is full: stdout could not be written to its end/);
      expect(stderr).not.toMatch(/^ {4}at /m);
      expect(status).toBe(4);
    }
  });

  it('keeps its exit code when nobody reads its words', () => {
    const command = `{ { '${process.execPath}' bin/turnwire.js run no-such.wav 2>&1 >/dev/null; echo $? >&3; } | true; } 3>&1`;
    const { stdout } = spawnSync('sh', ['-c', command], { cwd: repoRoot, encoding: 'utf8' });
    expect(stdout).toBe('3\n');
  });

  it.each([
    [['--voices', 'zz'], /--voices is for a room, this is a stream: add --endpoint room/],
    [['--lid', 'learned'], /--lid is for a room/],
    [['--endpoint', 'room', '--voices', 'zz'], /unknown voice embedder 'zz': choose one of learned, /],
    [['--endpoint', 'room', '--lid', 'toString'], /unknown language identifier 'toString': choose one of /],
    [['--endpoint', 'room', '--no-transcript'], /--no-transcript is for a stream/],
    [['--format', 'stm'], /stm holds a transcript, and the stream endpoint gives none; use --endpoint room/],
    [['--scorer', 'constructor'], /unknown scorer 'constructor': choose one of /],
  ])('run refuses %j once, not for each recording', async (args, sentence) => {
    const result = await runCli(['run', CALL, CALL, ...args]);
    expect(result.stderr).toMatch(sentence);
    expect(result.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(result.code).toBe(2);
  });

  it('live refuses a room language without a recogniser before it listens', async () => {
    const result = await runCli(['live', '--input', CALL, '--endpoint', 'room', '--language', 'sv']);
    const sentence =
      "unsupported language 'sv'; `turnwire models list` says which ones a room transcribes here and how to add one";
    expect(result).toEqual({ code: 2, stdout: '', stderr: `turnwire: ${sentence}\n` });
  });
});
