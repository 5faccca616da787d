/** Measures how late the events and the audio of a session are, for the metrics and for the admission of new sessions. */
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { Endpoint } from '../protocol/names.js';
import type { Item } from './intake.js';
import type { SessionHost } from './session-host.js';

export class SessionLag {
  constructor(
    private readonly endpoint: Endpoint,
    private readonly host: Pick<SessionHost, 'metrics' | 'admission'>,
  ) {}

  /** @param events number of events emitted while `item` was processed */
  emitted(item: Item, events: number): void {
    const lagSec = (performance.now() - item.wallArrivedMs) / 1000;
    for (let i = 0; i < events; i++) this.host.metrics.eventLag.observe({ endpoint: this.endpoint }, lagSec);
  }

  /** @param live false for audio that is sent faster than real time: its lag says nothing about the server */
  processed(item: Item, live: boolean): void {
    if (item.kind !== 'audio') return;
    const { endpoint } = this;
    const { metrics, admission } = this.host;
    metrics.audioSeconds.inc({ endpoint }, item.samples.length / SAMPLE_RATE_HZ);
    if (!live) return;
    const wallNowMs = performance.now();
    const lagMs = wallNowMs - item.wallArrivedMs;
    metrics.audioLag.observe({ endpoint }, lagMs / 1000);
    admission.observeLag(endpoint, lagMs, wallNowMs);
  }
}
