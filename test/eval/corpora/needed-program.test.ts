/** What is said where a program that builds a corpus is not there, or ends early. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { synthesise } from '../../../src/eval/corpora/synthesis/speech-synthesiser.js';
import { writeFlac } from '../../../src/eval/corpora/synthesis/write-flac.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();

afterEach(() => vi.unstubAllEnvs());

it('names a program that is not on PATH, and how to install it', async () => {
  const dir = await tempDir();
  vi.stubEnv('PATH', dir);
  await expect(synthesise('hello', 'flite:slt')).rejects.toThrow(
    /^flite, which building this corpus needs, is not on PATH; install it \(.+ flite\)$/,
  );
  const written = writeFlac(path.join(dir, 'a.flac'), new Int16Array(16), 16_000);
  await expect(written).rejects.toThrow(
    /^flac, which building this corpus needs, is not on PATH; install it/,
  );
});

it.skipIf(process.platform === 'win32')('outlives a flac that reads nothing', async () => {
  const dir = await tempDir();
  writeFileSync(path.join(dir, 'flac'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${dir}${path.delimiter}${process.env.PATH}`);
  const written = writeFlac(path.join(dir, 'a.flac'), new Int16Array(4_000_000), 16_000);
  await expect(written).rejects.toThrow(`flac could not write ${path.join(dir, 'a.flac')}`);
});
