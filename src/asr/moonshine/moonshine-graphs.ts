/**
 * Rewrites the two published Moonshine graphs (an encoder, and a decoder with two branches under one `If`) into two that cost
 * less for each token and give out more:
 *  - the encoder also projects its frames into the decoder's cross-attention keys and values;
 *  - the decoder is the branch with a cache, which also takes an empty cache and several tokens, because its mask is causal;
 *  - the output projection runs in int8 on the last positions only, and the graph itself reduces the logits to the two best
 *    tokens, the normaliser, a watched set of tokens and the cross-attention weights;
 *  - sizes that the export computes at run time (batch, heads, scale) are constants;
 *  - self-attention is one operator a layer (fused-attention.ts), and so is layer normalization (fused-norm.ts);
 *  - the encoder's convolutions multiply integers (integer-convolution.ts);
 *  - weights are signed if the processor multiplies signed ones faster (signed-weights.ts).
 * The batch size is 1. Sums in another order round to other int8 steps: on 60 utterances of LibriSpeech test-other, played at five
 * levels within 1 %, tiny has 13.8 to 15.2 % of words wrong; before the integer convolutions it had 13.5 to 14.4 %.
 */
import {
  axisSize,
  branchesOf,
  decodeModel,
  encodeModel,
  type Graph,
  type Model,
} from '../../inference/onnx/onnx-graph.js';
import { signedInSession } from '../../inference/onnx/signed-in-session.js';
import type { ModelSource } from '../../inference/model-source.js';
import { cachedDecoder } from './moonshine-decoder.js';
import { addCrossProjection } from './moonshine-encoder.js';
import { isSimple } from './moonshine-export.js';
import type { MoonshineShape } from './moonshine-shape.js';

export interface MoonshineGraphs {
  readonly encoder: Uint8Array;
  readonly decoder: Uint8Array;
  readonly shape: MoonshineShape;
}

/**
 * @param encoderFile the large constants of both graphs stay in these two files
 * @param watch token ids whose logits the decoder gives out at every step
 * @param attentionLayers the layers whose cross-attention the decoder gives out, given how many layers there are
 * @param signedWeights true if `signedProductsAreExact`
 */
export function buildMoonshineGraphs(
  encoderFile: ModelSource,
  decoderFile: ModelSource,
  watch: readonly number[],
  attentionLayers: (layers: number) => readonly number[],
  signedWeights = false,
): MoonshineGraphs {
  const decoder = decodeModel(decoderFile.bytes);
  const graph = decoder.graph!;
  const choice = graph.node!.find((node) => node.opType === 'If')!;
  const shared = graph.node!.filter((node) => node !== choice);
  const branches = branchesOf(choice);
  const whole = (branch: Graph): Graph => ({ ...branch, node: [...shared, ...(branch.node ?? [])] });
  const constants = new Map((graph.initializer ?? []).map((c) => [c.name ?? '', c]));
  const encoder = decodeModel(encoderFile.bytes);
  const shape = shapeOf(graph, isSimple(branches.else_branch!) ? encoder.graph! : undefined);
  const withCross = addCrossProjection(encoder.graph!, whole(branches.else_branch!), constants, shape);
  const step = cachedDecoder(
    graph,
    whole(branches.then_branch!),
    constants,
    shape,
    watch,
    attentionLayers(shape.layers),
  );
  const written = (model: Model, graph: Graph): Uint8Array => {
    const made = signedWeights ? signedInSession(model, graph) : { model, graph };
    return encodeModel(made.model, made.graph, [encoderFile, decoderFile]);
  };
  return { encoder: written(encoder, withCross), decoder: written(decoder, step), shape };
}

/** @param encoder the encoder, if its frames alone give the sizes of the cross-attention */
function shapeOf(graph: Graph, encoder?: Graph): MoonshineShape {
  const layers = (graph.input ?? []).filter((i) => i.name?.endsWith('.decoder.key')).length;
  const first = 'past_key_values.0.decoder.key';
  const convolutions = encoder?.node?.flatMap(({ opType, attribute }) => {
    const of = (name: string) => Number(attribute?.find((a) => a.name === name)?.ints?.[0]);
    return opType === 'Conv' ? [{ taps: of('kernel_shape'), stride: of('strides') }] : [];
  });
  return {
    layers,
    heads: axisSize(graph, first, 1)!,
    headSize: axisSize(graph, first, 3)!,
    ...(convolutions && { convolutions }),
  };
}
