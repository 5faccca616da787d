/**
 * How the prints of our network scatter, in the coordinates that its output `point` gives: measured by
 * training/voices/scatter.py on 11 115 windows of 445 voices it was trained on; see models/voice-lstm/README.md.
 */
import type { VoicePopulation } from './population.js';

// prettier-ignore
const SPREAD: readonly number[] = [
  16.1, 6.83, 5.19, 3.46, 2.9, 2.66, 2.34, 2.16, 1.87, 1.68, 1.58, 1.48, 1.39, 1.27, 1.19, 1.13, 1.1, 1.09,
  1.02, 0.965, 0.953, 0.911, 0.898, 0.831, 0.804, 0.781, 0.769, 0.727, 0.706, 0.673, 0.655, 0.616, 0.604,
  0.595, 0.569, 0.562, 0.522, 0.51, 0.501, 0.498, 0.479, 0.456, 0.451, 0.442, 0.429, 0.419, 0.413, 0.404,
  0.393, 0.388, 0.382, 0.379, 0.364, 0.353, 0.344, 0.341, 0.338, 0.33, 0.309, 0.304, 0.303, 0.292, 0.287,
  0.281, 0.273, 0.268, 0.262, 0.256, 0.253, 0.244, 0.238, 0.234, 0.228, 0.221, 0.214, 0.21, 0.208, 0.204,
  0.197, 0.196, 0.191, 0.186, 0.18, 0.177, 0.171, 0.17, 0.168, 0.164, 0.158, 0.156, 0.154, 0.147, 0.145,
  0.142, 0.14, 0.139, 0.134, 0.129, 0.122, 0.12,
];
/** Variance falls with this power of the seconds, within the lengths that were measured. */
const EXPONENT = 0.57;
const MEASURED_SEC = { least: 0.5, most: 3 } as const;

export const learnedScatter: VoicePopulation = {
  spread: SPREAD,
  printVariance: (seconds) =>
    (1.5 / Math.min(Math.max(seconds, MEASURED_SEC.least), MEASURED_SEC.most)) ** EXPONENT,
};
