/** Moments that the person marked with `m`: kept beside the log as Audacity labels, written at once. */
import { statSync } from 'node:fs';
import { checkedLineLog, type LineLog } from '../../sinks/index.js';

export class Marks {
  readonly list: number[] = [];
  private readonly file: LineLog | undefined;

  /**
   * @param logFile the session's `--out`; without a file the marks are only reported at the end.
   * @throws TurnwireError kind `usage` when no file can be written beside it.
   */
  constructor(logFile: string | undefined) {
    if (logFile !== undefined && hasPlaceBeside(logFile))
      this.file = checkedLineLog(`${logFile.replace(/\.jsonl$/, '')}.marks.txt`);
  }

  /** @throws TurnwireError when the file cannot be written any more; the mark is in the list all the same. */
  add(tSec: number): void {
    this.list.push(tSec);
    this.file?.write(`${tSec.toFixed(3)}\t${tSec.toFixed(3)}\tmark ${this.list.length}\n`);
  }

  close(): void {
    this.file?.close();
  }
}

/** Beside stdout, a pipe (`>(jq …)`) or a device there is none. */
function hasPlaceBeside(logFile: string): boolean {
  return logFile !== '-' && (statSync(logFile, { throwIfNoEntry: false })?.isFile() ?? true);
}
