/**
 * Idle timeout on audio time (docs/protocol.md, "Idle sessions"). Close and warning fall on steps of
 * the grid: the close on the first step at which nobody has spoken for `idle_timeout_s`, the warning on the last step that
 * still leaves `close_in_s` before the close.
 *
 * How it works:
 * - The clock stands still while the agent is known to speak: the session waits for the agent then, not for the caller.
 * - A sound that voice activity takes for speech starts the clock again at once. If it turns out to have no words, a cough or
 *   noise, the clock goes back to where it would be without that sound. So coughs do not hold a session open for ever.
 * - A warning given stays true: the close never comes sooner than `close_in_s` after it.
 */
import { roundMs } from '../../protocol/grid.js';

/** Step times are rounded to milliseconds, so a step may look this many seconds early or late. */
const ROUNDING_SEC = 0.0006;

/** How long before the close the warning is sent, in seconds. */
export const idleWarningSec = (idleTimeoutSec: number): number => roundMs(Math.min(10, idleTimeoutSec / 2));

/** A moment from which the clock can run. */
interface Mark {
  readonly tSec: number;
  /** Seconds that the agent had spoken in the session by then. */
  readonly agentSec: number;
  /** When the warning was sent for the quiet stretch that begins here; undefined before it. */
  readonly warnedAtSec: number | undefined;
}

export class IdleTimer {
  readonly closeInSec: number;
  private since: Mark = { tSec: 0, agentSec: 0, warnedAtSec: undefined };
  /** Where the clock goes back to if the newest sound has no words. */
  private beforeSound: Mark | undefined;
  private agentSince: number | undefined;
  private agentSec = 0;

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

  /** Voice activity begins at `tSec`; `words` will say whether it is speech. */
  soundStart(tSec: number): void {
    this.beforeSound ??= this.since;
    this.sound(tSec);
  }

  /** Voice activity goes on until `tSec`. */
  sound(tSec: number): void {
    this.since = { tSec, agentSec: this.agentSecAt(tSec), warnedAtSec: undefined };
  }

  /** What the newest sound says. @param words '' if nothing; undefined if no recogniser runs: then it counts as speech */
  words(words: string | undefined): void {
    if (this.beforeSound && words === '') this.since = this.beforeSound;
    this.beforeSound = undefined;
  }

  agentStart(tSec: number): void {
    this.agentSince ??= tSec;
  }

  agentEnd(tSec: number): void {
    this.agentSec = this.agentSecAt(tSec);
    this.agentSince = undefined;
  }

  /** Call at each grid step. `warn` comes once per quiet stretch; `close` ends the session. */
  step(tSec: number): 'warn' | 'close' | undefined {
    if (this.idleTimeoutSec <= 0) return undefined;
    const { since } = this;
    const quiet = roundMs(tSec - since.tSec - (this.agentSecAt(tSec) - since.agentSec));
    if (since.warnedAtSec !== undefined) {
      const warnedFor = roundMs(tSec - since.warnedAtSec);
      return quiet >= this.idleTimeoutSec && warnedFor >= this.closeInSec - ROUNDING_SEC
        ? 'close'
        : undefined;
    }
    if (this.agentSince !== undefined || quiet <= 0 || !this.nextIsTooLate(quiet)) return undefined;
    this.since = { ...since, warnedAtSec: tSec };
    return 'warn';
  }

  /** True if a warning at the next step would leave less time than `close_in_s`. */
  private nextIsTooLate(quiet: number): boolean {
    const stepsLeft = Math.ceil((this.idleTimeoutSec - quiet - ROUNDING_SEC) / this.stepSec);
    return roundMs((stepsLeft - 1) * this.stepSec) < this.closeInSec;
  }

  private agentSecAt(tSec: number): number {
    return this.agentSec + (this.agentSince === undefined ? 0 : Math.max(0, tSec - this.agentSince));
  }
}
