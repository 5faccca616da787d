/**
 * One WebSocket from upgrade to close (service-v2 sections 3 and 7; decisions.md "Bad input on a socket").
 *
 *   awaiting  --session.start, key and options fine, a place free-->  open
 *   awaiting  --anything else, or the deadline-->                     closed
 *   open      --session.end, idle, drain, fault, overload-->          closed
 *   open      --the client is gone-->                                 what arrived is worked off for the recording
 *
 * Reading the socket and driving the engine are apart: frames go into the intake, `pump` takes them out in order.
 */
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Engine } from '../engine/engine.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { WireEvent } from '../protocol/events.js';
import type { Endpoint } from '../protocol/names.js';
import { CLOSE, SessionRejected, type CloseFrame } from '../protocol/reasons.js';
import type { SessionOptions } from '../protocol/session-start.js';
import { checkStart } from './check-start.js';
import { FlowControl } from './flow-control.js';
import { Heartbeat } from './heartbeat.js';
import { Intake, type Item, type Warning } from './intake.js';
import { readAudio, readControl, readObject } from './read-frame.js';
import type { Recorder } from './recorder.js';
import type { SessionHost } from './session-host.js';
import { SessionLag } from './session-lag.js';
import { WallIdle } from './wall-idle.js';

type State = 'awaiting' | 'open' | 'closed';

export class SocketSession {
  readonly id = randomUUID();
  private state: State = 'awaiting';
  private readonly intake = new Intake();
  private readonly flow: FlowControl;
  private readonly connectedMs = performance.now();
  private readonly heartbeat: Heartbeat;
  private readonly lag: SessionLag;
  private engine: Engine | undefined;
  private recorder: Recorder | undefined;
  private idle: WallIdle | undefined;
  private pumping = false;
  /** The socket is closed. */
  private gone = false;
  private holdsPlace = false;
  private sourceWarned = false;
  private samplesTaken = 0;
  /** The close frame we sent. */
  private closing: CloseFrame | undefined;

  constructor(
    private readonly socket: WebSocket,
    readonly endpoint: Endpoint,
    private readonly host: SessionHost,
  ) {
    this.flow = new FlowControl(socket, host.limits);
    this.lag = new SessionLag(endpoint, host);
    this.heartbeat = new Heartbeat(socket, host.limits.pingSec, this.connectedMs);
    socket.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary));
    socket.on('close', (code: number) => this.left(code));
    // ws has closed the socket with the right code by now (too big, not UTF-8, protocol error).
    socket.on('error', () => undefined);
  }

  /** True once a session was begun on this socket. */
  get started(): boolean {
    return this.engine !== undefined;
  }

  get isPending(): boolean {
    return this.state === 'awaiting' && !this.closing;
  }

  get backlogSec(): number {
    return this.intake.queuedSec;
  }

  /** Closes the connection whatever it is doing. */
  close(frame: CloseFrame): void {
    if (this.closing) return;
    this.closing = frame;
    this.leavePlace();
    this.socket.resume();
    this.socket.close(frame.code, frame.reason);
  }

  /** Cuts the connection of a client that does not answer our close frame. */
  terminate(): void {
    this.socket.terminate();
  }

  /** Called a few times a second: deadlines that no frame triggers. */
  tick(wallNowMs: number): void {
    if (this.closing || this.gone) return;
    if (this.state === 'awaiting') {
      if (wallNowMs - this.connectedMs >= this.host.limits.startDeadlineSec * 1000) {
        this.close(CLOSE.expectedSessionStart);
      }
      return;
    }
    this.regulate();
    this.heartbeat.tick(wallNowMs, !this.flow.paused);
    if (this.flow.paused) this.idle?.heard(wallNowMs);
    const idle = this.idle?.step(wallNowMs);
    if (idle === 'close') return this.close(CLOSE.idleTimeout);
    if (idle) this.warn(idle);
    if (this.flow.hopeless(wallNowMs, this.takenSec)) this.close(CLOSE.atCapacity);
  }

  /** False where the client sends faster than in real time. */
  private get isLive(): boolean {
    return this.flow.sentInRealTime(this.takenSec, this.intake.queuedSec, performance.now());
  }

  private get takenSec(): number {
    return this.samplesTaken / SAMPLE_RATE_HZ;
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (this.closing) return;
    if (this.state === 'awaiting') return this.open(isBinary ? undefined : data.toString());
    if (isBinary) this.receiveAudio(data);
    else this.receiveText(data);
  }

  private open(text: string | undefined): void {
    try {
      const options = checkStart(text, this.endpoint, this.host);
      this.holdsPlace = true;
      this.begin(options);
    } catch (error) {
      if (error instanceof SessionRejected) this.close(error.close);
      else this.fail(error);
    }
  }

  private begin(options: SessionOptions): void {
    this.state = 'open';
    this.host.metrics.started.inc({ endpoint: this.endpoint });
    this.engine = this.host.engines.create(options, this.id);
    this.idle = new WallIdle(options.idleTimeoutSec, performance.now());
    this.host.log.info({ session: this.id, endpoint: this.endpoint }, 'session open');
    this.pumping = true;
    void this.start(this.engine);
  }

  private async start(engine: Engine): Promise<void> {
    try {
      this.recorder = await this.host.openRecorder(this.endpoint, this.id);
      this.send(engine.start());
    } catch (error) {
      this.fail(error);
    }
    this.pumping = false;
    void this.pump();
  }

  private receiveAudio(data: Buffer): void {
    const wallArrivedMs = performance.now();
    this.idle?.heard(wallArrivedMs);
    const frame = readAudio(data);
    if ('samples' in frame) return this.take({ kind: 'audio', samples: frame.samples, wallArrivedMs });
    if (frame.problem === 'source') {
      if (this.sourceWarned) return;
      this.sourceWarned = true;
    }
    this.warn({ type: 'warning', code: 'bad_audio', message: frame.message });
  }

  private receiveText(data: Buffer): void {
    const fields = readObject(data.toString());
    if (!fields) return this.close(CLOSE.malformedJson);
    const message = readControl(fields, this.endpoint);
    if (typeof message === 'string') this.warn({ type: 'warning', code: 'bad_message', message });
    else this.take({ kind: 'control', message, wallArrivedMs: performance.now() });
  }

  private warn(body: Warning): void {
    this.take({ kind: 'warning', body, wallArrivedMs: performance.now() });
  }

  private take(item: Item): void {
    this.intake.push(item);
    this.regulate();
    void this.pump();
  }

  private regulate(): void {
    this.flow.regulate(this.intake, this.takenSec, performance.now());
  }

  private async pump(): Promise<void> {
    if (this.pumping || !this.engine) return;
    this.pumping = true;
    try {
      for (let item = this.next(); item; item = this.next()) {
        this.tell(item, await this.apply(this.engine, item));
        this.lag.worked(item, this.isLive);
        this.regulate();
        if (this.engine.closed) this.close(this.engine.closed);
      }
    } catch (error) {
      this.fail(error);
    }
    this.pumping = false;
    if (this.gone) await this.release(this.engine);
  }

  /** The next thing to do; nothing once the session is over, and what is left of a lost one only for its recording. */
  private next(): Item | undefined {
    if (this.closing || (this.gone && !this.recorder)) return undefined;
    return this.intake.shift();
  }

  private apply(engine: Engine, item: Item): Promise<WireEvent[]> {
    switch (item.kind) {
      case 'audio':
        this.recorder?.audio(item.samples);
        this.samplesTaken += item.samples.length;
        return engine.push(item.samples, (events) => this.tell(item, events));
      case 'control':
        return engine.control(item.message);
      case 'warning':
        return engine.notify(item.body);
    }
  }

  private tell(item: Item, events: readonly WireEvent[]): void {
    this.lag.told(item, events.length);
    this.send(events);
  }

  private send(events: readonly WireEvent[]): void {
    this.recorder?.events(events);
    if (this.gone || this.closing) return;
    for (const event of events) this.socket.send(JSON.stringify(event));
  }

  private fail(error: unknown): void {
    this.host.log.error({ session: this.id, endpoint: this.endpoint, err: error }, 'session failed');
    this.close(CLOSE.internal);
  }

  private left(code: number): void {
    this.gone = true;
    this.host.metrics.closes.inc({ endpoint: this.endpoint, code: String(code) });
    this.leavePlace();
    if (this.engine) return void this.pump();
    this.state = 'closed';
    this.host.forget(this, this.closing);
  }

  private leavePlace(): void {
    if (this.holdsPlace) this.host.admission.leave(this.endpoint);
    this.holdsPlace = false;
  }

  /** The socket is closed and nothing is left to work off: the recorded log gets its end. */
  private async release(engine: Engine): Promise<void> {
    if (this.state === 'closed') return;
    this.state = 'closed';
    if (this.recorder) {
      try {
        this.recorder.events(await engine.end());
      } catch (error) {
        this.host.log.error({ session: this.id, err: error }, 'the end of a session could not be computed');
      }
      await this.recorder.close();
    }
    this.host.forget(this, this.closing);
  }
}
