/** Lets Ctrl-C end a run over a queue even if its Redis is gone. Called by the run and by its workers. */
import type { QueueLink } from '../../eval/run/queue-link.js';
import { EXIT_INTERRUPTED } from '../terminal/interruption.js';

/** How long Redis may stay silent after Ctrl-C, in ms. Chosen by hand: less may lose a reply, more keeps the person waiting. */
const PATIENCE_MS = 5000;
/** Time between two checks of the connection, in ms. */
const POLL_MS = 100;

/** Ends the process when `signal` was aborted and Redis stays away. Finished recordings are in the run folder already. */
export function leaveLostQueue(link: QueueLink, signal: AbortSignal, say: (sentence: string) => void): void {
  const watch = (): void => {
    let silentMs = 0;
    const check = (): void => {
      silentMs = link.isLost() ? silentMs + POLL_MS : 0;
      if (silentMs < PATIENCE_MS) return;
      say(`${link.address} does not answer: ended without telling it`);
      // BullMQ would wait for Redis for ever.
      process.exit(EXIT_INTERRUPTED);
    };
    setInterval(check, POLL_MS).unref();
  };
  signal.addEventListener('abort', watch, { once: true });
}
