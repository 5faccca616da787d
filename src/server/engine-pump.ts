/**
 * Processes one session: takes what the client sent out of the intake in order, drives the engine with it, and sends the events to
 * the recording and to the client. If the client is gone, what had arrived is still processed, for the recording only. Called by
 * SocketSession, which reads the socket meanwhile.
 */
import type { Engine } from '../engine/session/engine.js';
import type { WireEvent } from '../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { Endpoint } from '../protocol/names.js';
import type { CloseFrame } from '../protocol/reasons.js';
import type { Intake, Item } from './intake.js';
import type { Recorder } from './recorder.js';
import type { SessionHost } from './session-host.js';
import { SessionLag } from './session-lag.js';

/** The session that is processed. */
export interface PumpedSession {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly host: SessionHost;
  /** Sends events to the client. */
  readonly send: (events: readonly WireEvent[]) => void;
  /** Called when an item was processed, so that there is room for more. */
  readonly processed: () => void;
  /** Returns false if the client sends faster than real time. */
  readonly isLive: () => boolean;
  /** Called when the engine has ended the session or the client asked for it. */
  readonly close: (frame: CloseFrame) => void;
  readonly fail: (error: unknown) => void;
  /** Called if the models of the session cannot be loaded: it must not start. */
  readonly refuse: (error: unknown) => void;
  /** Called when the client is gone and nothing is left to process. */
  readonly finished: () => void;
}

export class EnginePump {
  private recorder: Recorder | undefined;
  private readonly lag: SessionLag;
  private samplesTaken = 0;
  /** True while an item is processed, and until the first event is sent. */
  private busy = true;
  private stopped = false;
  private clientGone = false;
  private released = false;

  constructor(
    private readonly engine: Engine,
    private readonly intake: Intake,
    private readonly session: PumpedSession,
  ) {
    this.lag = new SessionLag(session.endpoint, session.host);
  }

  /** Audio that the engine has taken, in seconds. */
  get takenSec(): number {
    return this.samplesTaken / SAMPLE_RATE_HZ;
  }

  /** Sends the first event, then calls `run`. Call once. */
  async start(): Promise<void> {
    if (await this.isPrepared()) await this.begin();
    this.busy = false;
    void this.run();
  }

  private async isPrepared(): Promise<boolean> {
    try {
      await this.engine.prepare();
      return true;
    } catch (error) {
      this.session.refuse(error);
      return false;
    }
  }

  private async begin(): Promise<void> {
    const { host, endpoint, id } = this.session;
    try {
      this.recorder = await host.openRecorder(endpoint, id).catch((error: unknown) => {
        host.log.error({ session: id, err: error }, 'a recording could not be begun; its session goes on');
        return undefined;
      });
      this.send(this.engine.start());
    } catch (error) {
      this.session.fail(error);
    }
  }

  /** Processes the intake until it is empty; returns at once if another call does so already. */
  async run(): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    try {
      for (let item = this.next(); item; item = this.next()) {
        this.emit(item, await this.apply(item));
        this.lag.processed(item, this.session.isLive());
        this.session.processed();
        if (this.engine.closed) this.session.close(this.engine.closed);
      }
    } catch (error) {
      this.session.fail(error);
    }
    this.busy = false;
    if (this.clientGone) await this.release();
  }

  /** Call when our close frame is sent: nothing more is processed. */
  stop(): void {
    this.stopped = true;
  }

  /** Call when the socket is closed. */
  lose(): void {
    this.clientGone = true;
    void this.run();
  }

  /** The next item; undefined if the session is over. After the client is gone, items are only processed for a recording. */
  private next(): Item | undefined {
    if (this.stopped || (this.clientGone && !this.recorder)) return undefined;
    return this.intake.shift();
  }

  private async apply(item: Item): Promise<WireEvent[]> {
    switch (item.kind) {
      case 'audio':
        this.recorder?.audio(item.samples);
        this.samplesTaken += item.samples.length;
        return this.engine.push(item.samples, (events) => this.emit(item, events));
      case 'control':
        return this.engine.control(item.message);
      case 'warning':
        return this.engine.notify(item.body);
      case 'close':
        this.session.close(item.frame);
        return [];
    }
  }

  private emit(item: Item, events: readonly WireEvent[]): void {
    this.lag.emitted(item, events.length);
    this.send(events);
  }

  private send(events: readonly WireEvent[]): void {
    this.recorder?.events(events);
    if (!this.clientGone && !this.stopped) this.session.send(events);
  }

  /** Completes and closes the recording. */
  private async release(): Promise<void> {
    if (this.released) return;
    this.released = true;
    if (this.recorder) {
      try {
        this.recorder.events(await this.engine.end());
      } catch (error) {
        const { host, id } = this.session;
        host.log.error({ session: id, err: error }, 'the end of a session could not be computed');
      }
      await this.recorder.close();
    }
    this.session.finished();
  }
}
