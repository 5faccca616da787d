/** Makes sounds without speech by formula, sample by sample at 16 kHz. They are the same in every run. */
import { SAMPLE_RATE_HZ } from '../../dist/protocol/grid.js';

const TAU = 2 * Math.PI;

/** White noise, -1..1, computed from the index of the sample. */
function noise(i) {
  let x = Math.imul(i + 1, 0x9e3779b1);
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b);
  return ((x ^ (x >>> 13)) >>> 0) / 2 ** 31 - 1;
}

const tone = (i, hz) => Math.sin((TAU * hz * i) / SAMPLE_RATE_HZ);

/** Four chords, each played as three plucked notes of half a second with overtones. */
function music(i) {
  const chords = [
    [262, 330, 392],
    [220, 262, 330],
    [175, 220, 262],
    [196, 247, 294],
  ];
  const beat = Math.floor(i / (SAMPLE_RATE_HZ / 2));
  const chord = chords[Math.floor(beat / 4) % chords.length];
  const since = (i % (SAMPLE_RATE_HZ / 2)) / SAMPLE_RATE_HZ;
  const hz = chord[beat % 3];
  const pluck = [1, 2, 3, 4].reduce((sum, n) => sum + tone(i, hz * n) / n, 0) * Math.exp(-5 * since);
  return 4000 * (pluck + 0.3 * chord.reduce((sum, note) => sum + tone(i, note), 0));
}

/** Bursts of breath, five a second for two seconds: the rhythm of laughter without a voice. */
function laughter(i) {
  const t = i / SAMPLE_RATE_HZ;
  if (t % 5 > 2) return 30 * noise(i);
  const burst = Math.max(0, Math.sin(TAU * 5 * t)) ** 2;
  return 5000 * burst * noise(i) * Math.exp(-(t % 5) / 2);
}

export const QUIET_SOUNDS = {
  'digital zero': () => 0,
  'room tone': (i) => 30 * noise(i),
  noise: (i) => 3000 * noise(i),
  hum: (i) => 3000 * tone(i, 50) + 800 * tone(i, 150),
  'hold tone': (i) => (i % (2 * SAMPLE_RATE_HZ) < SAMPLE_RATE_HZ ? 8000 * tone(i, 425) : 0),
  'dial tone': (i) => 4000 * (tone(i, 350) + tone(i, 440)),
  music,
  'laughter-like breath': laughter,
  clicks: (i) => (i % 9001 < 24 ? 20_000 * noise(i) : 0),
};
