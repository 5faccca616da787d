/** Root mean square and peak of a piece of sound, 0..1 of full scale, for the level meter. */
export function soundLevel(samples: Int16Array): { rms: number; peak: number } {
  let sum = 0;
  let peak = 0;
  for (const sample of samples) {
    sum += sample * sample;
    const size = Math.abs(sample);
    if (size > peak) peak = size;
  }
  return { rms: Math.sqrt(sum / Math.max(1, samples.length)) / 32768, peak: peak / 32768 };
}
