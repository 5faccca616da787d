/** The screen-reader mode: each event once, as one plain line in the order it happened; nothing is ever redrawn. */
import { visible } from '../protocol/describe-shape.js';
import type { WireEvent } from '../protocol/events.js';
import { describeEvent } from '../sinks/describe-event.js';
import { clock } from './panels.js';

/** Undefined for what would only repeat: partial words come again as final ones. */
export function plainLine(event: WireEvent, tSec: number): string | undefined {
  if (event.type === 'asr.partial') return undefined;
  return `${clock(tSec)} ${visible(describeEvent(event))}`;
}
