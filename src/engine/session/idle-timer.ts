/**
 * Idle timeout on audio time (docs/protocol.md, "Idle sessions"). Close and warning fall on steps of the
 * grid: the close on the first step at which the silence has lasted `idle_timeout_s`, the warning on the last step that
 * still leaves `close_in_s` before the close.
 */
import { roundMs } from '../../protocol/grid.js';

/** Step times are rounded to milliseconds, so a step may look this many seconds early or late. */
const ROUNDING_SEC = 0.0006;

/** How long before the close the warning is sent, in seconds. */
export const idleWarningSec = (idleTimeoutSec: number): number => roundMs(Math.min(10, idleTimeoutSec / 2));

export class IdleTimer {
  private lastSpeechSec = 0;
  private warned = false;
  readonly closeInSec: number;

  /**
   * @param idleTimeoutSec 0 or less never fires.
   * @param stepSec seconds between two steps of the grid.
   */
  constructor(
    private readonly idleTimeoutSec: number,
    private readonly stepSec: number,
  ) {
    this.closeInSec = idleWarningSec(idleTimeoutSec);
  }

  /** Somebody spoke at `tSec`: the timer starts again from there. */
  speech(tSec: number): void {
    this.lastSpeechSec = tSec;
    this.warned = false;
  }

  /** Call at each grid step. `warn` comes once per quiet stretch; `close` ends the session. */
  step(tSec: number): 'warn' | 'close' | undefined {
    if (this.idleTimeoutSec <= 0) return undefined;
    const quiet = roundMs(tSec - this.lastSpeechSec);
    if (quiet >= this.idleTimeoutSec && this.warned) return 'close';
    if (this.warned || quiet <= 0 || !this.nextIsTooLate(quiet)) return undefined;
    this.warned = true;
    return 'warn';
  }

  /** True if a warning at the next step would leave less time than `close_in_s`. */
  private nextIsTooLate(quiet: number): boolean {
    const stepsLeft = Math.ceil((this.idleTimeoutSec - quiet - ROUNDING_SEC) / this.stepSec);
    return roundMs((stepsLeft - 1) * this.stepSec) < this.closeInSec;
  }
}
