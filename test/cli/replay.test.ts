import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { Timeline } from '../../src/cli/replay/timeline.js';
import { toJsonLine } from '../../src/protocol/index.js';
import { finished, runCli, startCli } from '../helpers/cli-process.js';
import { callLog, roomLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

async function saved(text: string, name = 'log.jsonl'): Promise<string> {
  const file = path.join(await tempDir(), name);
  await writeFile(file, text);
  return file;
}

const good = callLog().map(toJsonLine).join('');

describe('turnwire replay --check', () => {
  it('passes a good log', async () => {
    const file = await saved(good);
    expect(await runCli(['replay', '--check', file])).toEqual({
      code: 0,
      stdout: '',
      stderr: `${file}: 11 events, no violation\n`,
    });
  });

  it('names file, line and rule of a violation and exits 1', async () => {
    const file = await saved(good.replace('"latency_ms":400', '"latency_ms":300'));
    const result = await runCli(['replay', '--check', file]);
    expect(result.code).toBe(1);
    expect(result.stdout).toBe(`${file}:4: time: latency_ms says 300 ms, it is 400 ms since vad.end\n`);
  });

  it('names every line of a long file that is no log', async () => {
    const file = await saved('{}\n'.repeat(130_000));
    const { code, stderr } = await runCli(['replay', '--check', file]);
    expect(stderr).toMatch(/: 0 events, 13\d{4} violation\(s\)\n$/);
    expect(code).toBe(1);
  });

  it('refuses a log that is not UTF-8, as every file of JSON', async () => {
    const file = await saved(good);
    await writeFile(file, Buffer.from(good.replace('"user"', '"us\xe9r"'), 'latin1'));
    expect(await runCli(['replay', '--check', file])).toEqual({
      code: 3,
      stdout: '',
      stderr: `turnwire: cannot read ${file}: it is not UTF-8 text; save it as UTF-8\n`,
    });
    const trace = ['replay', await saved(good), '--trace', file];
    expect((await runCli(trace)).stderr).toBe(
      `turnwire: cannot read ${file}: it is not UTF-8 text; save it as UTF-8\n`,
    );
  });

  it('reads stdin and gives JSON', async () => {
    const child = startCli(['replay', '--check', '--json', '-']);
    const result = finished(child);
    child.stdin.end(good.split('\n').slice(0, 4).join('\n') + '\n');
    expect((await result).code).toBe(1);
    expect(JSON.parse((await result).stdout)).toMatchObject([{ log: 'stdin', line: 4, rule: 'session' }]);
  });

  it('names a log that cannot be read among others, checks the rest, and exits 3', async () => {
    const bad = await saved(good.replace('"latency_ms":400', '"latency_ms":300'));
    const files = [await saved(good), 'no-such.jsonl', bad];
    const result = await runCli(['replay', '--check', ...files]);
    expect(result.code).toBe(3);
    expect(result.stderr).toContain('turnwire: cannot read no-such.jsonl: there is no such file or folder\n');
    expect(result.stdout).toContain(`${bad}:4: time: latency_ms`);
    const json = await runCli(['replay', '--check', '--json', ...files]);
    expect(json.code).toBe(3);
    expect(JSON.parse(json.stdout)).toMatchObject([{ log: bad, line: 4, rule: 'time' }]);
  });

  it('sends no control character of a log to the terminal', async () => {
    const event = good.split('\n')[1]!;
    const red = '\x1b[31m\x9b2J';
    const shapes = [
      { ...JSON.parse(event), speaker: `\x7f${red}` },
      { ...JSON.parse(event), type: red },
      { type: 'session.started', eot: 1, [red]: 1 },
    ].map((shape) => JSON.stringify(shape));
    const file = await saved([good.split('\n')[0], `${red}no JSON\ttab`, ...shapes, ''].join('\n'));
    const { code, stdout } = await runCli(['replay', '--check', file]);
    expect(code).toBe(1);
    expect(stdout).toContain(`${file}:2: json: not JSON: \\x1b[31m\\x9b2Jno JSON\\x09tab\n`);
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\x00-\x1f\x7f-\x9f]/);
  });

  it('says in one sentence that there is no such log', async () => {
    const result = await runCli(['replay', '--check', 'no-such.jsonl']);
    expect(result.code).toBe(3);
    expect(result.stderr).toMatch(
      /^turnwire: cannot read no-such\.jsonl: there is no such file or folder\n$/,
    );
  });
});

it('turnwire replay refuses --json without --check', async () => {
  const result = await runCli(['replay', '--json', await saved(good)]);
  const stderr = 'turnwire: --json is for the violations: add --check\n';
  expect(result).toEqual({ code: 2, stdout: '', stderr });
});

it('turnwire replay --trace names the line that is wrong, blank lines counted', async () => {
  const trace = await saved('{"t":0.1,"speech":0,"silence_s":0,"p_eot":null}\n\n{}\n', 'trace.jsonl');
  const result = await runCli(['replay', await saved(good), '--trace', trace]);
  const stderr = `turnwire: cannot read ${trace}:3: not a line of run --trace\n`;
  expect(result).toEqual({ code: 3, stdout: '', stderr });
});

it('turnwire replay without a terminal prints one line for each event', async () => {
  const file = await saved(roomLog().map(toJsonLine).join(''));
  const { code, stdout } = await runCli(['replay', file]);
  expect(code).toBe(0);
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    '0:00.0 session started, cutoff_5pct',
    '0:00.2 speech',
    '0:01.2 spk_1: hello there',
    '0:01.6 spk_1: my "friend"',
  ]);
});

it('turnwire replay --from begins there, and says so when that is after the end', async () => {
  const file = await saved(roomLog().map(toJsonLine).join(''));
  const { stdout } = await runCli(['replay', file, '--from', '1.5']);
  expect(stdout).toMatch(/^0:01\.6 spk_1: my "friend"\n/);
  const late = await runCli(['replay', file, '--from', '1e9']);
  expect(late).toMatchObject({ code: 2, stdout: '' });
  expect(late.stderr).toMatch(/^turnwire: --from 1e9 is after the end: .*log\.jsonl ends at \d+\.\d s\n$/);
});

describe('Timeline', () => {
  const timeline = (): Timeline =>
    new Timeline(
      callLog(),
      [{ t: 2.2, speech: 0, silenceSec: 0.2, pEot: 0.4 }],
      [{ t: 1, rms: 0.1, peak: 0.3 }],
    );

  it('gives the same state by playing, by seeking forward and by seeking back', () => {
    const played = timeline();
    for (let t = 0; t <= 3.4; t += 0.1) played.moveTo(t);
    played.moveTo(3.4);
    const back = timeline();
    back.moveTo(9);
    back.moveTo(3.4);
    const forward = timeline();
    forward.moveTo(3.4);
    expect(back.state).toEqual(forward.state);
    expect(played.state.events).toEqual(forward.state.events);
    expect(played.state.turn).toBe('speaking');
  });

  it('finds the turn ends around a time', () => {
    expect(timeline().turnEnd(0, 'next')).toBe(2.4);
    expect(timeline().turnEnd(2.4, 'next')).toBe(8);
    expect(timeline().turnEnd(8, 'next')).toBeUndefined();
    expect(timeline().turnEnd(8.1, 'previous')).toBe(2.4);
    expect(timeline().endSec).toBe(9);
  });
});
