/** Sizes of a Moonshine model, and the names by which its two rewritten graphs meet (moonshine-graphs.ts). */
export interface MoonshineShape {
  readonly layers: number;
  readonly heads: number;
  readonly headSize: number;
}

/** Cross-attention weights that the decoder gives out, `[1, heads, tokens, frames]` each. */
export const attentionOf = (layer: number) => `/model/decoder/layers.${layer}/encoder_attn/Softmax_output_0`;
/**
 * Activations of the encoder that stay among its outputs, `[1, frames, width]`. Nothing reads them; without them the runtime
 * fuses layers otherwise, no faster, and what was measured on these numbers would not be what ships.
 */
export const KEPT_ACTIVATIONS = /^\/layers\.\d+\/Add_1_output_0$/;

export const crossNames = (layers: number) => names(layers, (l, kind) => `cross.${l}.${kind}`);
export const pastNames = (layers: number) =>
  names(layers, (l, kind) => `past_key_values.${l}.decoder.${kind}`);
export const presentNames = (layers: number) => names(layers, (l, kind) => `present.${l}.decoder.${kind}`);

export function names(layers: number, name: (layer: number, kind: 'key' | 'value') => string): string[] {
  return Array.from({ length: layers }, (_, l) => [name(l, 'key'), name(l, 'value')]).flat();
}
