/**
 * Memory for the large tensors of one decoding: the cross-attention of its window, and the cache before and after a step. onnxruntime
 * writes its outputs there. Tensors of their own for each step would be up to 60 MB of garbage before a collection.
 */
import { Tensor } from 'onnxruntime-node';

/** `cache 0` and `cache 1` take turns: a step reads one and writes the other. */
export type Part = 'cross' | 'cache 0' | 'cache 1';

export class DecodingSpace {
  private readonly memory = new Map<Part, Float32Array>();

  /** @param usual numbers that a part holds at first; it grows if a window needs more */
  constructor(private readonly usual: Readonly<Record<Part, number>>) {}

  /** Float32 tensors of these sizes, with what the memory held before. The earlier tensors of the part are no longer valid. */
  tensors(part: Part, sizes: readonly (readonly number[])[]): Tensor[] {
    const memory = this.atLeast(part, countOf(sizes));
    let at = 0;
    return sizes.map((dims) => {
      const data = memory.subarray(at, (at += countOf([dims])));
      return new Tensor('float32', data, [...dims]);
    });
  }

  private atLeast(part: Part, length: number): Float32Array {
    const held = this.memory.get(part);
    if (held && held.length >= length) return held;
    // A cache grows by a token a step: half as much again spares most of the steps a new one.
    const grown = new Float32Array(held ? Math.ceil(length * 1.5) : Math.max(length, this.usual[part]));
    this.memory.set(part, grown);
    return grown;
  }
}

/** How many numbers tensors of these sizes hold. */
export function countOf(sizes: readonly (readonly number[])[]): number {
  return sizes.reduce((sum, dims) => sum + dims.reduce((product, size) => product * size, 1), 0);
}
