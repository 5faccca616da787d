import { expect, it } from 'vitest';
import { interruption } from '../../src/cli/interruption.js';

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s is heard once, and leaves the next of either kind to end the process',
  (first) => {
    const listeners = () => [process.listenerCount('SIGINT'), process.listenerCount('SIGTERM')];
    const before = listeners();
    const { signal, release } = interruption();
    expect(signal.aborted).toBe(false);
    process.emit(first);
    expect(signal.aborted).toBe(true);
    expect(listeners()).toEqual(before);
    release();
    expect(listeners()).toEqual(before);
  },
);
