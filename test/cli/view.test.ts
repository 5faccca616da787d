/** `turnwire view`: the page that it writes, and what it refuses. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toJsonLine } from '../../src/protocol/events.js';
import type { ViewData } from '../../src/view/index.js';
import { runCli } from '../helpers/cli-process.js';
import { callLog, logOf, roomLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { buildWav, encode } from '../helpers/wav-fixtures.js';

const tempDir = useTempDir();

async function logFile(events = callLog()): Promise<string> {
  const file = path.join(await tempDir(), 'call.jsonl');
  await writeFile(file, events.map(toJsonLine).join(''));
  return file;
}

/** A WAV of 9 s with this many channels, tone on the first. */
async function recording(channels: number): Promise<string> {
  const samples = Float64Array.from({ length: 9 * 16_000 * channels }, (_, i) =>
    i % channels === 0 ? 0.4 * Math.sin(i / 9) : 0,
  );
  const file = path.join(await tempDir(), 'call.wav');
  await writeFile(file, buildWav({ channels, data: encode(samples, 16) }));
  return file;
}

function dataOf(html: string): ViewData {
  const [, json] = /<script type="application\/json" id="view-data">([\s\S]*?)<\/script>/.exec(html)!;
  return JSON.parse(json!) as ViewData;
}

describe('the page', () => {
  it('holds events, scores, outline and sound, and no address of anything else', async () => {
    const log = await logFile();
    const trace = path.join(path.dirname(log), 'trace.jsonl');
    await writeFile(
      trace,
      '{"t":2.2,"speech":0,"silence_s":0.2,"p_eot":0.7,"parts":{"heard":"good morning"}}\n{"t":2.4,"speech":0,"silence_s":0.4,"p_eot":0.81}\n',
    );
    const { code, stderr } = await runCli([
      'view',
      log,
      '--audio',
      await recording(1),
      '--trace',
      trace,
      '--no-open',
    ]);
    const page = log.replace('.jsonl', '.html');
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`wrote ${page}`) as string });
    const html = await readFile(page, 'utf8');
    expect(html.replaceAll(/data:[^"]+/g, '')).not.toMatch(
      /\b(src|href)\s*=\s*["']|url\(|https?:\/\/|@import/,
    );
    const view = dataOf(html);
    expect(view.title).toBe('call.wav');
    expect(view.channels.map(({ label }) => label)).toEqual(['Recording']);
    expect(view.silences).toEqual([
      {
        startSec: 2,
        points: [
          [2.2, 0.7],
          [2.4, 0.81],
        ],
      },
    ]);
    expect(view.rows.find(({ kind }) => kind === 'cut')!.text).toContain('Heard: “good morning”');
    expect(view.audio.src).toMatch(/^data:audio\/wav;base64,/);
  });

  it('shows words that look like markup as words', async () => {
    const log = await logFile(
      logOf({ type: 'warning', code: 'bad_message', message: '</script><script>alert(1)</script><!--' }),
    );
    const out = path.join(path.dirname(log), 'x.html');
    expect(await runCli(['view', log, '--out', out, '--no-open'])).toMatchObject({ code: 0 });
    const html = await readFile(out, 'utf8');
    expect(html).not.toContain('alert(1)</script>');
    expect(dataOf(html).rows.some(({ text }) => text.includes('</script><script>'))).toBe(true);
  });

  it('of a room has a lane for each voice', async () => {
    const log = await logFile(roomLog());
    await runCli(['view', log, '--no-open']);
    const view = dataOf(await readFile(log.replace('.jsonl', '.html'), 'utf8'));
    expect(view.voices.map(({ name, language }) => [name, language])).toEqual([
      ['spk_1', 'en'],
      ['spk_2', 'en'],
    ]);
    expect(view.audio.note).toContain('--audio');
  });
});

describe('a log that may not be what it seems', () => {
  it('is whole, and of this recording and trace: nothing but where the page is', async () => {
    const log = await logFile();
    const args = ['view', log, '--audio', await recording(1), '--no-open'];
    expect((await runCli(args)).stderr.split('\n')).toEqual([
      expect.stringContaining('wrote ') as string,
      '',
    ]);
  });

  it('breaks the protocol', async () => {
    const log = await logFile();
    const text = await readFile(log, 'utf8');
    await writeFile(log, text.slice(0, -20));
    const { code, stderr } = await runCli(['view', log, '--no-open']);
    const last = text.trimEnd().split('\n').length;
    expect(code).toBe(0);
    expect(stderr).toMatch(
      new RegExp(`the log breaks the protocol \\(2 violation\\(s\\), the first: .*:${last}: not JSON: `),
    );
    expect(stderr).toContain(`turnwire replay --check ${log} names each`);
  });

  it('is longer or shorter than the recording, or than the trace', async () => {
    const log = await logFile();
    const trace = path.join(path.dirname(log), 'trace.jsonl');
    await writeFile(trace, '{"t":2.2,"speech":0,"silence_s":0.2,"p_eot":0.7}\n');
    const { stderr } = await runCli(['view', log, '--trace', trace, '--no-open']);
    expect(stderr).toContain('trace.jsonl is 2.2 s long, and');
    const short = path.join(path.dirname(log), 'short.wav');
    await writeFile(short, buildWav({ channels: 1, data: encode(new Float64Array(16_000).fill(0.1), 16) }));
    const other = await runCli(['view', log, '--audio', short, '--no-open']);
    expect(other.stderr).toMatch(
      /short\.wav is 1\.0 s long, and .*call\.jsonl 9\.0 s: is it the recording of this log\?/,
    );
  });

  it('was cut off: its recording may be longer', async () => {
    const log = await logFile();
    await writeFile(log, (await readFile(log, 'utf8')).split('\n').slice(0, 4).join('\n') + '\n');
    const { stderr } = await runCli(['view', log, '--audio', await recording(1), '--no-open']);
    expect(stderr).not.toContain('is it the recording');
  });
});

describe('refusals', () => {
  it.each([
    [
      'a channel without a recording',
      ['--channel', '0'],
      '--channel is about the recording: give it with --audio',
    ],
    ['a recording on stdin', ['--audio', '-'], 'the log can come from stdin, the recording cannot'],
    [
      'one channel twice',
      ['--audio', 'x.wav', '--channel', '1', '--agent-channel', '1'],
      'need channels of their own',
    ],
    ['a language that is none', ['--language', 'xx'], "unknown language 'xx'; give one of ar, zh"],
  ])('%s', async (_, args, sentence) => {
    const { code, stderr } = await runCli(['view', await logFile(), ...args, '--no-open']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) as string });
  });

  it('a page over the log, and a file that is no log', async () => {
    const log = await logFile();
    expect(await runCli(['view', log, '--out', log, '--no-open'])).toMatchObject({ code: 2 });
    await writeFile(log, 'hello\n');
    expect(await runCli(['view', log, '--no-open'])).toMatchObject({ code: 3 });
  });

  it.each([
    ['several recordings', ['a.wav', 'b.wav', '--view'], '--view shows one recording'],
    ['stdin', ['-', '--view'], 'save it as a file first'],
    ['a recording after --view', ['a.wav', '--view', 'b.wav'], 'b.wav is no .html'],
  ])('run --view with %s', async (_, args, sentence) => {
    const dir = await tempDir();
    const inputs = args.map((word) => (word.endsWith('.wav') ? path.join(dir, word) : word));
    for (const file of inputs.filter((word) => word.endsWith('.wav'))) await writeFile(file, '');
    const { code, stderr } = await runCli(['run', ...inputs]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) as string });
  });
});
