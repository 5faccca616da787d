/** The part of the recording that the lanes show: zoom, move, and follow the sound. Pure; times in seconds. */
import type { Span } from '../view-data.js';

/** The shortest part that can be shown, in seconds: one grid step is 0.1 s. */
const SHORTEST_SEC = 1;

export class TimeWindow {
  private span: Span;

  constructor(private durationSec: number) {
    this.span = [0, durationSec];
  }

  get shown(): Span {
    return this.span;
  }

  get isWhole(): boolean {
    return this.length >= this.durationSec - 1e-9;
  }

  /** The recording has become longer; what is shown stays. */
  grow(durationSec: number): void {
    this.durationSec = Math.max(this.durationSec, durationSec);
  }

  /** Shows from `start` to `end`, within the recording. */
  show(start: number, end: number): void {
    const length = Math.min(
      this.durationSec,
      Math.max(Math.min(SHORTEST_SEC, this.durationSec), end - start),
    );
    const from = Math.max(0, Math.min(start, this.durationSec - length));
    this.span = [from, from + length];
  }

  /** @param factor below 1 shows less. @param at stays at its place on the screen. */
  zoom(factor: number, at = (this.span[0] + this.span[1]) / 2): void {
    const length = Math.min(this.durationSec, Math.max(SHORTEST_SEC, this.length * factor));
    const share = this.length === 0 ? 0.5 : (at - this.span[0]) / this.length;
    this.show(at - share * length, at + (1 - share) * length);
  }

  /** Moves by a share of what is shown: 0.5 is half a screen. */
  move(share: number): void {
    const by = share * this.length;
    this.show(this.span[0] + by, this.span[1] + by);
  }

  /** Moves so that `t` is seen, if it is not. @returns true if it moved. */
  include(t: number): boolean {
    if (t >= this.span[0] && t <= this.span[1]) return false;
    const from = t - 0.1 * this.length;
    this.show(from, from + this.length);
    return true;
  }

  /** Moves so that all of `span` is seen, if it is not. */
  includeSpan([start, end]: Span): void {
    if (start >= this.span[0] && end <= this.span[1]) return;
    const middle = (start + end) / 2;
    this.show(middle - this.length / 2, middle + this.length / 2);
  }

  showAll(): void {
    this.span = [0, this.durationSec];
  }

  private get length(): number {
    return this.span[1] - this.span[0];
  }
}

/** `63.42` as `1:03.4`. */
export function clock(sec: number): string {
  const tenths = Math.round(sec * 10);
  const minutes = Math.floor(tenths / 600);
  return `${minutes}:${((tenths % 600) / 10).toFixed(1).padStart(4, '0')}`;
}

/** Whole seconds without the tenth: `63` as `1:03`. */
export const wholeClock = (sec: number): string => clock(sec).slice(0, -2);
