/** How far an import is, on stderr: a line that is redrawn, on a terminal only and only for one longer than a moment. */
import { bar, QUIET_MS, REDRAW_MS } from '../run/progress.js';

export class ImportProgress {
  private readonly startedAt = performance.now();
  private drawnAt = 0;
  private isShown = false;

  constructor(private readonly enabled = process.stderr.isTTY) {}

  /** @param share of the recording that is in hand, 0 to 1; `before` of `total` recordings are done. */
  update(name: string, share: number, before: number, total: number): void {
    const now = performance.now();
    if (!this.enabled || now - this.startedAt < QUIET_MS || now - this.drawnAt < REDRAW_MS) return;
    this.drawnAt = now;
    this.isShown = true;
    const done = before + share;
    // As if recordings were equally long.
    const leftSec = ((now - this.startedAt) / 1000) * (total / done - 1);
    const left = done === 0 ? '' : `, ${Math.ceil(leftSec)} s left`;
    const which = total === 1 ? '' : `, ${before + 1} of ${total}`;
    process.stderr.write(`\r\x1b[K${name} ${bar(done, total)}${which}${left}`);
  }

  clear(): void {
    if (this.isShown) process.stderr.write('\r\x1b[K');
    this.isShown = false;
  }
}
