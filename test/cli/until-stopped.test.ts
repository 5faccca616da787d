/** Stdin as `run` and `live` read it: piece by piece, until a signal. */
import { PassThrough, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { untilStopped } from '../../src/cli/terminal/until-stopped.js';
import { collectGarbage } from '../helpers/collect-garbage.js';

const asStdin = (stream: Readable): NodeJS.ReadStream => stream as NodeJS.ReadStream;

it('keeps no sound that was handed on', async () => {
  const pieces: WeakRef<Buffer>[] = [];
  const sound = Readable.from(
    (function* () {
      for (let i = 0; i < 400; i++) {
        const piece = Buffer.alloc(1 << 16);
        pieces.push(new WeakRef(piece));
        yield piece;
      }
    })(),
  );
  let held = Infinity;
  for await (const piece of untilStopped(asStdin(sound), new AbortController().signal)) {
    expect(piece.length).toBe(1 << 16);
    if (pieces.length < 400) continue;
    await nextTurn();
    collectGarbage();
    held = pieces.filter((ref) => ref.deref() !== undefined).length;
  }
  // Those that the stream has ready, and the one in hand.
  expect(held).toBeLessThan(50);
});

it('ends by the signal where nothing comes any more, and by the end of the stream', async () => {
  const stop = new AbortController();
  const pipe = new PassThrough();
  pipe.write('sound');
  const heard: string[] = [];
  for await (const bytes of untilStopped(asStdin(pipe), stop.signal)) {
    heard.push(Buffer.from(bytes).toString());
    setTimeout(() => stop.abort(), 20);
  }
  expect(heard).toEqual(['sound']);
  expect(pipe.destroyed).toBe(true);
  const whole = Readable.from([Buffer.from('a'), Buffer.from('b')]);
  const pieces: Uint8Array[] = [];
  for await (const bytes of untilStopped(asStdin(whole), new AbortController().signal)) pieces.push(bytes);
  expect(Buffer.concat(pieces).toString()).toBe('ab');
});
