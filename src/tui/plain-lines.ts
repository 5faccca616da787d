/** The mode for screen readers: prints each event once, as one line, in order; redraws nothing. */
import { visible } from '../protocol/describe-shape.js';
import type { WireEvent } from '../protocol/events.js';
import { describeEvent } from '../sinks/describe-event.js';
import { clock } from './panels.js';

/** @returns the line; undefined for partial words, which come again as final ones. */
export function plainLine(event: WireEvent, tSec: number): string | undefined {
  if (event.type === 'asr.partial') return undefined;
  return `${clock(tSec)} ${visible(describeEvent(event))}`;
}
