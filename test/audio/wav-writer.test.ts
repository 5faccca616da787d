import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWavWriter, openAudio, wavBytes } from '../../src/audio/index.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();
const ramp = (length: number, from = 0): Int16Array =>
  Int16Array.from({ length }, (_, i) => (from + i) % 30_000);

describe('createWavWriter', () => {
  it('writes what it was given, in any pieces', async () => {
    const file = path.join(await tempDir(), 'out.wav');
    const writer = await createWavWriter(file);
    await writer.write(ramp(1));
    await writer.write(ramp(40_000, 1));
    await writer.write(ramp(17, 40_001));
    await writer.close();
    expect(readFileSync(file).equals(wavBytes(ramp(40_018)))).toBe(true);
  });

  it('leaves a readable file up to its last second when nobody closes it', async () => {
    const file = path.join(await tempDir(), 'killed.wav');
    const writer = await createWavWriter(file);
    for (let second = 0; second < 3; second++) await writer.write(ramp(16_000));
    await writer.write(ramp(8_000));
    const source = await openAudio(file);
    expect(source.description.durationSec).toBeGreaterThanOrEqual(3);
    await source.close();
    await writer.close();
  });

  it('says in one sentence that a path cannot be written', async () => {
    const dir = await tempDir();
    await expect(createWavWriter(path.join(dir, 'no/such/out.wav'))).rejects.toMatchObject({
      code: 'wav_not_writable',
      message: expect.stringMatching(/out\.wav cannot be written: there is no such file or folder/) as string,
    });
  });

  it.skipIf(!existsSync('/dev/full'))('says that the disk is full, as every other output does', async () => {
    await expect(createWavWriter('/dev/full')).rejects.toMatchObject({
      kind: 'internal',
      code: 'disk_full',
      message: 'The disk is full: /dev/full could not be written to its end; free some space and run again.',
    });
  });
});
