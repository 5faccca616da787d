import { afterEach, expect, it, vi } from 'vitest';
import { importProgress, ProgressLine, runProgress } from '../../src/cli/terminal/progress-line.js';

afterEach(() => void vi.useRealTimers());

/** What stands on stderr after each step, 0.5 s apart. */
function shown(enabled: boolean, steps: readonly ((elapsedSec: number) => string)[]): string[] {
  vi.useFakeTimers({ toFake: ['performance'] });
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const progress = new ProgressLine(enabled);
  for (const step of steps) {
    vi.advanceTimersByTime(500);
    progress.update(step);
  }
  progress.clear();
  const lines = written.mock.calls.map(([text]) => text.toString().replace('\r\x1b[K', ''));
  written.mockRestore();
  return lines;
}

const half = '############------------';

it('says how far an import is that takes more than a moment, and takes the line away', () => {
  const steps = [0, 0.1, 0.25, 0.5].map((share) => importProgress('call', share, 0, 1));
  expect(shown(true, steps)).toEqual([
    'call [######------------------] 25 %, 5 s left',
    `call [${half}] 50 %, 2 s left`,
    '',
  ]);
});

it('counts recordings where there are several', () => {
  const steps = [0, 1, 2].map((before) => importProgress(`${before}.wav`, 0, before, 4));
  expect(shown(true, steps)).toEqual([`2.wav [${half}] 50 %, 3 of 4, 2 s left`, '']);
});

it('says how fast a recording is run, also one that does not say how long it is', () => {
  const steps = (totalSec?: number) => [0, 1, 30].map((doneSec) => runProgress('a.wav', doneSec, totalSec));
  expect(shown(true, steps(60))).toEqual([`a.wav [${half}] 50 % 20x real time, 2 s left`, '']);
  expect(shown(true, steps())).toEqual(['a.wav 30 s 20x real time', '']);
});

it('writes nothing where nobody watches', () => {
  expect(shown(false, Array(9).fill(importProgress('call', 0.5, 0, 1)))).toEqual([]);
});
