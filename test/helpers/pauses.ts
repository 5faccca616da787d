/** Pauses for tests of end-of-turn scorers, cut from a shipped recording. */
import type { EotPause } from '../../src/eot/scorer.js';
import { bookingCall, samplesOf } from './recordings.js';

/** The first `sec` of the sample call, 16 kHz, -1..1. */
export async function callSound(sec: number): Promise<Float32Array<ArrayBuffer>> {
  return Float32Array.from(await samplesOf(bookingCall, sec), (sample) => sample / 32_768);
}

/** A pause of 0.2 s in a turn of 8 s without a recogniser. */
export function pauseWithoutWords(
  changes: Pick<EotPause, 'audio' | 'language'> & Partial<EotPause>,
): EotPause {
  return { silenceSec: 0.2, turnSpeechSec: 8, hypothesis: undefined, messages: [], ...changes };
}
