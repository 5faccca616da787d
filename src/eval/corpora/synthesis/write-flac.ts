/** Writes FLAC files with the `flac` command. Called by the corpus builders. */
import { spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { bytesFromSamples } from '../../../audio/index.js';
import { TurnwireError } from '../../../protocol/errors.js';
import { programFailed } from './needed-program.js';

export async function writeFlac(file: string, samples: Int16Array, rateHz: number): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const format = ['--endian=little', '--sign=signed', '--channels=1', '--bps=16', `--sample-rate=${rateHz}`];
  const child = spawn('flac', ['-8', '-s', '-f', '--force-raw-format', ...format, '-o', file, '-'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(programFailed('flac', error)));
    child.once('close', resolve);
  });
  // A flac that ends early breaks the pipe; its exit code is reported below.
  child.stdin.on('error', () => {});
  child.stdin.end(bytesFromSamples(samples));
  if ((await ended) !== 0) throw new TurnwireError('source', 'flac_failed', `flac could not write ${file}`);
}
