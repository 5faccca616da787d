/**
 * Writes the logs of several recordings to stdout, one after the other, in the order of the recordings. The first unfinished
 * recording writes through; the text of later ones waits for its turn. Called by recording-output.ts.
 */
import { outputError } from '../../sinks/index.js';
import { isClosedPipe } from '../terminal/closed-pipe.js';

export class OrderedStdout {
  private current = 0;
  private readonly kept = new Map<number, string>();
  private readonly finished = new Set<number>();
  private readerGone = false;

  /**
   * @param needsReader True: a reader that leaves (`| head`) ends the run, because the run writes nothing else. False: the run
   * continues for its other files, and text for stdout is dropped.
   */
  constructor(private readonly needsReader: boolean) {}

  async write(index: number, text: string): Promise<void> {
    if (index === this.current) await this.print(text);
    else this.kept.set(index, (this.kept.get(index) ?? '') + text);
  }

  async finish(index: number): Promise<void> {
    this.finished.add(index);
    while (this.finished.has(this.current)) {
      this.current += 1;
      const text = this.kept.get(this.current);
      this.kept.delete(this.current);
      if (text) await this.print(text);
    }
  }

  private async print(text: string): Promise<void> {
    if (this.readerGone) return;
    try {
      await writeStdout(text);
    } catch (error) {
      if (this.needsReader || !isClosedPipe(error)) throw error;
      this.readerGone = true;
    }
  }
}

function writeStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) resolve();
      else reject(outputError('stdout', error));
    });
  });
}
