import { afterEach, expect, it, vi } from 'vitest';
import { ImportProgress } from '../../src/cli/corpus/import-progress.js';

afterEach(() => void vi.useRealTimers());

/** What stands on stderr after each step, 0.5 s apart. */
function shown(enabled: boolean, steps: readonly Parameters<ImportProgress['update']>[]): string[] {
  vi.useFakeTimers({ toFake: ['performance'] });
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const progress = new ImportProgress(enabled);
  for (const step of steps) {
    vi.advanceTimersByTime(500);
    progress.update(...step);
  }
  progress.clear();
  const lines = written.mock.calls.map(([text]) => text.toString().replace('\r\x1b[K', ''));
  written.mockRestore();
  return lines;
}

const half = '############------------';

it('says how far an import is that takes more than a moment, and takes the line away', () => {
  const steps = [0, 0.1, 0.25, 0.5].map((share): [string, number, number, number] => ['call', share, 0, 1]);
  expect(shown(true, steps)).toEqual([
    'call [######------------------] 25 %, 5 s left',
    `call [${half}] 50 %, 2 s left`,
    '',
  ]);
});

it('counts recordings where there are several', () => {
  const steps = [0, 1, 2].map((before): [string, number, number, number] => [`${before}.wav`, 0, before, 4]);
  expect(shown(true, steps)).toEqual([`2.wav [${half}] 50 %, 3 of 4, 2 s left`, '']);
});

it('writes nothing where nobody watches', () => {
  expect(shown(false, Array(9).fill(['call', 0.5, 0, 1]))).toEqual([]);
});
