import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { keepInputs } from '../../src/sinks/index.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

describe('keepInputs', () => {
  it('refuses to write over a recording, by another name too', async () => {
    const dir = await tempDir();
    const [call, link] = [path.join(dir, 'call.wav'), path.join(dir, 'link.wav')];
    writeFileSync(call, 'sound');
    symlinkSync(call, link);
    for (const out of [call, link, `${dir}/./call.wav`])
      expect(() => keepInputs([call], { '--out': out })).toThrow(
        `--out would write ${out} over the recording; give another file.`,
      );
  });

  it('refuses two outputs in one file that is still to come', async () => {
    const file = path.join(await tempDir(), 'log.jsonl');
    expect(() => keepInputs(['-'], { '--out': file, '--trace': file })).toThrow(
      `--trace would write ${file} over what --out writes; give another file.`,
    );
  });

  it('refuses two logs of one name', async () => {
    const log = path.join(await tempDir(), 'call.jsonl');
    expect(() => keepInputs([], { '--out': [log, log] })).toThrow(
      `--out would write ${log} over what --out writes; give another file.`,
    );
  });

  it('knows stdout by the name - for --out alone', () => {
    for (const flag of ['--trace', '--record', '--arrivals'])
      expect(() => keepInputs(['-'], { '--out': '-', [flag]: '-' })).toThrow(
        `${flag} needs the name of a file.`,
      );
  });

  it('refuses an empty name, lets stdout, devices and other files be', async () => {
    const dir = await tempDir();
    expect(() => keepInputs([], { '--out': '' })).toThrow('--out needs the name of a file.');
    const fine = { '--out': '-', '--trace': '/dev/null', '--record': '/dev/null', '--arrivals': undefined };
    expect(() => keepInputs(['-', path.join(dir, 'a.wav')], fine)).not.toThrow();
  });
});
