import type { WebSocket } from 'ws';

/** How long the service may take to answer our close, in wall ms, before the socket is cut off. Chosen by hand. */
const HANG_UP_MS = 2_000;

/** Closes with a close frame; cuts the socket off if the service does not answer in time or reads too slowly. */
export function hangUp(socket: WebSocket): void {
  const timer = setTimeout(() => socket.terminate(), HANG_UP_MS);
  socket.once('close', () => clearTimeout(timer)).close();
}
