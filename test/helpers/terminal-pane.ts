/** A real terminal for tests: a tmux server of its own with one pane and a plain shell in it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { repoRoot } from './cli-process.js';

export const hasTmux = spawnSync('tmux', ['-V']).status === 0;
let servers = 0;

export class TerminalPane {
  /** Each pane has a server of its own, because a server that is being killed refuses the next session. */
  private readonly server = `turnwire-test-${process.pid}-${servers++}`;

  /** 80x24, at the prompt, in the repository. */
  static async open(): Promise<TerminalPane> {
    const pane = new TerminalPane();
    pane.tmux('new-session', '-d', '-x', '80', '-y', '24', '-s', 'test', 'sh');
    pane.type(`cd '${repoRoot}'; PS1='> '; stty -a | cksum; clear`);
    pane.press('Enter');
    await pane.until('prompt', () => pane.text().startsWith('>'));
    return pane;
  }

  close(): void {
    spawnSync('tmux', ['-L', this.server, 'kill-server']);
  }

  text(): string {
    return this.tmux('capture-pane', '-p', '-t', 'test');
  }

  /** With the codes of colours. */
  codes(): string {
    return this.tmux('capture-pane', '-e', '-p', '-t', 'test');
  }

  /** Whether the alternate screen is on and the cursor is shown: `1 0` under the view, `0 1` at the prompt. */
  state(): string {
    return this.tmux('display', '-p', '-t', 'test', '#{alternate_on} #{cursor_flag}').trim();
  }

  /** Terminal modes of the pane, as the kernel has them. */
  modes(): string {
    const tty = this.tmux('display', '-p', '-t', 'test', '#{pane_tty}').trim();
    return execFileSync('stty', ['-a', '-F', tty], { encoding: 'utf8' });
  }

  /** The command that runs in the pane's shell. */
  commandPid(): number {
    const shell = this.tmux('display', '-p', '-t', 'test', '#{pane_pid}').trim();
    return Number(execFileSync('pgrep', ['-P', shell], { encoding: 'utf8' }).trim().split('\n')[0]);
  }

  resize(columns: number, rows: number): void {
    this.tmux('resize-window', '-t', 'test', '-x', String(columns), '-y', String(rows));
  }

  type(text: string): void {
    this.tmux('send-keys', '-t', 'test', '-l', text);
  }

  /** Keys by tmux's names: `Enter`, `C-c`, `Right`. */
  press(key: string): void {
    this.tmux('send-keys', '-t', 'test', key);
  }

  enter(command: string): void {
    this.type(command);
    this.press('Enter');
  }

  /** Resolves once the command has ended. Node 20 aborts if its terminal is closed while it shuts down. */
  async prompt(): Promise<void> {
    await this.until('prompt', () => /\n>\s*$/.test(this.text()));
  }

  async until(what: string, condition: () => boolean, seconds = 40): Promise<void> {
    const deadline = performance.now() + seconds * 1000;
    while (!condition()) {
      if (performance.now() > deadline) throw new Error(`no ${what} on the screen:\n${this.text()}`);
      await sleep(100);
    }
  }

  private tmux(...args: string[]): string {
    return execFileSync('tmux', ['-L', this.server, ...args], { encoding: 'utf8' });
  }
}
