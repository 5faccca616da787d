/**
 * Reads a folder of windows as windows.py writes it: windows.jsonl ({offset, length, ...} in samples) and windows.f32
 * (samples, one window after the other).
 */
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';

/** The objects of a JSON-lines file of the folder. */
export async function linesOf(folder, name) {
  const text = await readFile(path.join(folder, name), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/**
 * Opens a file of samples.
 * @returns a function from a window to its samples, without the first `skip`
 */
export async function openSound(folder, name = 'windows.f32') {
  const file = await open(path.join(folder, name));
  return async ({ offset, length }, skip = 0) => {
    const audio = new Float32Array(length - skip);
    await file.read(new Uint8Array(audio.buffer), 0, audio.byteLength, (offset + skip) * 4);
    return audio;
  };
}
