/** Turns the answers of a detector, which hears one speaker, into an event log of the wire's form. Called by detector-runner.ts. */
import type { EventBody, WireEvent } from '../../protocol/events.js';
import { SCHEMA_VERSION, type ProfileName } from '../../protocol/names.js';
import type { DetectorAnswer, DetectorEvent } from './detector-answer.js';

export class EventLog {
  readonly events: WireEvent[] = [];
  private score = 0;
  private lastOnsetSec: number | undefined;
  private lastEndSec = 0;

  constructor(private readonly profile: ProfileName) {}

  /** Adds what was answered when `t` seconds of the recording had been given: an event happens at that time. */
  add(t: number, { score, events }: DetectorAnswer): void {
    this.score = score ?? this.score;
    for (const event of events) this.push(this.bodyOf(t, event));
  }

  private push(body: EventBody): void {
    this.events.push({ ...body, schema_version: SCHEMA_VERSION, seq: this.events.length + 1 });
  }

  private bodyOf(t: number, event: DetectorEvent): EventBody {
    switch (event.type) {
      case 'turn.end': {
        this.lastEndSec = t;
        const p_eot = event.p_eot ?? this.score;
        // The detector does not say when the speech ended; the metrics count from the labels.
        const { profile } = this;
        return { type: 'turn.end', t, speaker: 'user', p_eot, latency_ms: 0, by: event.by, profile };
      }
      case 'turn.resumed':
        return {
          type: 'turn.resumed',
          t,
          speaker: 'user',
          after_ms: Math.round((t - this.lastEndSec) * 1000),
        };
      case 'bargein.onset':
        this.lastOnsetSec = t;
        return { type: 'bargein.onset', t, agent_speaking: true };
      case 'bargein.class': {
        const isClaim = event.class === 'claim';
        return {
          type: 'bargein.class',
          t,
          class: event.class,
          p_claim: isClaim ? 1 : 0,
          decided_after_ms: Math.round((t - (this.lastOnsetSec ?? t)) * 1000),
        };
      }
    }
  }
}
