/** The Prometheus metrics of a server (`/metrics`). No label contains anything that a client sent. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { ObservedCall } from '../inference/pool.js';
import { ENDPOINTS, type Endpoint } from '../protocol/names.js';

const LAG_BUCKETS_SEC = [0.005, 0.01, 0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2, 5, 10];

export interface GaugeSources {
  openSessions(endpoint: Endpoint): number;
  pendingSockets(): number;
  /** Largest backlog of audio of any session, in seconds. */
  worstBacklogSec(): number;
  queuedCalls(): number;
}

export class Metrics {
  private readonly registry = new Registry();
  private readonly registers = [this.registry];

  readonly started = new Counter({
    name: 'turnwire_sessions_started_total',
    help: 'Sessions that got session.started',
    labelNames: ['endpoint'],
    registers: this.registers,
  });
  private readonly closes = new Counter({
    name: 'turnwire_closes_total',
    help: 'Sockets closed, by close code (1005 and 1006: the client left without one; other: one of its own)',
    labelNames: ['endpoint', 'code'],
    registers: this.registers,
  });
  readonly audioSeconds = new Counter({
    name: 'turnwire_audio_seconds_total',
    help: 'Seconds of audio the engines have taken',
    labelNames: ['endpoint'],
    registers: this.registers,
  });
  readonly eventLag = new Histogram({
    name: 'turnwire_event_lag_seconds',
    help: 'From the arrival of the audio that completed an event to the sending of the event',
    labelNames: ['endpoint'],
    buckets: LAG_BUCKETS_SEC,
    registers: this.registers,
  });
  readonly audioLag = new Histogram({
    name: 'turnwire_audio_lag_seconds',
    help: 'From the arrival of a piece of audio to the moment the engine is done with it, sessions sent in real time only',
    labelNames: ['endpoint'],
    buckets: LAG_BUCKETS_SEC,
    registers: this.registers,
  });
  readonly http = new Counter({
    name: 'turnwire_http_requests_total',
    help: 'HTTP requests answered',
    labelNames: ['route', 'status'],
    registers: this.registers,
  });
  private readonly inference = new Histogram({
    name: 'turnwire_inference_seconds',
    help: 'Worker time of one inference call',
    labelNames: ['kernel'],
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1],
    registers: this.registers,
  });
  private readonly inferenceWait = new Histogram({
    name: 'turnwire_inference_wait_seconds',
    help: 'Time an inference call waited for a worker',
    labelNames: ['kernel'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2],
    registers: this.registers,
  });

  constructor(sources: GaugeSources) {
    collectDefaultMetrics({ register: this.registry });
    this.gauge('turnwire_pending_sockets', 'Sockets that have not sent session.start', () =>
      sources.pendingSockets(),
    );
    this.gauge('turnwire_queued_calls', 'Inference calls waiting for a worker', () => sources.queuedCalls());
    this.gauge('turnwire_worst_backlog_seconds', 'Largest backlog of audio of any session', () =>
      sources.worstBacklogSec(),
    );
    new Gauge({
      name: 'turnwire_sessions_open',
      help: 'Open sessions',
      labelNames: ['endpoint'],
      registers: this.registers,
      collect() {
        for (const endpoint of ENDPOINTS) this.set({ endpoint }, sources.openSessions(endpoint));
      },
    });
  }

  readonly observeCall = ({ kernel, waitedMs, ranMs }: ObservedCall): void => {
    this.inference.observe({ kernel }, ranMs / 1000);
    this.inferenceWait.observe({ kernel }, waitedMs / 1000);
  };

  /** Codes from 3000 on are free for clients to choose (RFC 6455, section 7.4.2), so they share one label. */
  closed(endpoint: Endpoint, code: number): void {
    this.closes.inc({ endpoint, code: code < 3000 ? String(code) : 'other' });
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  render(): Promise<string> {
    return this.registry.metrics();
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: this.registers,
      collect() {
        this.set(read());
      },
    });
  }
}
