/**
 * Paints ink's frames by rewriting only the lines that changed. Ink 6.8 can do this itself (`incrementalRendering`), but it leaves
 * the top line behind if a frame ends in a line break, and its plain mode erases the whole frame each time, which flickers. So ink
 * writes whole frames into this stream (its `debug` mode), which compares them line by line.
 */
import { Writable } from 'node:stream';

/** A stream with the properties of stdout that ink needs. */
export class FramePainter extends Writable {
  readonly isTTY = true;
  private painted: string[] = [];

  /** @param top first row of the screen that the frames cover, from 0. */
  constructor(
    private readonly screen: Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'write'>,
    private readonly top = 0,
  ) {
    super({ decodeStrings: false });
  }

  get columns(): number {
    return this.screen.columns || 80;
  }

  get rows(): number {
    return this.screen.rows || 24;
  }

  /** Call when the screen was cleared: the next frame is painted whole. */
  forget(): void {
    this.painted = [];
  }

  override _write(frame: string, _encoding: BufferEncoding, done: () => void): void {
    const lines = frame.split('\n').slice(0, this.rows - this.top);
    let out = '';
    for (let row = 0; row < Math.max(lines.length, this.painted.length); row++) {
      const line = lines[row] ?? '';
      if (line !== this.painted[row]) out += `\x1b[${this.top + row + 1};1H${line}\x1b[0m\x1b[K`;
    }
    this.painted = lines;
    if (out !== '') this.screen.write(out);
    done();
  }
}
