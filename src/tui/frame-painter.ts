/**
 * Paints ink's frames by rewriting only the lines that changed, each at its place. Ink 6.8 has this built in
 * (`incrementalRendering`) but leaves the top line behind when a frame ends in a line break, and its plain mode erases
 * the whole frame each time, which flickers; so ink writes whole frames here (its `debug` mode) and we diff them.
 */
import { Writable } from 'node:stream';

/** What ink needs of a stdout, and what we add. */
export class FramePainter extends Writable {
  readonly isTTY = true;
  private painted: string[] = [];

  constructor(private readonly screen: Pick<NodeJS.WriteStream, 'columns' | 'rows' | 'write'>) {
    super({ decodeStrings: false });
  }

  get columns(): number {
    return this.screen.columns || 80;
  }

  get rows(): number {
    return this.screen.rows || 24;
  }

  /** Blank screen; the next frame is painted whole. */
  clear(): void {
    this.painted = [];
    this.screen.write('\x1b[2J');
  }

  override _write(frame: string, _encoding: BufferEncoding, done: () => void): void {
    const lines = frame.split('\n').slice(0, this.rows);
    let out = '';
    for (let row = 0; row < Math.max(lines.length, this.painted.length); row++) {
      const line = lines[row] ?? '';
      if (line !== this.painted[row]) out += `\x1b[${row + 1};1H${line}\x1b[0m\x1b[K`;
    }
    this.painted = lines;
    if (out !== '') this.screen.write(out);
    done();
  }
}
