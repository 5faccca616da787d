/**
 * Rewrites the two published Moonshine graphs (encoder, and decoder with its two branches under one `If`) into two
 * that cost less a token and tell more:
 *  - the encoder also projects its frames into the decoder's cross-attention keys and values;
 *  - the decoder is the branch with a cache (it takes an empty cache and several tokens too: its mask is causal);
 *  - the output projection runs in int8 on the last positions only, and the graph itself reduces the logits to what the
 *    decoding needs: best two tokens, normaliser, a watched set of tokens, cross-attention;
 *  - sizes that the export computes at run time (batch, heads, scale) are constants;
 *  - self-attention is one operator a layer (fused-attention.ts), layer normalization one each (fused-norm.ts);
 *  - the encoder's convolutions multiply integers (integer-convolution.ts);
 *  - weights are signed where the processor multiplies those faster (signed-weights.ts).
 * Batch is 1. Sums in another order round to other int8 steps: tiny on 60 utterances of LibriSpeech test-other, played at
 * five levels within 1 %, has 13.8 to 15.2 % of words wrong, and had 13.5 to 14.4 % before the convolutions.
 */
import {
  axisSize,
  branchesOf,
  decodeModel,
  encodeModel,
  type Graph,
} from '../../inference/onnx/onnx-graph.js';
import { withSignedWeights } from '../../inference/onnx/signed-weights.js';
import { cachedDecoder } from './moonshine-decoder.js';
import { addCrossProjection } from './moonshine-encoder.js';
import type { MoonshineShape } from './moonshine-shape.js';

export interface MoonshineGraphs {
  readonly encoder: Uint8Array;
  readonly decoder: Uint8Array;
  readonly shape: MoonshineShape;
}

/**
 * @param watch token ids whose logits the decoder gives out at every step
 * @param attentionLayers layers whose cross-attention it gives out, by number of layers
 * @param signedWeights faster where `signedProductsAreExact`
 */
export function buildMoonshineGraphs(
  encoderBytes: Uint8Array,
  decoderBytes: Uint8Array,
  watch: readonly number[],
  attentionLayers: (layers: number) => readonly number[],
  signedWeights = false,
): MoonshineGraphs {
  const decoder = decodeModel(decoderBytes);
  const graph = decoder.graph!;
  const choice = graph.node!.find((node) => node.opType === 'If')!;
  const shared = graph.node!.filter((node) => node !== choice);
  const branches = branchesOf(choice);
  const whole = (branch: Graph): Graph => ({ ...branch, node: [...shared, ...(branch.node ?? [])] });
  const shape = shapeOf(graph);
  const constants = new Map((graph.initializer ?? []).map((c) => [c.name ?? '', c]));
  const encoder = decodeModel(encoderBytes);
  const withCross = addCrossProjection(encoder.graph!, whole(branches.else_branch!), constants, shape);
  const step = cachedDecoder(
    graph,
    whole(branches.then_branch!),
    constants,
    shape,
    watch,
    attentionLayers(shape.layers),
  );
  const weights = signedWeights ? withSignedWeights : (same: Graph) => same;
  return {
    encoder: encodeModel(encoder, weights(withCross)),
    decoder: encodeModel(decoder, weights(step)),
    shape,
  };
}

function shapeOf(graph: Graph): MoonshineShape {
  const layers = (graph.input ?? []).filter((i) => i.name?.endsWith('.decoder.key')).length;
  const first = 'past_key_values.0.decoder.key';
  return { layers, heads: axisSize(graph, first, 1)!, headSize: axisSize(graph, first, 3)! };
}
