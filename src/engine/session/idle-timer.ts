/**
 * Idle timeout on audio time (service-v2 section 3; decisions.md: the warning comes min(10, idle / 2) s before). Both fall on
 * steps of the grid: the close on the first that is late enough, the warning on the last that leaves the time it tells.
 */
import { roundMs } from '../../protocol/grid.js';

/** Times of steps are rounded to milliseconds: so much may a step seem early or late, seconds. */
const ROUNDING_SEC = 0.0006;

/** So long before the close comes its warning, seconds. */
export const idleWarningSec = (idleTimeoutSec: number): number => roundMs(Math.min(10, idleTimeoutSec / 2));

export class IdleTimer {
  private lastSpeechSec = 0;
  private warned = false;
  readonly closeInSec: number;

  /**
   * @param idleTimeoutSec 0 or less never fires.
   * @param stepSec between two steps of the grid.
   */
  constructor(
    private readonly idleTimeoutSec: number,
    private readonly stepSec: number,
  ) {
    this.closeInSec = idleWarningSec(idleTimeoutSec);
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
    if (this.warned || quiet <= 0 || !this.nextIsTooLate(quiet)) return undefined;
    this.warned = true;
    return 'warn';
  }

  /** Whether a warning at the next step would leave less than it tells. */
  private nextIsTooLate(quiet: number): boolean {
    const stepsLeft = Math.ceil((this.idleTimeoutSec - quiet - ROUNDING_SEC) / this.stepSec);
    return roundMs((stepsLeft - 1) * this.stepSec) < this.closeInSec;
  }
}
