/**
 * The sound of a replay: a player program (sox, ALSA's aplay or ffplay) fed over a pipe with a WAV stream that begins
 * where the screen is. It is fed only a little ahead of the screen; a pause, a seek or another speed ends the program
 * and begins a new one, so that nothing old is heard. Speed is pitch too, as on a tape.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { bytesFromSamples, installHint, wavHeader } from '../../audio/index.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { isOnPath } from '../machine/program-on-path.js';

/** In order of preference; all take a WAV stream on stdin. */
const PLAYERS = [
  { program: 'play', args: ['-q', '--buffer', '1024', '-t', 'wav', '-'] },
  { program: 'aplay', args: ['-q', '-t', 'wav', '-'] },
  { program: 'ffplay', args: ['-loglevel', 'error', '-nodisp', '-autoexit', '-f', 'wav', '-i', '-'] },
] as const;

/** Slower or faster than this is not understood any more, and is shown without sound. */
export const HEARD_SPEEDS = [0.5, 2] as const;
/** Sound handed to the program ahead of the screen, wall seconds. */
const LEAD_SEC = 0.4;

interface Run {
  readonly child: ChildProcess;
  /** Next sample to hand over. */
  next: number;
}

export class SoundPlayer {
  private run: Run | undefined;
  private broken = false;

  /** @param onFault told once, in a sentence, when the program fails; the replay goes on without sound. */
  constructor(
    private readonly samples: Int16Array,
    private readonly onFault: (sentence: string) => void,
  ) {}

  /** What keeps sound from being heard at all; undefined when a player is on PATH. */
  static missing(): string | undefined {
    if (PLAYERS.some(({ program }) => isOnPath(program))) return undefined;
    const names = PLAYERS.map(({ program }) => program).join(', ');
    return `no program to play sound on PATH (${names}): install one with ${installHint('sox')}; the level is shown without it`;
  }

  /** The screen is at `tSec` and moves at `speed`. Call at every tick while it moves. */
  follow(tSec: number, speed: number): void {
    if (this.broken || speed < HEARD_SPEEDS[0] || speed > HEARD_SPEEDS[1]) return;
    const from = Math.round(tSec * SAMPLE_RATE_HZ);
    this.run ??= from < this.samples.length ? this.begin(from, speed) : undefined;
    if (!this.run) return;
    this.handOver(from + Math.round(LEAD_SEC * speed * SAMPLE_RATE_HZ));
  }

  /** The screen has come to its end, `tSec`: the program plays out what there is up to it and leaves by itself. */
  finish(tSec: number): void {
    if (!this.run || this.run.child.stdin!.writableEnded) return;
    this.handOver(Math.round(tSec * SAMPLE_RATE_HZ));
    this.run.child.stdin!.end();
  }

  /** Silence at once; the next `follow` begins anew, wherever that is. */
  stop(): void {
    const run = this.run;
    this.run = undefined;
    run?.child.kill();
  }

  /** Gives the program the sound up to absolute sample `until`. */
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
    // A program that is gone shows in its exit.
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
    // One that we stopped ends by our signal.
    if (this.run !== run || this.broken) return;
    this.broken = true;
    this.onFault(`no sound: ${why}`);
  }
}
