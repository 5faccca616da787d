/** Plays a log on the screen, with a clock of its own for speed, pauses and seeking. */
import { once } from 'node:events';
import path from 'node:path';
import { readSamples } from '../../audio/index.js';
import { DEFAULT_SCORER, policyFor } from '../../operating-points/policies.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import type { WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { LogFormat } from '../../sinks/index.js';
import { openView, wantsPlain, type Key, type TracePoint, type View } from '../../tui/index.js';
import { plainLine } from '../../tui/plain-lines.js';
import { interruption } from '../terminal/interruption.js';
import { soundLevel } from '../session/sound-level.js';
import { numberOption } from '../options/number-options.js';
import type { ReplayFlags } from './replay-flags.js';
import { exportListed } from './export-listed.js';
import { readTrace } from '../session/read-trace.js';
import { HEARD_SPEEDS, SoundPlayer } from './sound-player.js';
import { Timeline, type SoundPoint } from './timeline.js';

const TICK_MS = 100;
const SEEK_SEC = 5;
const SPEEDS = [0.1, 100] as const;

export async function playLog(file: string, events: WireEvent[], flags: ReplayFlags): Promise<void> {
  const speed = numberOption(flags.speed, '--speed', ...SPEEDS);
  const from = numberOption(flags.from, '--from', 0);
  const trace: TracePoint[] = flags.trace === undefined ? [] : await readTrace(flags.trace);
  const recording = flags.audio === undefined ? undefined : await readSamples(flags.audio);
  const timeline = new Timeline(events, trace, recording ? levelsOf(recording) : []);
  if (from > timeline.endSec)
    throw new TurnwireError(
      'usage',
      'after_the_end',
      `--from ${flags.from} is after the end: ${file === '-' ? 'the log' : file} ends at ${timeline.endSec.toFixed(1)} s`,
    );
  if (!process.stdout.isTTY || flags.plain || wantsPlain()) {
    printLines(events, from);
    return;
  }
  const player = new Player(file, events, timeline, flags.format, speed, Math.min(from, timeline.endSec));
  await player.play(recording && flags.sound ? recording : undefined);
}

/** Without a screen all lines from `fromSec` on are printed at once. */
function printLines(events: readonly WireEvent[], fromSec: number): void {
  let t = 0;
  for (const event of events) {
    if ('t' in event) t = event.t;
    if (event.type === 'session.summary') t = event.audio_s;
    const line = plainLine(event, t);
    if (line !== undefined && t >= fromSec) process.stdout.write(`${line}\n`);
  }
}

class Player {
  private view!: View;
  private sound: SoundPlayer | undefined;
  private paused = false;
  private stop = (): void => {};

  constructor(
    private readonly file: string,
    private readonly events: readonly WireEvent[],
    private readonly timeline: Timeline,
    private readonly format: LogFormat,
    private speed: number,
    private t: number,
  ) {}

  /** @param recording the sound to play; undefined: none. */
  async play(recording?: Int16Array): Promise<void> {
    const missing = recording && SoundPlayer.missing();
    const started = this.events.find((event) => event.type === 'session.started');
    const endpoint = started?.tier === 'full' ? 'stream' : 'room';
    // Signals are caught before the screen opens, so that closing the window meanwhile restores the terminal.
    const { signal, stop, release } = interruption();
    this.stop = stop;
    this.view = await openView({
      title: {
        command: 'replay',
        source: path.basename(this.file),
        endpoint,
        totalSec: this.timeline.endSec,
      },
      // The log names neither language nor scorer: the lines drawn are those of English and the default scorer.
      limits: (profile) => policyFor(endpoint, profile, 'en', {}, DEFAULT_SCORER),
      keys: 'q quit  space pause  ←→ 5 s  + - speed  n next turn end  p previous  e export',
      plain: false,
      onKey: (key) => this.onKey(key),
    });
    if (missing !== undefined) this.view.notice(missing);
    else if (recording) this.sound = new SoundPlayer(recording, (sentence) => this.view.notice(sentence));
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      if (!this.paused) {
        this.show(this.t + ((now - last) / 1000) * this.speed);
        this.playSound();
      }
      last = now;
    }, TICK_MS);
    this.show(this.t);
    this.playSound();
    try {
      if (!signal.aborted) await once(signal, 'abort');
    } finally {
      clearInterval(timer);
      this.sound?.stop();
      this.view.close();
      release();
    }
  }

  private show(t: number): void {
    const { endSec } = this.timeline;
    this.t = Math.max(0, Math.min(t, endSec));
    if (this.t === endSec) this.paused = true;
    const state = this.timeline.moveTo(this.t);
    this.view.reset({ ...state, paused: this.paused && !state.over });
  }

  /** Keeps the sound at the time of the screen. */
  private playSound(): void {
    if (this.t < this.timeline.endSec) this.sound?.follow(this.t, this.speed);
    else this.sound?.finish(this.t);
  }

  private onKey(key: Key): void {
    switch (key) {
      case 'q':
      case 'ctrl-c':
        this.stop();
        return;
      case ' ':
        if (this.t < this.timeline.endSec) this.paused = !this.paused;
        else this.seek(0);
        if (this.paused) this.sound?.stop();
        this.show(this.t);
        return;
      case 'left':
        this.seek(this.t - SEEK_SEC);
        return;
      case 'right':
        this.seek(this.t + SEEK_SEC);
        return;
      case 'n':
      case 'p': {
        const at = this.timeline.turnEnd(this.t, key === 'n' ? 'next' : 'previous');
        if (at === undefined) this.view.notice(key === 'n' ? 'no later turn end' : 'no earlier turn end');
        else this.seek(at);
        return;
      }
      case '+':
      case '=':
        this.setSpeed(this.speed * 2);
        return;
      case '-':
        this.setSpeed(this.speed / 2);
        return;
      case 'e':
        void exportListed(this.file, this.events, this.view, this.format).then(
          (sentence) => this.view.notice(sentence),
          (error: unknown) => this.view.notice(messageOf(error)),
        );
    }
  }

  private seek(t: number): void {
    this.sound?.stop();
    if (t < this.timeline.endSec && this.t === this.timeline.endSec) this.paused = false;
    this.show(t);
  }

  private setSpeed(speed: number): void {
    this.speed = Math.min(SPEEDS[1], Math.max(SPEEDS[0], speed));
    this.sound?.stop();
    const [least, most] = HEARD_SPEEDS;
    const silent = this.sound !== undefined && (this.speed < least || this.speed > most);
    this.view.notice(`${this.speed}x${silent ? ` (sound from ${least}x to ${most}x)` : ''}`);
  }
}

/** The recording's loudness, ten times a second. */
function levelsOf(samples: Int16Array): SoundPoint[] {
  const cell = SAMPLE_RATE_HZ / 10;
  return Array.from({ length: Math.floor(samples.length / cell) }, (_, i) => ({
    t: (i + 1) / 10,
    ...soundLevel(samples.subarray(i * cell, (i + 1) * cell)),
  }));
}
