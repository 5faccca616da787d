/** Shows the progress of a command on stderr, in one line that is redrawn; only on a terminal. */

/** No line is shown before this many ms, so that short commands show none. */
const QUIET_MS = 1500;
const REDRAW_MS = 200;
const BAR_CELLS = 24;

export class ProgressLine {
  private readonly startedAt = performance.now();
  private drawnAt = 0;
  private isShown = false;

  constructor(private readonly enabled = process.stderr.isTTY) {}

  /** Redraws at most every REDRAW_MS, and not before QUIET_MS. */
  update(text: (elapsedSec: number) => string): void {
    const now = performance.now();
    if (now - this.startedAt < QUIET_MS || now - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = now;
    this.show(text);
  }

  show(text: (elapsedSec: number) => string): void {
    if (!this.enabled) return;
    this.isShown = true;
    process.stderr.write(`\r\x1b[K${text((performance.now() - this.startedAt) / 1000)}`);
  }

  clear(): void {
    if (this.isShown) process.stderr.write('\r\x1b[K');
    this.isShown = false;
  }
}

/** Progress of a recording in `run`; `totalSec` is undefined if its length is unknown. */
export function runProgress(name: string, doneSec: number, totalSec: number | undefined) {
  return (elapsedSec: number): string => {
    const speed = doneSec / elapsedSec;
    const eta = totalSec === undefined ? '' : `, ${Math.ceil((totalSec - doneSec) / speed)} s left`;
    return `${name} ${bar(doneSec, totalSec)} ${speed.toFixed(0)}x real time${eta}`;
  };
}

/** @param share done of the current recording, 0 to 1. @param before recordings of `total` that are done. */
export function importProgress(name: string, share: number, before: number, total: number) {
  return (elapsedSec: number): string => {
    const done = before + share;
    // The estimate assumes that all recordings are equally long.
    const left = done === 0 ? '' : `, ${Math.ceil(elapsedSec * (total / done - 1))} s left`;
    const which = total === 1 ? '' : `, ${before + 1} of ${total}`;
    return `${name} ${bar(done, total)}${which}${left}`;
  };
}

function bar(done: number, total: number | undefined): string {
  if (total === undefined) return `${done.toFixed(0)} s`;
  const share = Math.min(1, done / total);
  const full = Math.round(share * BAR_CELLS);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_CELLS - full)}] ${Math.round(share * 100)} %`;
}
