/**
 * Lengths of people's pauses inside turns in the open benchmark: English, 850 pauses of 400 turns, 705 of them of 0.2 s and
 * more. Counted in steps of 0.1 s from the prediction rows that eot-bench publishes (livekit/eot-bench, output of the en
 * runs, 2025-11). Called by `turnwire calibrate --pauses public`.
 */
import type { PauseCounts } from './pause-counts.js';

// prettier-ignore
export const PUBLIC_PAUSES: PauseCounts = {
  '0.1': 145, '0.2': 173, '0.3': 140, '0.4': 106, '0.5': 83, '0.6': 50, '0.7': 38, '0.8': 22, '0.9': 14,
  '1.0': 11, '1.1': 8, '1.2': 10, '1.3': 5, '1.4': 5, '1.5': 2, '1.6': 8, '1.7': 2, '1.8': 5, '1.9': 5,
  '2.1': 1, '2.2': 3, '2.3': 3, '2.4': 2, '2.8': 2, '2.9': 1, '3.0': 2, '3.2': 1, '3.3': 1, '3.5': 1, '4.4': 1,
};
