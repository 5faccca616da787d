import { afterEach, expect, it, vi } from 'vitest';
import { callLog } from '../helpers/events.js';

const view = { reset: vi.fn(), notice: vi.fn(), close: vi.fn() };
vi.mock('../../src/tui/index.js', async (original) => ({
  ...(await original<object>()),
  wantsPlain: () => false,
  /** The window is closed while its screen opens. */
  openView: async () => {
    process.emit('SIGHUP', 'SIGHUP');
    return view;
  },
}));
const { playLog } = await import('../../src/cli/replay/play-log.js');

afterEach(() => void vi.restoreAllMocks());

it('gives the terminal back where the window is closed while the screen opens', async () => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  try {
    await playLog('call.jsonl', callLog(), { speed: '1', from: '0', sound: false, format: 'jsonl' } as never);
  } finally {
    process.stdout.isTTY = isTTY;
  }
  expect(view.close).toHaveBeenCalledOnce();
  expect(process.listenerCount('SIGHUP')).toBe(0);
});
