/** Moments that the person marked with `m`: kept beside the log as Audacity labels, written at once. */
import { openLineLog, type LineLog } from '../../sinks/index.js';

export class Marks {
  readonly list: number[] = [];
  private file: LineLog | undefined;

  /** @param logFile the session's `--out`; without a file the marks are only reported at the end. */
  constructor(private readonly logFile: string | undefined) {}

  add(tSec: number): void {
    this.list.push(tSec);
    if (this.logFile === undefined || this.logFile === '-') return;
    this.file ??= openLineLog(`${this.logFile.replace(/\.jsonl$/, '')}.marks.txt`);
    this.file.write(`${tSec.toFixed(3)}\t${tSec.toFixed(3)}\tmark ${this.list.length}\n`);
  }

  close(): void {
    this.file?.close();
  }
}
