/** Idle timeout on audio time (service-v2 section 3; decisions.md: the warning comes min(10, idle / 2) s before). */
import { roundMs } from '../protocol/grid.js';

export class IdleTimer {
  private lastSpeechSec = 0;
  private warned = false;
  readonly closeInSec: number;

  /** @param idleTimeoutSec 0 or less never fires. */
  constructor(private readonly idleTimeoutSec: number) {
    this.closeInSec = roundMs(Math.min(10, idleTimeoutSec / 2));
  }

  speech(tSec: number): void {
    this.lastSpeechSec = tSec;
    this.warned = false;
  }

  /** Call at each grid step; `warn` comes once per quiet stretch, `close` ends the session. */
  step(tSec: number): 'warn' | 'close' | undefined {
    if (this.idleTimeoutSec <= 0) return undefined;
    const quiet = roundMs(tSec - this.lastSpeechSec);
    if (quiet >= this.idleTimeoutSec && this.warned) return 'close';
    if (this.warned || quiet < roundMs(this.idleTimeoutSec - this.closeInSec)) return undefined;
    this.warned = true;
    return 'warn';
  }
}
