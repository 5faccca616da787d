/** Which recordings of a folder `run` finds: each once, and what it cannot read named. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type * as fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findRecordings } from '../../src/cli/run/find-recordings.js';
import { useTempDir } from '../helpers/temp-dir.js';

/** Folders that cannot be listed, whoever asks: root is refused nothing. */
const locked = vi.hoisted(() => new Set<string>());
vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  const readdir = async (folder: string, options: never): Promise<unknown> => {
    if (locked.has(folder)) throw Object.assign(new Error(), { code: 'EACCES', syscall: 'scandir' });
    return real.readdir(folder, options);
  };
  return { ...real, readdir };
});

const tempDir = useTempDir();

/** A folder with these files in it, all empty. */
async function folderOf(...files: (string | Buffer)[]): Promise<string> {
  const root = await tempDir();
  for (const file of files) {
    if (typeof file === 'string') mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(Buffer.concat([Buffer.from(root + path.sep), Buffer.from(file)]), '');
  }
  return root;
}

async function found(root: string): Promise<{ recordings: string[]; sentences: string[] }> {
  const { recordings, unreadable } = await findRecordings([root]);
  return {
    recordings: recordings.map((file) => path.relative(root, file)),
    sentences: unreadable.map(({ message }) => message.replace(root + path.sep, '')),
  };
}

describe('the recordings of a folder', () => {
  it('are those at any depth, in name order', async () => {
    const root = await folderOf('b.wav', 'a/d.flac', 'a/notes.txt', 'a/c/e.MP3');
    expect(await found(root)).toEqual({ recordings: ['a/c/e.MP3', 'a/d.flac', 'b.wav'], sentences: [] });
  });

  it('are found once where links lead round, under their own names', async () => {
    const root = await folderOf('z/call.wav');
    symlinkSync('..', path.join(root, 'z', 'up'));
    symlinkSync('z', path.join(root, 'a'));
    expect(await found(root)).toEqual({ recordings: ['z/call.wav'], sentences: [] });
  });

  it('are also those behind a link to another folder', async () => {
    const root = await folderOf('b.wav');
    symlinkSync(await folderOf('a.wav'), path.join(root, 'other'));
    expect((await found(root)).recordings).toEqual(['b.wav', 'other/a.wav']);
  });

  it('leave out a subfolder that cannot be read, and name it', async () => {
    const root = await folderOf('a/1.wav', 'b/2.wav');
    locked.add(path.join(root, 'a'));
    onTestFinished(() => locked.clear());
    expect(await found(root)).toEqual({
      recordings: ['b/2.wav'],
      sentences: ['a is left out: you have no permission'],
    });
  });

  it.skipIf(process.platform !== 'linux')('leave out a name that is not UTF-8, and say so', async () => {
    const root = await folderOf(
      'a.wav',
      Buffer.from('caf\xe9.wav', 'latin1'),
      Buffer.from('\xe9.txt', 'latin1'),
    );
    expect(await found(root)).toEqual({
      recordings: ['a.wav'],
      sentences: ['caf\uFFFD.wav is left out: its name is not UTF-8; rename it'],
    });
  });

  it.skipIf(process.platform === 'win32')(
    'leave out what is no file, and say so: a pipe may never end',
    async () => {
      const root = await folderOf('a.wav');
      execFileSync('mkfifo', [path.join(root, 'b.wav')]);
      symlinkSync('b.wav', path.join(root, 'c.wav'));
      symlinkSync('a.wav', path.join(root, 'd.wav'));
      expect(await found(root)).toEqual({
        recordings: ['a.wav', 'd.wav'],
        sentences: ['b.wav', 'c.wav'].map(
          (name) => `${name} is left out: it is not a plain file; name it on the command line to run it`,
        ),
      });
    },
  );

  it('must be one at least', async () => {
    await expect(findRecordings([await folderOf('notes.txt')])).rejects.toThrow(
      'is a folder without audio files',
    );
  });
});
