/**
 * The decoders write each fault to the console, in their own words, as well as into what they return, which is what we read: a
 * damaged file would fill the screen. Used by decode-compressed.ts.
 */
/* eslint-disable no-console -- nothing is written here, only held back */
import { AsyncLocalStorage } from 'node:async_hooks';

const decoding = new AsyncLocalStorage<true>();
let installed = false;

/** Runs a decoder without its console lines; those of anyone else who runs meanwhile still come. */
export function quietly<T>(decode: () => T): T {
  if (!installed) install();
  return decoding.run(true, decode);
}

function install(): void {
  installed = true;
  for (const method of ['error', 'warn'] as const) {
    const write = console[method].bind(console);
    console[method] = (...words: unknown[]) => {
      if (!decoding.getStore()) write(...words);
    };
  }
}
