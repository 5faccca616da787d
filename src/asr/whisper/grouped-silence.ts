/**
 * The silence behind a window, shortened. Frames of silence are nearly alike, so one mean of GROUP frames stands for all of them and
 * counts GROUP times. The last ones stay alone: attention rests on a few of them in every window. Attention to all 1500 frames of silence
 * is half the cost of a short window, and their keys and values take 74 MB.
 *
 * A key that counts n times has log n added to its score. The graphs of models/whisper-base have no such sum: it is added when they
 * are loaded.
 */
import { Tensor, type InferenceSession } from 'onnxruntime-node';
import {
  FLOAT,
  INT64,
  int64Constant,
  makeNode,
  valueInfo,
  type Graph,
} from '../../inference/onnx/onnx-graph.js';

/** Frames of silence, as many as the encoder has positions: 30 s. */
export const SILENCE_FRAMES = 1500;
/**
 * Frames that one mean stands for. On 77 clips in eleven languages a room has 339 of 1 410 words wrong with 10 and 329 with 5
 * (docs/decisions/2026-11-29-grouped-silence.md). Raising it: less work.
 */
const GROUP = 5;
/** Frames at the end of the silence that stay alone: 1.2 s. Chosen by hand. */
const ALONE = 60;
const GROUPS = (SILENCE_FRAMES - ALONE) / GROUP;

/** Inputs that are added to the graphs: the first row of the silence, and the logarithm of how often each key counts. */
export const SILENCE_FROM = 'silence_from';
export const LOG_COUNTS = 'log_counts';

/**
 * The rows of the silence behind a window of so many frames.
 * @returns `from`: its first row, where row 0 is the first group; `counts`: how many frames each row stands for
 */
export function silenceBehind(frames: number): { readonly from: number; readonly counts: readonly number[] } {
  const from =
    frames <= SILENCE_FRAMES - ALONE ? Math.ceil(frames / GROUP) : GROUPS + frames - (SILENCE_FRAMES - ALONE);
  const counts = Array.from({ length: GROUPS + ALONE - from }, (_, i) => (from + i < GROUPS ? GROUP : 1));
  return { from, counts };
}

/** The keys and values of silence as rows: `[1, heads, 1500, size]` to `[1, heads, rows, size]`. */
export function groupedSilence(silence: InferenceSession.OnnxValueMapType): Record<string, Tensor> {
  return Object.fromEntries(Object.entries(silence).map(([name, tensor]) => [name, grouped(tensor)]));
}

function grouped(tensor: Tensor): Tensor {
  const [, heads, frames, size] = tensor.dims as [number, number, number, number];
  const rows = GROUPS + ALONE;
  const from = tensor.data as Float32Array;
  const to = new Float32Array(heads * rows * size);
  for (let head = 0; head < heads; head++) {
    for (let frame = 0; frame < frames; frame++) {
      const isAlone = frame >= frames - ALONE;
      const row = isAlone ? rows - (frames - frame) : Math.floor(frame / GROUP);
      const [source, target] = [(head * frames + frame) * size, (head * rows + row) * size];
      for (let i = 0; i < size; i++) to[target + i]! += from[source + i]! / (isAlone ? 1 : GROUP);
    }
  }
  return new Tensor('float32', to, [1, heads, rows, size]);
}

/** The encoder reads the silence from the row SILENCE_FROM to its end, and adds `LOG_COUNTS [1, 1, frames, keys]` to its scores. */
export function encoderWithGroups(graph: Graph): Graph {
  const node = (graph.node ?? [])
    .filter(({ output }) => !/^(memory|silence)\/end$/.test(output?.[0] ?? ''))
    .map((node) => {
      const [first = '', , , axis = ''] = node.input ?? [];
      if (node.opType === 'Slice' && /^(memory|silence)\./.test(first))
        return { ...node, input: [first, SILENCE_FROM, 'silence/end', axis] };
      // The two inputs before the sum are a bias and a mask.
      if (node.opType === 'MultiHeadAttention')
        return { ...node, input: [...node.input!.slice(0, 3), '', '', LOG_COUNTS] };
      return node;
    });
  return {
    ...graph,
    node,
    initializer: [...(graph.initializer ?? []), int64Constant('silence/end', [SILENCE_FRAMES])],
    input: [
      ...(graph.input ?? []).filter(({ name }) => !name?.endsWith('_frames')),
      valueInfo(SILENCE_FROM, INT64, [1]),
      valueInfo(LOG_COUNTS, FLOAT, [1, 1, 'frames', 'keys']),
    ],
  };
}

/** The decoder adds `LOG_COUNTS [1, 1, 1, keys]` to its scores of the sound. */
export function decoderWithGroups(graph: Graph): Graph {
  const node = (graph.node ?? []).flatMap((node) => {
    const [scores = ''] = node.input ?? [];
    if (node.opType !== 'Softmax' || !scores.endsWith('/attention/scaled')) return [node];
    const counted = `${scores}/counted`;
    return [makeNode('Add', [scores, LOG_COUNTS], [counted]), { ...node, input: [counted] }];
  });
  const input = [...(graph.input ?? []), valueInfo(LOG_COUNTS, FLOAT, [1, 1, 1, 'keys'])];
  return { ...graph, node, input };
}
