/**
 * Makes a stdout that is a plain file take each write whole, or fail. Node's own stream for such a stdout (SyncWriteStream, in
 * Node 20 to 24) ignores how many bytes `writeSync` wrote: when a disk is nearly full, only a part is written and the rest is
 * lost without an error. Called by main.
 */
import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/** @returns how many bytes from `offset` on were written. @throws if none could be written */
export type WriteSome = (fd: number, bytes: Uint8Array, offset: number) => number;

export function writeFileStdoutWhole(): void {
  if (isPlainFile(1)) writeWhole(process.stdout, 1);
}

/** From now on `stream` writes all of every chunk to `fd`; a failure goes to its `error` event. */
export function writeWhole(stream: Writable, fd: number, write: WriteSome = writeSync): void {
  stream._write = (chunk: Buffer, _encoding, done) => {
    try {
      for (let offset = 0; offset < chunk.length;) offset += write(fd, chunk, offset);
    } catch (error) {
      done(error as Error);
      return;
    }
    done();
  };
}

function isPlainFile(fd: number): boolean {
  try {
    return fstatSync(fd).isFile();
  } catch {
    // Stdout is closed.
    return false;
  }
}
