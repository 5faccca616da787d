/** The screen on a real terminal: tmux, the built command, a shipped recording. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SCORER, policyFor } from '../../src/operating-points/policies.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { hasTmux, TerminalPane } from '../helpers/terminal-pane.js';

const recording = 'corpora/sample-calls/audio/booking-call.wav';
const tempDir = useTempDir();
const until = (condition: () => boolean): Promise<true> =>
  vi.waitUntil(condition, { timeout: 40_000, interval: 100 });
let pane: TerminalPane;

async function run(command: string): Promise<void> {
  pane.enter(command);
  await pane.until('speech', () => /vad\.start +speech/.test(pane.text()));
}

describe.skipIf(!hasTmux)('turnwire live on a terminal (needs tmux)', () => {
  beforeEach(async () => {
    pane = await TerminalPane.open();
  });
  afterEach(() => pane.close());

  const live = `'${process.execPath}' bin/turnwire.js live --input ${recording} --profile cutoff_5pct`;

  it('takes the alternate screen, follows a resize, and gives the terminal back on q', async () => {
    await run(live);
    expect(pane.state()).toBe('1 0');
    // The chart's line is the threshold that the engine uses.
    const { threshold } = policyFor('stream', 'cutoff_5pct', 'en', {}, DEFAULT_SCORER);
    expect(pane.text()).toContain(`p ${threshold.toFixed(2)} `);
    expect(pane.text().split('\n')[0]).toMatch(
      /^turnwire live {2}stream cutoff_5pct {2}booking-call\.wav +0:\d\d\.\d \/ 0:\d\d\.\d$/,
    );
    pane.resize(50, 14);
    await pane.until('narrow screen', () => pane.text().split('\n')[12]!.startsWith('q end'));
    expect(pane.text().match(/turnwire live/g)).toHaveLength(1);
    pane.resize(120, 40);
    await pane.until('wide screen', () => pane.text().split('\n')[38]!.startsWith('q end'));
    expect(pane.text().match(/turnwire live/g)).toHaveLength(1);
    pane.type('q');
    await pane.until('summary', () => /booking-call\.wav: \d+\.\d s of audio/.test(pane.text()));
    await pane.prompt();
    expect(pane.state()).toBe('0 1');
  });

  it.each([
    ['Ctrl-C', () => pane.press('C-c')],
    ['SIGTERM', () => process.kill(pane.commandPid(), 'SIGTERM')],
  ])('gives the terminal back after %s, echo and cursor included', async (_, stop) => {
    const before = pane.modes();
    await run(live);
    stop();
    await pane.until('summary', () => /s of audio/.test(pane.text()));
    await pane.prompt();
    expect(pane.state()).toBe('0 1');
    expect(pane.modes()).toBe(before);
  });

  it('gives the terminal back after a crash, and the crash can be read', async () => {
    const crash = path.join(import.meta.dirname, '../fixtures/crash-later.cjs');
    await run(live.replace(' bin/', ` --require '${crash}' bin/`));
    await pane.until('crash', () => pane.text().includes('planted crash'));
    await pane.prompt();
    expect(pane.state()).toBe('0 1');
    expect(pane.modes()).toMatch(/ echo /);
  });

  it.each(['', ' --plain'])('ends well when its window is closed: live%s', async (flag) => {
    const dir = await tempDir();
    const [log, status] = [path.join(dir, 'log.jsonl'), path.join(dir, 'status')];
    const command = `${live}${flag} --out '${log}'`;
    // A shell of its own that outlives the terminal tells how the command ended.
    pane.enter(`sh -c "trap '' HUP; ${command}; echo \\$? > '${status}'"`);
    await until(() => existsSync(log) && readFileSync(log, 'utf8').includes('"vad.start"'));
    pane.close();
    await until(() => existsSync(status) && readFileSync(status, 'utf8') !== '');
    expect(readFileSync(status, 'utf8')).toBe('0\n');
    expect(readFileSync(log, 'utf8')).toMatch(/"type":"session\.summary".*\n$/);
  });

  it('gives the terminal back after a SIGHUP to replay', async () => {
    const log = path.join(await tempDir(), 'log.jsonl');
    const session = { type: 'session.started', schema_version: 2, session_id: 's', tier: 'full' };
    const eot = { profile: 'cutoff_5pct', mean_latency_ms: 600, cutoff_rate: 0.05 };
    const summary = { type: 'session.summary', schema_version: 2, seq: 1, audio_s: 60, turns: 0 };
    writeFileSync(log, [{ ...session, eot }, summary].map((event) => `${JSON.stringify(event)}\n`).join(''));
    const before = pane.modes();
    pane.enter(`'${process.execPath}' bin/turnwire.js replay --no-sound '${log}'`);
    await pane.until('screen', () => pane.state() === '1 0');
    process.kill(pane.commandPid(), 'SIGHUP');
    await pane.until('prompt', () => pane.state() === '0 1');
    await pane.prompt();
    expect(pane.modes()).toBe(before);
  });

  it('uses no colour with NO_COLOR', async () => {
    await run(`NO_COLOR=1 ${live}`);
    const colors = [...pane.codes().matchAll(/\x1b\[([\d;]*)m/g)].flatMap((match) => match[1]!.split(';'));
    expect(colors.filter((code) => /^(3[0-7]|4[0-7]|9\d|10\d|38|48)$/.test(code))).toEqual([]);
    expect(pane.text()).toMatch(/^level {2}[█░]/m);
    pane.type('q');
    await pane.prompt();
  });

  it('prints plain lines for a screen reader', async () => {
    pane.enter(`${live} --plain`);
    await pane.until('lines', () => /^0:\d\d\.\d speech$/m.test(pane.text()));
    expect(pane.state()).toBe('0 1');
    expect(pane.text()).toMatch(/^0:00\.0 session started, cutoff_5pct$/m);
    pane.press('C-c');
    await pane.prompt();
  });
});
