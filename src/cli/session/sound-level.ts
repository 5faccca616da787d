/** Loudness of a piece of sound for the meter, 0..1 of full scale. */
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
