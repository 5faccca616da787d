import { Tensor } from 'onnxruntime-node';
import { describe, expect, it } from 'vitest';
import {
  decoderWithGroups,
  encoderWithGroups,
  groupedSilence,
  LOG_COUNTS,
  SILENCE_FRAMES,
  SILENCE_FROM,
  silenceBehind,
} from '../../../src/asr/whisper/grouped-silence.js';
import { makeNode, makeOrtNode, valueInfo } from '../../../src/inference/onnx/onnx-graph.js';

describe('the silence behind a window', () => {
  it('stands for every frame behind the window, up to a last part of a group', () => {
    for (const frames of [1, 10, 125, 744, 1435, 1440, 1441, 1499, 1500]) {
      const { from, counts } = silenceBehind(frames);
      const heard = counts.reduce((sum, count) => sum + count, 0);
      expect(heard).toBeLessThanOrEqual(SILENCE_FRAMES - frames);
      expect(heard).toBeGreaterThan(SILENCE_FRAMES - frames - 5);
      expect(from + counts.length).toBe(348);
    }
  });

  it('has the mean of each group, and the last frames alone', () => {
    const frames = Float32Array.from({ length: 2 * SILENCE_FRAMES }, (_, i) => i);
    const { memory } = groupedSilence({ memory: new Tensor('float32', frames, [1, 2, SILENCE_FRAMES, 1]) });
    expect(memory!.dims).toEqual([1, 2, 348, 1]);
    const rows = memory!.data as Float32Array;
    expect(rows[0]).toBeCloseTo(2, 3);
    expect(rows[287]).toBeCloseTo(1437, 2);
    expect([...rows.subarray(288, 290), rows[347]]).toEqual([1440, 1441, 1499]);
    expect(rows[348]).toBeCloseTo(1502, 2);
  });
});

describe('the rewritten graphs', () => {
  it('read the silence from a row on and count its keys', () => {
    const graph = encoderWithGroups({
      input: [valueInfo('samples', 1, [1, 'n']), valueInfo('memory_frames', 7, [1])],
      node: [
        makeNode('Add', ['count', 'memory_frames'], ['memory/end']),
        makeNode('Slice', ['memory.0.key', 'count', 'memory/end', 'two'], ['memory.0.key/here']),
        makeNode('Slice', ['table', 'zero', 'count', 'zero'], ['positions/here']),
        makeOrtNode('MultiHeadAttention', ['q', 'k', 'v'], ['heard'], { num_heads: 8 }),
      ],
    });
    expect(graph.node!.map(({ input }) => input)).toEqual([
      ['memory.0.key', SILENCE_FROM, 'silence/end', 'two'],
      ['table', 'zero', 'count', 'zero'],
      ['q', 'k', 'v', '', '', LOG_COUNTS],
    ]);
    expect(graph.input!.map(({ name }) => name)).toEqual(['samples', SILENCE_FROM, LOG_COUNTS]);
  });

  it('leave the attention of the decoder to its own text as it is', () => {
    const graph = decoderWithGroups({
      node: [
        makeNode('Softmax', ['layer_0/self_attention/masked'], ['own']),
        makeNode('Softmax', ['layer_0/attention/scaled'], ['sound']),
      ],
    });
    expect(graph.node!.map(({ input }) => input![0])).toEqual([
      'layer_0/self_attention/masked',
      'layer_0/attention/scaled',
      'layer_0/attention/scaled/counted',
    ]);
  });
});
