/** Recordings for tests: those that ship in corpora/, and the development set beside the repository, if it exists. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { joinSamples, openAudio } from '../../src/audio/index.js';

export const repo = fileURLToPath(new URL('../..', import.meta.url));
export const bookingCall = `${repo}corpora/sample-calls/audio/booking-call.wav`;

const developmentAudio = `${repo}../shared/audio/`;
/** False if the development set is not there; tests that need it skip. */
export const hasDevelopmentAudio = existsSync(developmentAudio);

export function development(name: string): string {
  return developmentAudio + name;
}

/** 16 kHz mono samples, at most `maxSec` of them. */
export async function samplesOf(file: string, maxSec = Infinity): Promise<Int16Array> {
  const source = await openAudio(file, { channel: 0 });
  const parts: Int16Array[] = [];
  let length = 0;
  for await (const chunk of source.chunks()) {
    parts.push(chunk);
    length += chunk.length;
    if (length >= maxSec * 16_000) break;
  }
  return joinSamples(parts).subarray(0, Math.min(length, Math.round(maxSec * 16_000)));
}
