import { expect, it } from 'vitest';
import { interruption } from '../../src/cli/interruption.js';

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s is heard once, and leaves the next of either kind to end the process',
  async (first) => {
    const listeners = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')];
    const before = listeners();
    const { signal, release } = interruption();
    expect(signal.aborted).toBe(false);
    // What listens beside it must not think that nobody waits for the first one.
    let heard: number[] = [];
    process.once(first, () => (heard = listeners()));
    process.emit(first);
    expect(signal.aborted).toBe(true);
    expect(heard).toEqual(before.map((count) => count + 1));
    await Promise.resolve();
    expect(listeners()).toEqual(before);
    release();
    expect(listeners()).toEqual(before);
  },
);
