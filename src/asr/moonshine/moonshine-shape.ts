/** Sizes of a Moonshine model, and the tensor names that connect its two rewritten graphs (moonshine-graphs.ts). */
export interface MoonshineShape {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
  /** The convolutions between the samples and the frames; undefined if the export pads the heads of its cross-attention. */
  readonly convolutions?: readonly { readonly taps: number; readonly stride: number }[];
}

/** Name of a layer's cross-attention weights, `[1, heads, tokens, frames]` float32. */
export const attentionOf = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`;
/**
 * Inner activations that stay among the encoder's outputs, `[1, frames, width]`. Nothing reads them. Without them onnxruntime
 * fuses the layers differently, which is no faster and changes the numbers that everything was measured with.
 */
export const KEPT_ACTIVATIONS = /^\/layers\.\d+\/Add_1_output_0$/;

export const crossNames = (layers: number) => names(layers, (l, kind) => `cross.${l}.${kind}`);
/** Sizes of the tensors of `crossNames` for a window of so many samples; undefined if only the graph knows them. */
export function crossSizes(shape: MoonshineShape, samples: number): number[][] | undefined {
  const { convolutions, heads, headSize, layers } = shape;
  const frames = convolutions?.reduce(
    (length, { taps, stride }) => Math.floor((length - taps) / stride) + 1,
    samples,
  );
  if (frames === undefined) return undefined;
  return names(layers, (_, kind) => kind).map((kind) =>
    kind === 'key' ? [1, heads, headSize, frames] : [1, heads, frames, headSize],
  );
}

export const pastNames = (layers: number) =>
  names(layers, (l, kind) => `past_key_values.${l}.decoder.${kind}`);
export const presentNames = (layers: number) => names(layers, (l, kind) => `present.${l}.decoder.${kind}`);

export function names(layers: number, name: (layer: number, kind: 'key' | 'value') => string): string[] {
  return Array.from({ length: layers }, (_, l) => [name(l, 'key'), name(l, 'value')]).flat();
}
