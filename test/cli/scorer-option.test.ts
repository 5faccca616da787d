/** A scorer whose model is not installed ends a command before anything of it begins. */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { buildProgram } from '../../src/cli/main.js';
import { exitCodeOf, messageOf } from '../../src/protocol/errors.js';
import { savedWav } from '../helpers/audio-files.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

afterEach(() => vi.unstubAllEnvs());

it.each(['run', 'live', 'eval', 'serve'])(
  '%s says that the model of --scorer is not installed',
  async (name) => {
    const dir = await tempDir();
    vi.stubEnv('TURNWIRE_MODELS', dir);
    const call = await savedWav(dir, { data: new Uint8Array(64_000) });
    const log = path.join(dir, 'log.jsonl');
    writeFileSync(log, 'older\n');
    const before = readdirSync(dir);
    const args = {
      run: [call, '--out', log],
      live: ['--input', call, '--out', log],
      eval: ['sample-calls', '--limit', '1', '--out', path.join(dir, 'run')],
      serve: ['--port', '0'],
    }[name]!;
    const error = await buildProgram()
      .parseAsync([name, ...args, '--scorer', 'smart-turn'], { from: 'user' })
      .then(
        () => undefined,
        (cause: unknown) => cause,
      );
    expect(messageOf(error)).toMatch(/^model file smart-turn\/.* is not installed: see/);
    expect(exitCodeOf(error)).toBe(4);
    expect(readFileSync(log, 'utf8')).toBe('older\n');
    expect(readdirSync(dir)).toEqual(before);
  },
);
