import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { writeWhole } from '../../src/cli/terminal/whole-writes.js';

/** Takes `atOnce` bytes a call, until `room` bytes are taken. */
function disk(atOnce: number, room: number) {
  let taken = Buffer.alloc(0);
  const write = (_fd: number, bytes: Uint8Array, offset: number): number => {
    const part = bytes.subarray(offset, offset + Math.min(atOnce, room - taken.length));
    if (part.length === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    taken = Buffer.concat([taken, part]);
    return part.length;
  };
  return { write, text: () => taken.toString() };
}

function streamTo(write: ReturnType<typeof disk>['write']) {
  const stream = new Writable();
  const errors: unknown[] = [];
  stream.on('error', (error) => errors.push(error));
  writeWhole(stream, 1, write);
  const told = (text: string) => new Promise((resolve) => stream.write(text, resolve));
  return { told, errors };
}

describe('a stdout that is a plain file', () => {
  it('writes what the system takes in parts to its end', async () => {
    const { write, text } = disk(3, 1000);
    const { told } = streamTo(write);
    expect(await told('one, dos, três\n')).toBeFalsy();
    expect(await told('four\n')).toBeFalsy();
    expect(text()).toBe('one, dos, três\nfour\n');
  });

  it('fails when the disk takes a part and then nothing', async () => {
    const { write, text } = disk(100, 5);
    const { told, errors } = streamTo(write);
    expect(await told('ten bytes!')).toMatchObject({ code: 'ENOSPC' });
    expect(errors).toHaveLength(1);
    expect(text()).toBe('ten b');
  });
});
