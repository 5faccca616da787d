/** Moments that the person marked with `m`: kept beside the log as Audacity labels, written at once. */
import { lineLogAtFirst, type LineLog } from '../../sinks/index.js';

export class Marks {
  readonly list: number[] = [];
  private readonly file: LineLog | undefined;

  /** @param logFile the session's `--out`; without a file the marks are only reported at the end. */
  constructor(logFile: string | undefined) {
    if (logFile !== undefined && logFile !== '-')
      this.file = lineLogAtFirst(`${logFile.replace(/\.jsonl$/, '')}.marks.txt`);
  }

  add(tSec: number): void {
    this.list.push(tSec);
    this.file?.write(`${tSec.toFixed(3)}\t${tSec.toFixed(3)}\tmark ${this.list.length}\n`);
  }

  close(): void {
    this.file?.close();
  }
}
