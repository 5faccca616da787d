/**
 * The screen as bands of a few rows, each an ink application of its own: ink takes apart every character of what it
 * draws at each frame, so a band whose lines did not change must not be drawn. At 120x40 a frame cost 18 ms as
 * one application and costs 6 to 7 ms in bands with React's production build; the screen takes 8.0 to 8.5 % of a core
 * (docs/decisions/2026-11-21-screen.md).
 */
import type { Line } from './line.js';

/** Rows of a band: the head of the screen, which changes at each frame, is one. */
const BAND_ROWS = 4;

/** What a mounted band gives back. */
export interface MountedBand {
  /** The screen was cleared, or has another size: draw again. */
  redraw(): void;
  unmount(): void;
}

export type MountBand = (source: BandSource, topRow: number) => MountedBand;

/** Where a band gets its lines and learns that there are new ones. */
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

  /** Tells the band only when something is different. */
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

/** The painter clears to the end of the line; spaces need not be drawn. */
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
