/** A kernel that the list of a worker lacks fails only in sessions with workers, so each kernel of `src/` must be in that list. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { ENGINE_KERNELS } from '../../../src/engine/workers/kernels.js';
import { repo } from '../../helpers/recordings.js';

const files = readdirSync(path.join(repo, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && name !== path.join('inference', 'kernel.ts'))
  .map((name) => path.join(repo, 'src', name))
  .filter((file) => /= defineKernel[<(]/.test(readFileSync(file, 'utf8')));

/** Whisper's decoding by itself, which only its own test calls: sessions call it through `otherAsrDecode`. */
const CALLED_BY_TESTS = ['whisper-decode'];

function isKernel(value: unknown): value is { readonly name: string } {
  return typeof value === 'object' && value !== null && 'load' in value && 'lane' in value && 'name' in value;
}

it('files define kernels', () => expect(files.length).toBeGreaterThan(10));

it.each(files.map((file) => [path.relative(repo, file), file]))('%s', async (_, file) => {
  const exported = Object.values((await import(pathToFileURL(file).href)) as object).flatMap((value) =>
    isKernel(value) ? [value.name] : [],
  );
  const known = [...ENGINE_KERNELS.map(({ name }) => name), ...CALLED_BY_TESTS];
  expect(known).toEqual(expect.arrayContaining(exported));
  expect(exported.length).toBeGreaterThan(0);
});
