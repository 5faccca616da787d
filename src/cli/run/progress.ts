/** A progress line on stderr, only on a terminal and only for runs longer than a moment. */
export const QUIET_MS = 1500;
export const REDRAW_MS = 200;
const BAR_CELLS = 24;

export class Progress {
  private readonly startedAt = performance.now();
  private drawnAt = 0;
  private shown = false;

  constructor(private readonly enabled = process.stderr.isTTY) {}

  update(name: string, doneSec: number, totalSec: number | undefined): void {
    const now = performance.now();
    if (!this.enabled || now - this.startedAt < QUIET_MS || now - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = now;
    this.shown = true;
    const speed = doneSec / ((now - this.startedAt) / 1000);
    const eta = totalSec === undefined ? '' : `, ${Math.ceil((totalSec - doneSec) / speed)} s left`;
    process.stderr.write(`\r\x1b[K${name} ${bar(doneSec, totalSec)} ${speed.toFixed(0)}x real time${eta}`);
  }

  clear(): void {
    if (this.shown) process.stderr.write('\r\x1b[K');
    this.shown = false;
  }
}

export function bar(doneSec: number, totalSec: number | undefined): string {
  if (totalSec === undefined) return `${doneSec.toFixed(0)} s`;
  const share = Math.min(1, doneSec / totalSec);
  const full = Math.round(share * BAR_CELLS);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR_CELLS - full)}] ${Math.round(share * 100)} %`;
}
