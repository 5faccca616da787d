/**
 * Plays the sound of a replay through a program (sox, ALSA's aplay or ffplay) that reads a WAV stream from a pipe. The stream
 * begins at the time that the screen shows and stays only a little ahead of it. A pause, a seek or a change of speed ends the
 * program and starts a new one, so that no stale sound is played. As on a tape, speed changes the pitch.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { bytesFromSamples, installHint, wavHeader } from '../../audio/index.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { isOnPath } from '../machine/program-on-path.js';

/** Players in order of preference; each takes a WAV stream on stdin. */
const PLAYERS = [
  { program: 'play', args: ['-q', '--buffer', '1024', '-t', 'wav', '-'] },
  { program: 'aplay', args: ['-q', '-t', 'wav', '-'] },
  { program: 'ffplay', args: ['-loglevel', 'error', '-nodisp', '-autoexit', '-f', 'wav', '-i', '-'] },
] as const;

/** Range of speeds with sound, chosen by hand: outside it speech is hard to understand. */
export const HEARD_SPEEDS = [0.5, 2] as const;
/** How far the sound handed to the player is ahead of the screen, in wall seconds. Chosen by hand: less may leave gaps, more stops late. */
const LEAD_SEC = 0.4;

interface Run {
  readonly child: ChildProcess;
  /** Index of the next sample to hand over. */
  next: number;
}

export class SoundPlayer {
  private run: Run | undefined;
  private broken = false;

  /** @param onFault called once with a sentence if the player fails; the replay continues without sound. */
  constructor(
    private readonly samples: Int16Array,
    private readonly onFault: (sentence: string) => void,
  ) {}

  /** Why no sound can be played; undefined if a player is on PATH. */
  static missing(): string | undefined {
    if (PLAYERS.some(({ program }) => isOnPath(program))) return undefined;
    const names = PLAYERS.map(({ program }) => program).join(', ');
    return `no program to play sound on PATH (${names}): install one with ${installHint('sox')}; the level is shown without it`;
  }

  /** Call at every tick while the screen moves: it is at `tSec` and moves at `speed`. */
  follow(tSec: number, speed: number): void {
    if (this.broken || speed < HEARD_SPEEDS[0] || speed > HEARD_SPEEDS[1]) return;
    const from = Math.round(tSec * SAMPLE_RATE_HZ);
    this.run ??= from < this.samples.length ? this.begin(from, speed) : undefined;
    if (!this.run) return;
    this.handOver(from + Math.round(LEAD_SEC * speed * SAMPLE_RATE_HZ));
  }

  /** Call when the screen has reached its end, `tSec`: the player plays the sound up to there and ends by itself. */
  finish(tSec: number): void {
    if (!this.run || this.run.child.stdin!.writableEnded) return;
    this.handOver(Math.round(tSec * SAMPLE_RATE_HZ));
    this.run.child.stdin!.end();
  }

  /** Silences the player at once; the next `follow` starts a new one. */
  stop(): void {
    const run = this.run;
    this.run = undefined;
    run?.child.kill();
  }

  /** Gives the player the sound up to sample `until` of the recording. */
  private handOver(until: number): void {
    const { child, next } = this.run!;
    const end = Math.min(this.samples.length, until);
    if (end <= next || child.stdin!.writableEnded) return;
    child.stdin!.write(bytesFromSamples(this.samples.subarray(next, end)));
    this.run!.next = end;
    if (end === this.samples.length) child.stdin!.end();
  }

  private begin(from: number, speed: number): Run | undefined {
    const player = PLAYERS.find(({ program }) => isOnPath(program));
    if (!player) return undefined;
    const child = spawn(player.program, player.args, { stdio: ['pipe', 'ignore', 'pipe'] });
    const run = { child, next: from };
    let complaint = '';
    child.stderr.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-500)));
    // A write error means that the player ended; its exit code says why.
    child.stdin.on('error', () => {});
    child.on('error', (error) => this.fail(run, `${player.program} could not be started: ${error.message}`));
    child.on('close', (code, signal) => {
      if (code === 0) return;
      const said = complaint.trim().split('\n').at(-1);
      const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
      this.fail(run, `${player.program} ${how}${said ? ` (${said})` : ''}`);
    });
    child.stdin.write(wavHeader((this.samples.length - from) * 2, Math.round(SAMPLE_RATE_HZ * speed)));
    return run;
  }

  private fail(run: Run, why: string): void {
    // A player that `stop` ended is no failure.
    if (this.run !== run || this.broken) return;
    this.broken = true;
    this.onFault(`no sound: ${why}`);
  }
}
