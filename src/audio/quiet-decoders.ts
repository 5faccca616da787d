/**
 * Keeps the compressed decoders from writing to the console. They write every fault of a damaged file there, which would fill the
 * screen, and also return it, which is what decode-compressed.ts reads.
 */
/* eslint-disable no-console -- nothing is written here, only suppressed */
import { AsyncLocalStorage } from 'node:async_hooks';

const decoding = new AsyncLocalStorage<true>();
let installed = false;

/** Runs a decoder without its console lines. Lines of other code that runs at the same time are still written. */
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
