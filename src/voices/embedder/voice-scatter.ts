/**
 * How the embeddings of our network scatter, in the coordinates of its output `point`: measured by training/voices/scatter.py on
 * 11 115 windows of 445 voices that it was trained on (reports/voices/report.md).
 */
import type { VoicePopulation } from '../diarizer/population.js';

// prettier-ignore
const SPREAD: readonly number[] = [
  27.6, 10.8, 8.02, 7.54, 4.83, 4.58, 4.14, 3.87, 3.74, 3.49, 3.41, 3.07, 2.83, 2.72, 2.51, 2.5, 2.44,
  2.32, 2.19, 2.12, 2.04, 1.98, 1.93, 1.85, 1.83, 1.78, 1.76, 1.72, 1.67, 1.63, 1.6, 1.53, 1.5, 1.46,
  1.42, 1.4, 1.38, 1.33, 1.3, 1.26, 1.24, 1.21, 1.2, 1.16, 1.13, 1.12, 1.07, 1.07, 1.06, 1.04, 1.01,
  0.993, 0.949, 0.942, 0.914, 0.873, 0.868, 0.859, 0.832, 0.815, 0.801, 0.782, 0.757, 0.752, 0.736,
  0.719, 0.708, 0.685, 0.672, 0.654, 0.64, 0.623, 0.621, 0.613, 0.597, 0.576, 0.559, 0.553, 0.544, 0.53,
  0.52, 0.516, 0.503, 0.496, 0.486, 0.485, 0.47, 0.451, 0.443, 0.434, 0.426, 0.417, 0.399, 0.394, 0.389,
  0.376, 0.36, 0.356, 0.349, 0.346,
];
/** The variance of a window falls with this power of its seconds, within MEASURED_SEC. Fitted by training/voices/scatter.py. */
const EXPONENT = 0.54;
/**
 * Voices that the network was not trained on scatter wider by this factor. Measured by training/voices/unseen.py, 22 November
 * 2026: 1.30 for readers of dev-clean, 0.99 for speakers of speechocean762, within an utterance. With 1.1 instead of 1.2 the DER is
 * 8.7 instead of 10.9 % on 20 rooms of readers, with 16 instead of 18 right numbers of voices and one off at most, and 38.8 instead of
 * 39.2 % on 20 made meetings (docs/decisions/2026-11-29-segments-of-rooms.md). Raising it: fewer voices.
 */
const UNSEEN = 1.1;
const MEASURED_SEC = { least: 0.5, most: 3 } as const;

export const learnedScatter: VoicePopulation = {
  spread: SPREAD,
  embeddingVariance: (seconds) =>
    UNSEEN * (1.5 / Math.min(Math.max(seconds, MEASURED_SEC.least), MEASURED_SEC.most)) ** EXPONENT,
};
