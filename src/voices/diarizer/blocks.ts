/** Sound in blocks of 0.25 s, as the diarizer labels it, and the windows over them that the embedder heard. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { WeightedEmbedding } from './embedding-posterior.js';

export const BLOCK_SAMPLES = SAMPLE_RATE_HZ / 4;

/** A print and the speech `[start, end)` it was made of, absolute samples. */
export interface Window extends WeightedEmbedding {
  readonly start: number;
  readonly end: number;
}

/** A block of speech and its voice, in absolute samples. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly voice: number;
}

export interface Block {
  readonly index: number;
  /** True when silence lies between this block and the one before. */
  readonly afterPause: boolean;
  /** Undefined while only a voice not opened yet fits. */
  voice: number | undefined;
  fixed: boolean;
  /** True when no known voice fitted and the nearest was taken. */
  guessed: boolean;
  /** Number of the uninterrupted stretch of one voice that the block is in, once it is fixed. */
  turn: number;
}

/** The blocks of speech `[start, end)` that come after `last`, none of them labelled. */
export function blocksAfter(last: Block | undefined, start: number, end: number): Block[] {
  let before = last?.index ?? -Infinity;
  const [first, until] = indicesOf({ start, end });
  const found: Block[] = [];
  for (let index = Math.max(first, before + 1); index <= until; index += 1) {
    const afterPause = index > before + 1;
    found.push({ index, afterPause, voice: undefined, fixed: false, guessed: false, turn: 0 });
    before = index;
  }
  return found;
}

export function spanOf(block: Block, voice: number): Span {
  return { start: block.index * BLOCK_SAMPLES, end: (block.index + 1) * BLOCK_SAMPLES, voice };
}

export function covers(window: Window, block: Block): boolean {
  return block.index * BLOCK_SAMPLES < window.end && (block.index + 1) * BLOCK_SAMPLES > window.start;
}

/** True where every block of the window is among `indices`. */
export function liesWithin(window: Window, indices: ReadonlySet<number>): boolean {
  const [first, last] = indicesOf(window);
  for (let index = first; index <= last; index += 1) if (!indices.has(index)) return false;
  return true;
}

/** The windows over a block, those centred on it weighing most. */
export function weighedOver(block: Block, windows: readonly Window[]): { window: Window; weight: number }[] {
  const centre = (block.index + 0.5) * BLOCK_SAMPLES;
  return windows.flatMap((window) => {
    const half = (window.end - window.start) / 2;
    const off = Math.abs(centre - (window.start + half));
    return off > half + BLOCK_SAMPLES / 2 ? [] : [{ window, weight: 1.1 - off / (half + BLOCK_SAMPLES) }];
  });
}

/** First and last block of speech `[start, end)`. */
function indicesOf({ start, end }: { start: number; end: number }): [number, number] {
  return [Math.floor(start / BLOCK_SAMPLES), Math.floor((end - 1) / BLOCK_SAMPLES)];
}
