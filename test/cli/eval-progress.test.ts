import { expect, it, vi } from 'vitest';
import { EvalProgress } from '../../src/cli/eval/eval-progress.js';

it('names what was odd about a recording that was measured, and what failed', () => {
  const about = { corpus: 'c', language: 'en', split: 'all', tags: {}, audio: 'a.wav', audioSec: 1 };
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const progress = new EvalProgress();
  progress.onResult({ ...about, id: 'odd', warnings: ['it is cut off'] }, 1, 3, 0);
  progress.onResult({ ...about, id: 'bad', error: 'it is empty' }, 2, 3, 0);
  progress.onResult({ ...about, id: 'fine' }, 3, 3, 0);
  const lines = written.mock.calls.map(([text]) => text).filter((text) => text.toString().startsWith('c/'));
  written.mockRestore();
  expect(lines).toEqual(['c/odd: it is cut off\n', 'c/bad: it is empty\n']);
});
