/** Keeps the memory and the processor time of a command small that runs one engine. */
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's space for new objects at its first size, 1 MB, instead of 16 MB twice, which on a call of a minute is 58 MB less. Lets the
 * heap grow to twice what was in use before everything is collected again: by itself V8 collects after 10 MB of new sound, a
 * tenth of a call's processor time. Call it before modules are loaded.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=100');
}
