/**
 * Divides the screen into bands of a few rows, each an ink application of its own. Ink processes every character that it draws at
 * each frame, so a band whose lines did not change must not be drawn. At 120x40 a frame takes 18 ms as one application and 6 to
 * 7 ms in bands, with React's production build; the screen uses 8.0 to 8.5 % of a core (docs/decisions/2026-11-21-screen.md).
 */
import type { Line } from './line.js';

/** Rows of a band. The head of the screen, which changes at each frame, fills one band. */
const BAND_ROWS = 4;

/** A band on the screen. */
export interface MountedBand {
  /** Draws the band again, because the screen was cleared or resized. */
  redraw(): void;
  unmount(): void;
}

export type MountBand = (source: BandSource, topRow: number) => MountedBand;

/** Holds the lines of a band and notifies the band of new ones. */
export class BandSource {
  private listener = (): void => {};
  private current: Line[] = [];
  private key = '';

  subscribe(listener: () => void): () => void {
    this.listener = listener;
    return () => void (this.listener = () => {});
  }

  lines(): Line[] {
    return this.current;
  }

  /** Sets the lines; notifies the band only if they changed. */
  show(lines: readonly Line[]): void {
    const trimmed = lines.map(withoutTrailingSpace);
    const key = JSON.stringify(trimmed);
    if (key === this.key) return;
    this.key = key;
    this.current = trimmed;
    this.listener();
  }
}

export class Bands {
  private bands: { source: BandSource; mounted: MountedBand }[] = [];

  constructor(private readonly mount: MountBand) {}

  show(lines: readonly Line[]): void {
    const wanted = Math.ceil(lines.length / BAND_ROWS);
    while (this.bands.length > wanted) this.bands.pop()!.mounted.unmount();
    for (let i = 0; i < wanted; i++) {
      const part = lines.slice(i * BAND_ROWS, (i + 1) * BAND_ROWS);
      const band = this.bands[i];
      if (band) band.source.show(part);
      else {
        const source = new BandSource();
        source.show(part);
        this.bands.push({ source, mounted: this.mount(source, i * BAND_ROWS) });
      }
    }
  }

  redraw(): void {
    this.bands.forEach(({ mounted }) => mounted.redraw());
  }

  unmount(): void {
    this.bands.splice(0).forEach(({ mounted }) => mounted.unmount());
  }
}

/** Drops trailing spaces: the painter clears to the end of the line anyway. */
function withoutTrailingSpace(line: Line): Line {
  const kept = [...line];
  for (let last = kept.at(-1); last && !last.inverse; last = kept.at(-1)) {
    const text = last.text.trimEnd();
    if (text === last.text) break;
    kept.pop();
    if (text !== '') {
      kept.push({ ...last, text });
      break;
    }
  }
  return kept;
}
