import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toJsonLine } from '../../src/protocol/index.js';
import { makeOutputDir, openEventLog, writeFileAtomic } from '../../src/sinks/index.js';
import { callLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

describe('writeFileAtomic', () => {
  it('replaces the file and leaves nothing beside it', async () => {
    const dir = await tempDir();
    const file = path.join(dir, 'a.srt');
    await writeFileAtomic(file, 'old');
    await writeFileAtomic(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(dir)).toEqual(['a.srt']);
  });

  it.skipIf(!existsSync('/dev/full'))(
    'writes to a device instead of putting a file in its place',
    async () => {
      await writeFileAtomic('/dev/null', 'gone');
      await expect(writeFileAtomic('/dev/full', 'x')).rejects.toThrow(/^The disk is full: \/dev\/full/);
      for (const device of ['/dev/null', '/dev/full'])
        expect(statSync(device).isCharacterDevice(), device).toBe(true);
    },
  );

  it('says why a path cannot be written, in one sentence', async () => {
    const dir = await tempDir();
    const file = path.join(dir, 'no/dir/a.srt');
    await expect(writeFileAtomic(file, '')).rejects.toMatchObject({
      kind: 'usage',
      code: 'output_not_writable',
      message: `${file} cannot be written: its directory does not exist; create it first.`,
    });
  });
});

describe('makeOutputDir', () => {
  it('says that a file is in the way', async () => {
    const file = path.join(await tempDir(), 'call.wav');
    writeFileSync(file, 'sound');
    expect(() => makeOutputDir(file)).toThrow(
      `${file} cannot be written: it is a file where a folder is needed.`,
    );
  });

  it('makes folders within folders, and takes what is there', async () => {
    const dir = await tempDir();
    makeOutputDir(path.join(dir, 'a/b/'));
    makeOutputDir(path.join(dir, 'a/b/c'));
    expect(readdirSync(path.join(dir, 'a/b'))).toEqual(['c']);
  });

  it.skipIf(!existsSync('/proc/self'))('ends where a folder takes no others', () => {
    expect(() => makeOutputDir('/proc/runs/a')).toThrow(/^\/proc\/runs\/a cannot be written: /);
  });
});

describe('a directory that was made is taken away again', () => {
  it('with those above it, and what was there before stays', async () => {
    const dir = await tempDir();
    await makeOutputDir(path.join(dir, 'runs/a/results'))();
    expect(readdirSync(dir)).toEqual([]);
    await makeOutputDir(dir)();
    expect(existsSync(dir)).toBe(true);
  });

  it('as far as nobody else put something there', async () => {
    const dir = await tempDir();
    const unmake = makeOutputDir(path.join(dir, 'runs/a'));
    makeOutputDir(path.join(dir, 'runs/b'));
    await unmake();
    expect(readdirSync(path.join(dir, 'runs'))).toEqual(['b']);
  });
});

describe('openEventLog', () => {
  it('has every event on disk before the next one comes', async () => {
    const file = path.join(await tempDir(), 'log.jsonl');
    const log = openEventLog(file);
    let expected = '';
    for (const event of callLog()) {
      log.write(event);
      expected += toJsonLine(event);
      expect(readFileSync(file, 'utf8')).toBe(expected);
    }
    log.close();
    log.close();
  });

  it('refuses a directory', async () => {
    const dir = await tempDir();
    expect(() => openEventLog(dir)).toThrow(`${dir} cannot be written: it is a directory; name a file.`);
  });

  it.skipIf(!existsSync('/dev/full'))('reports a full disk', () => {
    const log = openEventLog('/dev/full');
    expect(() => log.write(callLog()[0]!)).toThrow(
      /^The disk is full: \/dev\/full could not be written to its end/,
    );
  });
});
