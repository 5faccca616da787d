/** Drops sockets whose other end vanished without a close: those that left two pings in a row unanswered. */
import type { WebSocket } from 'ws';

export class Heartbeat {
  private unanswered = 0;
  private lastPingMs: number;

  constructor(
    private readonly socket: WebSocket,
    private readonly everySec: number,
    wallNowMs: number,
  ) {
    this.lastPingMs = wallNowMs;
    socket.on('pong', () => (this.unanswered = 0));
  }

  /** @param reading false while the socket is not read: its pongs cannot arrive then. */
  tick(wallNowMs: number, reading: boolean): void {
    if (!reading) this.unanswered = 0;
    if (wallNowMs - this.lastPingMs < this.everySec * 1000) return;
    if (this.unanswered >= 2) return this.socket.terminate();
    this.unanswered += 1;
    this.lastPingMs = wallNowMs;
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }
}
