import type { WebSocket } from 'ws';

/** Wall milliseconds a service has to answer the close of a session that failed on our side. */
const HANG_UP_MS = 2_000;

/** Closes properly; a service that does not answer the close within the time, or reads too slowly, is cut off. */
export function hangUp(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), HANG_UP_MS);
  socket.once('close', () => clearTimeout(timer)).close();
}
