/**
 * Which attention heads of a Moonshine decoder tell where in the sound a word is. Used by moonshine-model.ts.
 */

/** `[layer, head]`, both from 0. */
export type AlignmentHead = readonly [number, number];

/**
 * By the number of layers of the model (6 tiny, 8 base). Tiny's were chosen on read English speech, base's as the heads nearest to
 * the consensus of all heads on 14 to 30 s of Spanish. On English, base's heads place the starts of 477 words of LibriSpeech
 * test-other 0.05 s (median) from where tiny's place them, 0.02 s later; no single head is nearer.
 */
const ALIGNMENT_HEADS: Readonly<Record<number, readonly AlignmentHead[]>> = {
  6: [
    [4, 1],
    [3, 7],
    [5, 7],
    [5, 4],
    [5, 1],
    [5, 2],
  ],
  8: [
    [6, 0],
    [4, 4],
    [7, 2],
    [7, 1],
    [6, 6],
    [7, 7],
  ],
};

/** The heads whose weights follow the sound best, of a model with so many layers; none for a size that was never looked at. */
export function alignmentHeads(layers: number): readonly AlignmentHead[] {
  return ALIGNMENT_HEADS[layers] ?? [];
}
