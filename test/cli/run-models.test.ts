/** `turnwire run` as a process: what goes where, exit codes, and one clear sentence for every bad input. */
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wireEventSchema } from '../../src/protocol/events.js';
import { finished, repoRoot, runCli, startCli } from '../helpers/cli-process.js';
import { violationsOf } from '../helpers/log-invariants.js';
import { bookingCall, samplesOf } from '../helpers/recordings.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav, encode, sine } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();
/** Voice activity and sound only: most of these tests are not about words. */
const FAST = ['--no-transcript', '--quiet'];
const parse = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => wireEventSchema.parse(JSON.parse(line)));

async function expectWholeLog(file: string): Promise<void> {
  const events = parse(await readFile(file, 'utf8'));
  expect(events.at(-1)!.type).toBe('session.summary');
  expect(violationsOf(events, 0.1)).toEqual([]);
}

async function wavFile(samples: Float64Array, rateHz = 16_000): Promise<string> {
  const file = path.join(await tempDir(), 'tone.wav');
  await writeFile(file, buildWav({ rateHz, data: encode(samples, 16) }));
  return file;
}

describe('turnwire run', () => {
  it('writes events to stdout and a summary to stderr', async () => {
    const { code, stdout, stderr } = await runCli([
      'run',
      bookingCall,
      '--profile',
      'cutoff_5pct',
      '--no-transcript',
    ]);
    expect(code).toBe(0);
    expect(violationsOf(parse(stdout), 0.1)).toEqual([]);
    expect(stderr).toMatch(/^booking-call\.wav: 39\.\d s of audio, \d+ turns ended, mean latency \d+ ms/);
  });

  it('writes a folder of logs, the same with one job and two', async () => {
    const dir = await tempDir();
    const input = path.join(dir, 'calls', 'deep');
    await mkdir(input, { recursive: true });
    const audio = await readFile(bookingCall);
    await writeFile(path.join(input, 'a.wav'), audio);
    await writeFile(path.join(dir, 'calls', 'b.wav'), audio);
    for (const jobs of ['1', '2']) {
      const out = path.join(dir, `out${jobs}`);
      const { code } = await runCli(['run', path.join(dir, 'calls'), '--out', out, '--jobs', jobs, ...FAST]);
      expect(code).toBe(0);
    }
    for (const name of ['a.jsonl', 'b.jsonl']) {
      const one = await readFile(path.join(dir, 'out1', name), 'utf8');
      expect(parse(one).at(-1)!.type).toBe('session.summary');
      expect(await readFile(path.join(dir, 'out2', name), 'utf8')).toBe(one);
    }
  });

  it('reads raw PCM on stdin, and gives the log of the same WAV but for its name', async () => {
    const child = startCli(['run', '-', ...FAST]);
    const result = finished(child);
    child.stdin.end((await readFile(bookingCall)).subarray(44));
    const fromPipe = parse((await result).stdout).slice(1);
    const fromFile = parse((await runCli(['run', bookingCall, ...FAST])).stdout).slice(1);
    expect(fromPipe).toEqual(fromFile);
  });

  it('selects from measured points where they are asked for, and runs their policy', async () => {
    const file = path.join(repoRoot, 'reports/calibration/points.json');
    const { languages } = JSON.parse(await readFile(file, 'utf8')) as {
      languages: { en: { stream: { profile: string; mean_latency_ms: number; timeout_s: number }[] } };
    };
    const [point] = languages.en.stream;
    for (const points of ['measured', file]) {
      const { stdout } = await runCli(['run', bookingCall, '--points', points, ...FAST]);
      const [started, ...events] = parse(stdout);
      expect(started).toMatchObject({
        eot: { profile: point!.profile, mean_latency_ms: point!.mean_latency_ms },
      });
      const latencies = events.flatMap((event) => (event.type === 'turn.end' ? [event.latency_ms] : []));
      expect(latencies.length).toBeGreaterThan(3);
      expect(Math.max(...latencies)).toBeLessThanOrEqual(point!.timeout_s * 1000 + 100);
    }
  });

  it('writes the trace with p_eot at every grid step', async () => {
    const trace = path.join(await tempDir(), 'trace.jsonl');
    await runCli(['run', bookingCall, '--trace', trace, ...FAST]);
    const lines = (await readFile(trace, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { t: number; p_eot: number | null });
    expect(lines.slice(0, 3).map(({ t }) => t)).toEqual([0.1, 0.2, 0.3]);
    expect(lines.some(({ p_eot }) => p_eot !== null && p_eot > 0 && p_eot < 1)).toBe(true);
  });

  it('writes the trace whole when the reader of its log leaves', async () => {
    const trace = path.join(await tempDir(), 'trace.jsonl');
    const child = startCli(['run', bookingCall, '--trace', trace, ...FAST]);
    const result = finished(child);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await result).toMatchObject({ code: 0, stderr: '' });
    const last = (await readFile(trace, 'utf8')).trim().split('\n').at(-1)!;
    expect((JSON.parse(last) as { t: number }).t).toBeGreaterThan(39);
  });

  it('applies agent speech from a file', async () => {
    const agent = path.join(await tempDir(), 'agent.json');
    await writeFile(agent, JSON.stringify([{ t: 0, phase: 'start', utterance_id: 'hello' }]));
    const { stdout } = await runCli(['run', bookingCall, '--agent', agent, '--signals', 'bargein', ...FAST]);
    expect(parse(stdout).find((event) => event.type === 'bargein.onset')).toMatchObject({
      utterance_id: 'hello',
    });
  });

  it('says so when the agent speaks only after the end, as where its times are milliseconds', async () => {
    const tone = await wavFile(sine(1, 16_000));
    const told = async (...times: number[]): Promise<string> => {
      const agent = await file(
        path.dirname(tone),
        'a.json',
        JSON.stringify(times.map((t) => ({ t, phase: 'start' }))),
      );
      return (await runCli(['run', tone, '--agent', agent, '--signals', 'bargein', ...FAST])).stderr;
    };
    expect(await told(1200, 500)).toBe(
      'turnwire: tone.wav ends at 1.0 s, before every time in --agent (the first: 500 s), so none was used; give times in seconds\n',
    );
    expect(await told(1200, 0.5)).toBe('');
  });

  it.each([
    ['Ctrl-C', 'SIGINT'],
    ['the end of its terminal', 'SIGHUP'],
  ] as const)('ends the log properly at %s and exits 130', async (_, signal) => {
    const out = path.join(await tempDir(), 'log.jsonl');
    const child = startCli(['run', bookingCall, '--realtime', '--out', out, ...FAST]);
    const result = finished(child);
    while (!existsSync(out) || !(await readFile(out, 'utf8')).includes('vad.end')) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    child.kill(signal);
    expect((await result).code).toBe(130);
    await expectWholeLog(out);
  });

  it('ends the log properly on SIGTERM while nothing comes from its pipe', async () => {
    const out = path.join(await tempDir(), 'log.jsonl');
    const child = startCli(['run', '-', '--out', out, ...FAST]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const result = finished(child);
    child.stdin.write((await readFile(bookingCall)).subarray(44, 44 + 2 * 16_000));
    while (!existsSync(out)) await sleep(50);
    await sleep(2_000);
    child.kill('SIGTERM');
    expect((await result).code).toBe(130);
    await expectWholeLog(out);
  });

  it('writes no log when it is stopped before any sound came', async () => {
    const folder = path.join(await tempDir(), 'made');
    const child = startCli(['run', '-', '--out', path.join(folder, 'log.jsonl'), '--no-transcript']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const result = finished(child);
    // The folder is made just before the signals are listened to.
    while (!existsSync(folder)) await sleep(50);
    await sleep(1_000);
    child.kill('SIGTERM');
    expect(await result).toEqual({
      code: 130,
      stdout: '',
      stderr: 'turnwire: stopped before any sound came\n',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('says so when the session closed for being idle before the recording was over', async () => {
    const quiet = await wavFile(new Float64Array(16_000 * 6));
    const { code, stdout, stderr } = await runCli(['run', quiet, '--idle-timeout-s', '2', ...FAST]);
    expect(code).toBe(0);
    expect(parse(stdout).at(-1)).toMatchObject({ type: 'warning', code: 'idle_timeout', close_in_s: 1 });
    expect(stderr).toMatch(/tone\.wav: nobody spoke for so long .* --idle-timeout-s 0 runs it all/);
    const { stderr: whole } = await runCli(['run', quiet, '--idle-timeout-s', '0', ...FAST]);
    expect(whole).not.toContain('nobody spoke');
  });

  it('skips a bad recording among good ones, names it, and says so in the exit code', async () => {
    const bad = path.join(await tempDir(), 'bad.wav');
    await writeFile(bad, 'this is not audio');
    const { code, stdout, stderr } = await runCli(['run', bad, bookingCall, ...FAST]);
    expect(code).toBe(3);
    expect(stderr).toContain('bad.wav');
    expect(parse(stdout).at(-1)!.type).toBe('session.summary');
  });

  it('tells two recordings of one file name apart by their folders, in the session id too', async () => {
    const dir = await tempDir();
    const inputs = ['a', 'b'].map((folder) => path.join(dir, folder, 'tone.wav'));
    for (const input of inputs) {
      await mkdir(path.dirname(input));
      await writeFile(input, buildWav({ data: encode(sine(1, 16_000), 16) }));
    }
    const { stdout, stderr } = await runCli(['run', ...inputs, '--no-transcript']);
    const ids = parse(stdout).flatMap((event) =>
      event.type === 'session.started' ? [event.session_id] : [],
    );
    expect(new Set(ids).size).toBe(2);
    expect(stderr.split('\n').map((line) => line.split(':')[0])).toEqual(['a/tone.wav', 'b/tone.wav', '']);
  });

  it.skipIf(process.platform !== 'linux')(
    'runs the rest of a folder with a file whose name it cannot use, and says so in the exit code',
    async () => {
      const calls = await tempDir();
      await copyFile(bookingCall, path.join(calls, 'a.wav'));
      await writeFile(Buffer.concat([Buffer.from(`${calls}/`), Buffer.from('\xe9.wav', 'latin1')]), '');
      const { code, stdout, stderr } = await runCli(['run', calls, ...FAST]);
      expect(code).toBe(3);
      expect(stderr).toBe(`turnwire: ${calls}/\uFFFD.wav is left out: its name is not UTF-8; rename it\n`);
      expect(parse(stdout).at(-1)!.type).toBe('session.summary');
    },
  );

  it.skipIf(!existsSync('/dev/full'))(
    'lets the other recordings end when one log cannot be written, then names that one',
    async () => {
      const dir = await tempDir();
      const inputs = ['a.wav', 'b.wav', 'c.wav'].map((name) => path.join(dir, name));
      for (const input of inputs) await writeFile(input, await readFile(bookingCall));
      await mkdir(path.join(dir, 'out'));
      await symlink('/dev/full', path.join(dir, 'out', 'b.jsonl'));
      const out = `${path.join(dir, 'out')}/`;
      const { code, stderr } = await runCli(['run', ...inputs, '--jobs', '2', '--out', out, ...FAST]);
      expect(stderr).toBe(
        `turnwire: The disk is full: ${path.join(out, 'b.jsonl')} could not be written to its end; free some space and run again.\n`,
      );
      expect(code).toBe(4);
      const log = parse(await readFile(path.join(out, 'a.jsonl'), 'utf8'));
      expect(log.at(-1)!.type).toBe('session.summary');
      expect(readdirSync(out)).toEqual(['a.jsonl', 'b.jsonl']);
    },
  );

  it('mixes stereo without --channel and says so', async () => {
    const stereo = await file(await tempDir(), 'stereo.wav', channelsWav(sine(1, 16_000), 2));
    const { code, stderr } = await runCli(['run', stereo, ...FAST]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/2 channels; they are mixed/);
  });

  it.each([0, 1])("takes the other of two channels for the caller's, the agent on %i", async (agent) => {
    const call = await samplesOf(bookingCall);
    // The agent repeats the caller 5 s later: mixed in, it would be heard as the caller's words too.
    const both = Float64Array.from(
      { length: call.length * 2 },
      (_, i) => (i % 2 === agent ? (call[(i >> 1) - 80_000] ?? 0) : call[i >> 1]!) / 32_768,
    );
    const stereo = await file(
      await tempDir(),
      'stereo.wav',
      buildWav({ channels: 2, data: encode(both, 16) }),
    );
    const told = await runCli(['run', stereo, ...agentOn(agent), '--channel', `${1 - agent}`, ...FAST]);
    expect(told.stdout).toContain('bargein.onset');
    expect(await runCli(['run', stereo, ...agentOn(agent), ...FAST])).toEqual(told);
  });
});

describe('bad input: one sentence, the right exit code', () => {
  const cases: [string, number, RegExp, (dir: string) => Promise<string[]> | string[]][] = [
    ['no such file', 3, /no such file/, () => ['missing.wav']],
    ['an empty file', 3, /empty/, async (dir) => [await file(dir, 'e.wav', '')]],
    [
      'a text file called .wav',
      3,
      /t\.wav/,
      async (dir) => [await file(dir, 't.wav', 'hello\nworld\n'.repeat(20))],
    ],
    [
      'zero-length audio',
      3,
      /no (samples|sound|audio)/i,
      async (dir) => [await file(dir, 'z.wav', buildWav({ data: new Uint8Array(0) }))],
    ],
    ['NaN samples', 3, /not a number|NaN/, async (dir) => [await file(dir, 'n.wav', nanWav())]],
    ['a directory without audio', 3, /without audio files/, (dir) => [dir]],
    [
      'an unknown profile',
      2,
      /unknown eot profile 'fast'; published: \['cutoff_10pct', /,
      () => [bookingCall, '--profile', 'fast'],
    ],
    [
      'a profile and a budget',
      2,
      /give a profile or a latency_budget_ms, not both/,
      () => [bookingCall, '--profile', 'cutoff_5pct', '--latency-budget-ms', '500'],
    ],
    [
      'a bad interval',
      2,
      /inference_interval must be a number from 0\.02 to 1, got 5/,
      () => [bookingCall, '--inference-interval', '5'],
    ],
    [
      'an unsupported language',
      2,
      /not supported by this ASR: \['sv'\]/,
      () => [bookingCall, '--language', 'sv'],
    ],
    [
      'bad JSON in --messages',
      2,
      /m\.json is not JSON/,
      async (dir) => [bookingCall, '--messages', await file(dir, 'm.json', '{oops')],
    ],
    [
      'wrong shape in --agent',
      2,
      /--agent: expected a JSON array/,
      async (dir) => [bookingCall, '--agent', await file(dir, 'a.json', '{"t": 1}')],
    ],
    [
      'an unwritable --out',
      2,
      /cannot be written/,
      async (dir) => [bookingCall, '--out', path.join(await file(dir, 'f', 'x'), 'log.jsonl')],
    ],
    ['a channel that is not there', 2, /channel/, () => [bookingCall, '--channel', '7']],
    [
      "an agent's channel that is no number",
      2,
      /--agent-channel must be a whole number from 0, got 'x'/,
      () => [bookingCall, '--agent-channel', 'x'],
    ],
    [
      'an agent that nobody listens for',
      2,
      /--agent-channel says when the agent speaks, which only barge-in reads: add --signals bargein/,
      () => [bookingCall, '--agent-channel', '0'],
    ],
    [
      'an echo of an agent whose sound is not there',
      2,
      /--cancel-echo compares the caller's sound with the agent's own: say with --agent-channel where that is/,
      () => [bookingCall, '--cancel-echo'],
    ],
    [
      "an agent's times and its channel",
      2,
      /--agent and --agent-channel each say when the agent speaks: leave one out/,
      async (dir) => [bookingCall, '--agent', await file(dir, 'a.json', '[]'), ...agentOn(1)],
    ],
    [
      'caller and agent on one channel',
      2,
      /--channel and --agent-channel are both 0: the caller and the agent need channels of their own/,
      () => [bookingCall, '--channel', '0', ...agentOn(0)],
    ],
    [
      'an agent on the only channel',
      2,
      /booking-call\.wav has one channel, so --agent-channel leaves none for the caller; say with --agent/,
      () => [bookingCall, ...agentOn(0)],
    ],
    [
      'an agent beside more than one channel',
      2,
      /three\.wav has 3 channels: say with --channel which one is the caller's beside --agent-channel 2/,
      async (dir) => [await file(dir, 'three.wav', channelsWav(sine(1, 16_000), 3)), ...agentOn(2)],
    ],
    [
      "an agent's channel that is not there",
      2,
      /booking-call\.wav has one channel \(0\); channel 1 does not exist/,
      () => [bookingCall, ...agentOn(1)],
    ],
    ['no such points', 3, /cannot read no\.json/, () => [bookingCall, '--points', 'no.json']],
    [
      'points that are neither a name nor a file',
      2,
      /unknown points 'measurd': choose published, measured, or a points\.json that turnwire calibrate wrote/,
      () => [bookingCall, '--points', 'measurd'],
    ],
    [
      'a file of policies as points',
      3,
      /policies\.json holds no operating points \(corpora is missing or wrong\): give the points\.json that /,
      () => [bookingCall, '--points', 'reports/calibration/policies.json'],
    ],
    [
      'no object as points',
      3,
      /p\.json holds no operating points \(it is no JSON object\)/,
      async (dir) => [bookingCall, '--points', await file(dir, 'p.json', '[]')],
    ],
    [
      'a conversation for a room',
      2,
      /--messages is for a stream: a room does not use the conversation so far; leave it out/,
      async (dir) => [bookingCall, '--endpoint', 'room', '--messages', await file(dir, 'm.json', '[]')],
    ],
    [
      'a language and allowed ones',
      2,
      /--language and --allowed each say the language: give one of --language, --allowed, --auto-language/,
      () => [bookingCall, '--language', 'en', '--allowed', 'es'],
    ],
    [
      'Latin-1 in --messages',
      2,
      /--messages: cannot read .*m\.json: it is not UTF-8 text; save it as UTF-8/,
      async (dir) => {
        const latin1 = Buffer.from('[{"role":"assistant","content":"\xbfSu tel\xe9fono?"}]', 'latin1');
        return [bookingCall, '--messages', await file(dir, 'm.json', latin1)];
      },
    ],
    ['an unknown scorer', 2, /unknown scorer 'magic'/, () => [bookingCall, '--scorer', 'magic']],
    ['an unknown option', 2, /unknown option '--profil'/, () => [bookingCall, '--profil', 'x']],
  ];

  it.each(cases)('%s', async (_name, exitCode, sentence, args) => {
    const { code, stderr } = await runCli(['run', ...(await args(await tempDir())), ...FAST]);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(exitCode);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  it.skipIf(!existsSync('/dev/full'))('a full disk', async () => {
    const { code, stderr } = await runCli(['run', bookingCall, '--out', '/dev/full', ...FAST]);
    expect(stderr).toMatch(/disk is full/);
    expect(code).toBe(4);
  });

  it('a truncated WAV and a lying header: runs what is there and says so', async () => {
    const whole = await wavFile(sine(2, 16_000));
    const bytes = await readFile(whole);
    const dir = await tempDir();
    for (const [name, content] of [
      ['cut.wav', bytes.subarray(0, 40_000)],
      ['lying.wav', buildWav({ data: encode(sine(1, 16_000), 16), claimedBytes: 10_000_000 })],
    ] as const) {
      const { code, stderr, stdout } = await runCli(['run', await file(dir, name, content), ...FAST]);
      expect(stderr).toContain(name);
      expect(code).toBe(0);
      expect(parse(stdout).at(-1)!.type).toBe('session.summary');
    }
  });
});

async function file(dir: string, name: string, content: string | Uint8Array): Promise<string> {
  const target = path.join(dir, name);
  await writeFile(target, content);
  return target;
}

const agentOn = (channel: number): string[] => ['--agent-channel', `${channel}`, '--signals', 'bargein'];

/** The same sound on every channel. */
function channelsWav(mono: Float64Array, channels: number): Buffer {
  const all = Float64Array.from(
    { length: mono.length * channels },
    (_, i) => mono[Math.floor(i / channels)]!,
  );
  return buildWav({ channels, data: encode(all, 16) });
}

function nanWav(): Buffer {
  const samples = sine(0.5, 16_000);
  samples[4000] = NaN;
  return buildWav({ formatTag: 3, bits: 32, data: encode(samples, 32, true) });
}
