/** Makes wire events of event bodies: adds `schema_version` and `seq`, which counts from 1 without gaps. */
import type { EventBody, WireEvent } from '../../protocol/events.js';
import { SCHEMA_VERSION } from '../../protocol/names.js';

export class Sequencer {
  private next = 1;

  envelope(body: EventBody): WireEvent {
    const { type, ...fields } = body;
    return { type, schema_version: SCHEMA_VERSION, seq: this.next++, ...fields } as WireEvent;
  }
}
