/** Moments that the person marked with the key `m`: written at once, as Audacity labels, into a file beside the log. */
import { statSync } from 'node:fs';
import { checkedLineLog, type LineLog } from '../../sinks/index.js';

export class Marks {
  readonly list: number[] = [];
  private readonly file: LineLog | undefined;

  /**
   * @param logFile the session's `--out`. If it is no plain file, the marks are only listed at the end.
   * @throws TurnwireError kind `usage` if no file can be written beside it.
   */
  constructor(logFile: string | undefined) {
    if (logFile !== undefined && hasPlaceBeside(logFile))
      this.file = checkedLineLog(`${logFile.replace(/\.jsonl$/, '')}.marks.txt`);
  }

  /** Adds the mark to the list, then to the file. @throws TurnwireError if the file cannot be written */
  add(tSec: number): void {
    this.list.push(tSec);
    this.file?.write(`${tSec.toFixed(3)}\t${tSec.toFixed(3)}\tmark ${this.list.length}\n`);
  }

  close(): void {
    this.file?.close();
  }
}

/** False for stdout, a pipe (`>(jq …)`) or a device. */
function hasPlaceBeside(logFile: string): boolean {
  return logFile !== '-' && (statSync(logFile, { throwIfNoEntry: false })?.isFile() ?? true);
}
