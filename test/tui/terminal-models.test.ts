/** The screen on a real terminal: tmux, the built command, a shipped recording. */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '../..');
const recording = 'corpora/sample-calls/audio/booking-call.wav';
const hasTmux = spawnSync('tmux', ['-V']).status === 0;
/** A tmux server for each test: one that is being killed refuses the next session. */
let server = '';
let servers = 0;

const tmux = (...args: string[]): string =>
  execFileSync('tmux', ['-L', server, ...args], { encoding: 'utf8' });
const screenText = (): string => tmux('capture-pane', '-p', '-t', 'test');
const screenCodes = (): string => tmux('capture-pane', '-e', '-p', '-t', 'test');
const terminalState = (): string =>
  tmux('display', '-p', '-t', 'test', '#{alternate_on} #{cursor_flag}').trim();
const type = (text: string): string => tmux('send-keys', '-t', 'test', '-l', text);
const enter = (): string => tmux('send-keys', '-t', 'test', 'Enter');

async function until(what: string, condition: () => boolean, seconds = 40): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`no ${what} on the screen:\n${screenText()}`);
    await sleep(100);
  }
}

async function run(command: string): Promise<void> {
  type(command);
  enter();
  await until('speech', () => /vad\.start +speech/.test(screenText()));
}

describe.skipIf(!hasTmux)('turnwire live on a terminal (needs tmux)', () => {
  beforeEach(async () => {
    server = `turnwire-test-${process.pid}-${servers++}`;
    tmux('new-session', '-d', '-x', '80', '-y', '24', '-s', 'test', 'sh');
    type(`cd '${root}'; PS1='> '; stty -a | cksum; clear`);
    enter();
    await until('prompt', () => screenText().startsWith('>'));
  });
  afterEach(() => void spawnSync('tmux', ['-L', server, 'kill-server']));

  const live = `'${process.execPath}' bin/turnwire.js live --input ${recording} --profile cutoff_5pct`;

  it('takes the alternate screen, follows a resize, and gives the terminal back on q', async () => {
    await run(live);
    expect(terminalState()).toBe('1 0');
    expect(screenText().split('\n')[0]).toMatch(
      /^turnwire live {2}stream cutoff_5pct {2}booking-call\.wav +0:\d\d\.\d \/ 0:\d\d\.\d$/,
    );
    tmux('resize-window', '-t', 'test', '-x', '50', '-y', '14');
    await until('narrow screen', () => screenText().split('\n')[12]!.startsWith('q end'));
    expect(screenText().match(/turnwire live/g)).toHaveLength(1);
    tmux('resize-window', '-t', 'test', '-x', '120', '-y', '40');
    await until('wide screen', () => screenText().split('\n')[38]!.startsWith('q end'));
    expect(screenText().match(/turnwire live/g)).toHaveLength(1);
    type('q');
    await until('summary', () => /booking-call\.wav: \d+\.\d s of audio/.test(screenText()));
    expect(terminalState()).toBe('0 1');
  });

  it.each([
    ['Ctrl-C', () => tmux('send-keys', '-t', 'test', 'C-c')],
    ['SIGTERM', () => process.kill(commandPid(), 'SIGTERM')],
  ])('gives the terminal back after %s, echo and cursor included', async (_, stop) => {
    const before = sttyOf();
    await run(live);
    stop();
    await until('summary', () => /s of audio/.test(screenText()));
    expect(terminalState()).toBe('0 1');
    expect(sttyOf()).toBe(before);
  });

  it('gives the terminal back after a crash, and the crash can be read', async () => {
    const crash = path.join(import.meta.dirname, '../fixtures/crash-later.cjs');
    await run(live.replace(' bin/', ` --require '${crash}' bin/`));
    await until('crash', () => screenText().includes('planted crash'));
    expect(terminalState()).toBe('0 1');
    expect(sttyOf()).toMatch(/ echo /);
  });

  it('uses no colour with NO_COLOR', async () => {
    await run(`NO_COLOR=1 ${live}`);
    const colors = [...screenCodes().matchAll(/\x1b\[([\d;]*)m/g)].flatMap((match) => match[1]!.split(';'));
    expect(colors.filter((code) => /^(3[0-7]|4[0-7]|9\d|10\d|38|48)$/.test(code))).toEqual([]);
    expect(screenText()).toMatch(/^level {2}[█░]/m);
    type('q');
  });

  it('prints plain lines for a screen reader', async () => {
    type(`${live} --plain`);
    enter();
    await until('lines', () => /^0:\d\d\.\d speech$/m.test(screenText()));
    expect(terminalState()).toBe('0 1');
    expect(screenText()).toMatch(/^0:00\.0 session started, cutoff_5pct$/m);
    tmux('send-keys', '-t', 'test', 'C-c');
  });
});

/** The command that runs in the pane's shell. */
function commandPid(): number {
  const shell = tmux('display', '-p', '-t', 'test', '#{pane_pid}').trim();
  return Number(execFileSync('pgrep', ['-P', shell], { encoding: 'utf8' }).trim().split('\n')[0]);
}

/** Terminal modes of the pane, as the kernel has them. */
function sttyOf(): string {
  const tty = tmux('display', '-p', '-t', 'test', '#{pane_tty}').trim();
  return execFileSync('stty', ['-a', '-F', tty], { encoding: 'utf8' });
}
