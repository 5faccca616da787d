/** Who ends a run over a queue is not kept waiting by a Redis that is gone. Called by both ends of it. */
import type { QueueLink } from '../../eval/run/queue-link.js';
import { EXIT_INTERRUPTED } from '../terminal/interruption.js';

/** How long Redis may stay silent once the run is to end, ms. */
const PATIENCE_MS = 5000;
const LOOK_MS = 100;

/** Ends the process when `signal` was aborted and Redis stays away. Finished recordings are in the run folder already. */
export function leaveLostQueue(link: QueueLink, signal: AbortSignal, say: (sentence: string) => void): void {
  const watch = (): void => {
    let silentMs = 0;
    const look = (): void => {
      silentMs = link.isLost() ? silentMs + LOOK_MS : 0;
      if (silentMs < PATIENCE_MS) return;
      say(`${link.address} does not answer: left without a word to it`);
      // BullMQ waits for it without end.
      process.exit(EXIT_INTERRUPTED);
    };
    setInterval(look, LOOK_MS).unref();
  };
  signal.addEventListener('abort', watch, { once: true });
}
