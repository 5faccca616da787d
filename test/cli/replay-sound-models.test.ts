/** The sound of `replay --audio`, heard by a player program on PATH: a process of its own over a pipe of its own. */
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { wavBytes } from '../../src/audio/index.js';
import { toJsonLine } from '../../src/protocol/index.js';
import { callLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';
import { hasTmux, TerminalPane } from '../helpers/terminal-pane.js';

const tempDir = useTempDir();
let pane: TerminalPane;

/** Sample `i` is `i / 8`, so that every second sounds different. */
const SECONDS = 9;
const recording = Int16Array.from({ length: SECONDS * 16_000 }, (_, i) => Math.floor(i / 8));

/** Writes what it hears to `<dir>/heard.<n>` as it comes; then does as it is told. */
async function playerOnPath(atStart = ''): Promise<string> {
  const dir = await tempDir();
  const program = path.join(dir, 'play');
  await writeFile(
    program,
    `#!${process.execPath}
const fs = require('node:fs');
${atStart}
const file = ${JSON.stringify(path.join(dir, 'heard'))} + '.' + process.hrtime.bigint();
process.stdin.on('data', (bytes) => fs.appendFileSync(file, bytes));
`,
  );
  chmodSync(program, 0o755);
  return dir;
}

interface Heard {
  readonly rateHz: number;
  readonly fromSec: number;
  readonly seconds: number;
}

/** What each player heard, in the order they began; the samples must be those of the recording, in order. */
function heardIn(dir: string): Heard[] {
  const files = readdirSync(dir).filter((name) => name.startsWith('heard'));
  return files.sort().flatMap((name) => {
    const bytes = readFileSync(path.join(dir, name));
    if (bytes.length < 48) return [];
    const count = Math.floor((bytes.length - 44) / 2);
    const samples = new Int16Array(
      bytes.buffer.slice(bytes.byteOffset + 44, bytes.byteOffset + 44 + count * 2),
    );
    const from = recording.indexOf(samples[0]!);
    // Eight samples share a value; the one that fits tells.
    const start = [...Array(8).keys()].find((i) => samples[8 - i] !== samples[7 - i])! + from;
    expect(samples).toEqual(recording.slice(start, start + count));
    return [{ rateHz: bytes.readUInt32LE(24), fromSec: start / 16_000, seconds: count / 16_000 }];
  });
}

async function replay(dir: string, flags = ''): Promise<void> {
  const log = path.join(dir, 'call.jsonl');
  const audio = path.join(dir, 'call.wav');
  await writeFile(log, callLog().map(toJsonLine).join(''));
  await writeFile(audio, wavBytes(recording));
  pane.enter(
    `PATH='${dir}' '${process.execPath}' bin/turnwire.js replay '${log}' --audio '${audio}' ${flags}`,
  );
  await pane.until('screen', () => /^turnwire replay/.test(pane.text()));
}

/** Seconds on the screen. */
function shownSec(): number {
  const [, minutes, seconds] = /(\d+):(\d+\.\d) \//.exec(pane.text().split('\n')[0]!)!;
  return Number(minutes) * 60 + Number(seconds);
}

describe.skipIf(!hasTmux)('turnwire replay --audio on a terminal (needs tmux)', () => {
  beforeEach(async () => {
    pane = await TerminalPane.open();
  });
  afterEach(() => pane.close());

  it('plays from where the screen is, a little ahead of it', async () => {
    const dir = await playerOnPath();
    await replay(dir, '--from 2');
    await pane.until('sound', () => (heardIn(dir)[0]?.seconds ?? 0) > 1);
    const before = shownSec();
    const [heard, ...more] = heardIn(dir);
    const after = shownSec();
    expect(more).toEqual([]);
    expect(heard).toMatchObject({ rateHz: 16_000, fromSec: 2 });
    const until = heard!.fromSec + heard!.seconds;
    // Fed at most 0.4 s ahead; one screen update and one tick behind at most.
    expect(until).toBeGreaterThan(before - 0.2);
    expect(until).toBeLessThan(after + 0.4 + 0.2);
    pane.type('q');
    await pane.until('prompt', () => pane.state() === '0 1');
  });

  it('is silent in a pause and after a seek goes on at the new place', async () => {
    const dir = await playerOnPath();
    await replay(dir, '--speed 0.5 --from 5.5');
    await pane.until('sound', () => heardIn(dir).length === 1);
    pane.type(' ');
    await pane.until('pause', () => /paused/.test(pane.text()));
    await sleep(500);
    const pausedAt = shownSec();
    const paused = heardIn(dir);
    await sleep(500);
    expect(heardIn(dir)).toEqual(paused);
    pane.type(' ');
    await pane.until('more', () => heardIn(dir).length === 2);
    const resumed = heardIn(dir)[1]!;
    expect(resumed.fromSec).toBeGreaterThanOrEqual(pausedAt - 0.1);
    expect(resumed.fromSec).toBeLessThan(pausedAt + 0.5);
    const leftAt = shownSec();
    pane.press('Left');
    await pane.until('sought sound', () => heardIn(dir).length === 3);
    const sought = heardIn(dir)[2]!.fromSec;
    // Five seconds back from a place no earlier than the one shown before the key was pressed.
    expect(sought).toBeGreaterThan(leftAt - 5.1);
    // The screen shows tenths of a second and is drawn up to a tenth late.
    expect(sought).toBeLessThan(shownSec() + 0.2);
    expect(sought).toBeLessThan(resumed.fromSec);
    // To the end: what was handed over is the recording's last sample.
    pane.press('Right');
    await pane.until('end', () => shownSec() >= SECONDS);
    await pane.until('last sound', () => {
      const last = heardIn(dir).at(-1)!;
      return last.fromSec + last.seconds === SECONDS;
    });
  });

  it('plays twice as fast at a doubled rate, and says that 4x is not heard', async () => {
    const dir = await playerOnPath();
    await replay(dir, '--speed 2');
    await pane.until('sound', () => (heardIn(dir)[0]?.seconds ?? 0) > 1.5);
    expect(heardIn(dir)[0]).toMatchObject({ rateHz: 32_000, fromSec: 0 });
    pane.type('+');
    await pane.until('notice', () => pane.text().includes('4x (sound from 0.5x to 2x)'));
    expect(heardIn(dir)).toHaveLength(1);
  });

  it('goes on without sound when the player fails, and says why', async () => {
    const dir = await playerOnPath("process.stderr.write('no such device\\n'); process.exit(2);");
    await replay(dir);
    await pane.until('notice', () =>
      pane.text().includes('no sound: play ended with exit code 2 (no such device)'),
    );
    const at = shownSec();
    await pane.until('progress', () => shownSec() > at + 0.5);
  });

  it('says how to get a player where there is none, and is silent with --no-sound', async () => {
    const dir = await tempDir();
    await replay(dir);
    await pane.until('notice', () =>
      pane.text().includes('no program to play sound on PATH (play, aplay, ffplay)'),
    );
    pane.type('q');
    await pane.until('prompt', () => pane.state() === '0 1');
    const other = await playerOnPath();
    await replay(other, '--no-sound');
    await pane.until('a second', () => shownSec() >= 1);
    expect(readdirSync(other).filter((name) => name.startsWith('heard'))).toEqual([]);
    expect(existsSync(path.join(other, 'play'))).toBe(true);
  });
});
