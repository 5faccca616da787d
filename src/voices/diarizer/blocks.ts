/** Speech in blocks of 0.25 s, the unit that the diarizer labels, and the windows over them that were embedded. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { WeightedEmbedding } from './embedding-posterior.js';

export const BLOCK_SAMPLES = SAMPLE_RATE_HZ / 4;

/** An embedding and the speech `[start, end)` it was made from, in absolute samples. */
export interface Window extends WeightedEmbedding {
  readonly start: number;
  readonly end: number;
}

/** Speech `[start, end)` of one voice, in absolute samples. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  readonly voice: number;
}

export interface Block {
  readonly index: number;
  /** True if silence lies between this block and the one before. */
  readonly afterPause: boolean;
  /** Undefined while no known voice fits. */
  voice: number | undefined;
  /** True once the label no longer changes. */
  frozen: boolean;
  /** True if no known voice fitted and the nearest was taken. */
  guessed: boolean;
  /** Number of the uninterrupted segment of one voice that holds this block; set when the block is frozen. */
  segment: number;
}

/** The blocks of speech `[start, end)` that come after `last`, none of them labelled. */
export function blocksAfter(last: Block | undefined, start: number, end: number): Block[] {
  let before = last?.index ?? -Infinity;
  const [first, until] = indicesOf({ start, end });
  const found: Block[] = [];
  for (let index = Math.max(first, before + 1); index <= until; index += 1) {
    const afterPause = index > before + 1;
    found.push({ index, afterPause, voice: undefined, frozen: false, guessed: false, segment: 0 });
    before = index;
  }
  return found;
}

export function segmentOf(block: Block, voice: number): Segment {
  return { start: block.index * BLOCK_SAMPLES, end: (block.index + 1) * BLOCK_SAMPLES, voice };
}

/** True if the window and the block share sound. */
export function covers(window: Window, block: Block): boolean {
  return block.index * BLOCK_SAMPLES < window.end && (block.index + 1) * BLOCK_SAMPLES > window.start;
}

/** True if every block of the window is among `indices`. */
export function liesWithin(window: Window, indices: ReadonlySet<number>): boolean {
  const [first, last] = indicesOf(window);
  for (let index = first; index <= last; index += 1) if (!indices.has(index)) return false;
  return true;
}

/** The windows over a block. A window centred on the block weighs 1.1, one that ends beside it about 0.1. */
export function weightedOver(block: Block, windows: readonly Window[]): { window: Window; weight: number }[] {
  const centre = (block.index + 0.5) * BLOCK_SAMPLES;
  return windows.flatMap((window) => {
    const half = (window.end - window.start) / 2;
    const off = Math.abs(centre - (window.start + half));
    return off > half + BLOCK_SAMPLES / 2 ? [] : [{ window, weight: 1.1 - off / (half + BLOCK_SAMPLES) }];
  });
}

/** Indexes of the first and the last block of speech `[start, end)`. */
function indicesOf({ start, end }: { start: number; end: number }): [number, number] {
  return [Math.floor(start / BLOCK_SAMPLES), Math.floor((end - 1) / BLOCK_SAMPLES)];
}
