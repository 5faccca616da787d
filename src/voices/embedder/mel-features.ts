/** How a voice sounds on average: mean and standard deviation of 19 cepstral coefficients over the loud frames, and log pitch. `[39]`. */
import { cepstrum, logMel, MEL_BANDS } from '../../dsp/mel.js';
import { mean } from '../../dsp/numeric.js';
import { pitchTrack } from '../../dsp/pitch.js';

const COEFFICIENTS = 19;
const VOICE_FEATURES = 2 * COEFFICIENTS + 1;
/** A frame this far below the loudest tenth does not count, in natural log energy (6 is about 26 dB). Chosen by hand. */
const QUIET = 6;

export function voiceFeatures(audio: Float32Array): { features: Float64Array; loudFrames: number } {
  const rows = logMel(audio).map((row) => cepstrum(row, COEFFICIENTS + 1));
  // The first coefficient is the level times the square root of the number of bands.
  const levels = rows.map((row) => row[0]! / Math.sqrt(MEL_BANDS)).sort((a, b) => b - a);
  const loudest = levels[Math.floor(levels.length / 10)] ?? 0;
  const loud = rows.filter((row) => row[0]! / Math.sqrt(MEL_BANDS) > loudest - QUIET);
  const features = new Float64Array(VOICE_FEATURES);
  for (let k = 0; k < COEFFICIENTS; k += 1) {
    const values = loud.map((row) => row[k + 1]!);
    const centre = mean(values) ?? 0;
    const variance = mean(values.map((v) => (v - centre) ** 2)) ?? 0;
    features[k] = centre;
    features[COEFFICIENTS + k] = Math.sqrt(variance);
  }
  const pitches = [...pitchTrack(audio).f0Hz].filter((hz) => hz > 0).sort((a, b) => a - b);
  features[2 * COEFFICIENTS] = Math.log(pitches[pitches.length >> 1] ?? 150);
  return { features, loudFrames: loud.length };
}
