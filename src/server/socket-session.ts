/**
 * One WebSocket from upgrade to close (docs/protocol.md, "States and transitions" and "Closes").
 *
 *   awaiting  --session.start with a right key, right options, a free place-->  open
 *   awaiting  --anything else, or the deadline-->                              closed
 *   open      --session.end, idle timeout, drain, failure, overload-->         closed
 *   open      --the client is gone-->                                          the pump processes what arrived, for the recording
 *
 * This class reads the socket and puts frames into the intake; the pump takes them out in order and drives the engine.
 */
import { randomUUID } from 'node:crypto';
import type { WireEvent } from '../protocol/events.js';
import type { Endpoint } from '../protocol/names.js';
import { UnloadableLanguages } from '../protocol/errors.js';
import { namedLanguages } from '../protocol/languages.js';
import { CLOSE, SessionRejected, type CloseFrame } from '../protocol/reasons.js';
import type { SessionOptions } from '../protocol/session-start.js';
import type { AskedSession } from './asked-session.js';
import { checkStart } from './check-start.js';
import { EnginePump } from './engine-pump.js';
import { FlowControl } from './flow-control.js';
import { Heartbeat } from './heartbeat.js';
import { Intake, type Item, type Warning } from './intake.js';
import { FRAME_FORM, readAudio, readControl, readObject } from './read-frame.js';
import type { ReasonedSocket } from './reasoned-socket.js';
import { scoreSender } from './score-message.js';
import type { SessionHost } from './session-host.js';
import { WallIdle } from './wall-idle.js';

type State = 'awaiting' | 'open' | 'closed';

export class SocketSession {
  readonly id = randomUUID();
  private state: State = 'awaiting';
  private readonly intake = new Intake();
  private readonly flow: FlowControl;
  readonly connectedMs = performance.now();
  private readonly heartbeat: Heartbeat;
  private pump: EnginePump | undefined;
  private idle: WallIdle | undefined;
  /** True once the socket is closed. */
  private gone = false;
  private holdsPlace = false;
  private options: SessionOptions | undefined;
  private audioWarned = false;
  private sourceWarned = false;
  /** True once the frame that ends the session has arrived; later frames are ignored. */
  private ending = false;
  /** The close frame that we sent. */
  private closing: CloseFrame | undefined;

  constructor(
    private readonly socket: ReasonedSocket,
    private readonly asked: AskedSession,
    private readonly host: SessionHost,
    /** Called once, when the session is over; `ours` is the close frame we sent, if we closed first. */
    private readonly onOver: (session: SocketSession, ours: CloseFrame | undefined) => void,
  ) {
    this.flow = new FlowControl(socket, host.limits);
    this.heartbeat = new Heartbeat(socket, host.limits.pingSec, this.connectedMs);
    socket.on('message', (data: Buffer, isBinary: boolean) => this.receive(data, isBinary));
    socket.on('close', (code: number) => this.left(code));
    // By now ws has closed the socket with the right code (too big, not UTF-8, protocol error), or the connection is lost.
    socket.on('error', () => (this.closing ??= socket.refusal));
  }

  get endpoint(): Endpoint {
    return this.asked.endpoint;
  }

  /** True once a session has begun on this socket. */
  get started(): boolean {
    return this.pump !== undefined;
  }

  get isPending(): boolean {
    return this.state === 'awaiting' && !this.closing;
  }

  get backlogSec(): number {
    return this.intake.queuedSec;
  }

  /** Closes the socket in any state. */
  close(frame: CloseFrame): void {
    if (this.closing) return;
    this.closing = frame;
    this.pump?.stop();
    this.leavePlace();
    this.socket.resume();
    this.socket.close(frame.code, frame.reason);
  }

  /** Cuts the connection, for a client that does not answer our close frame. */
  terminate(): void {
    this.socket.terminate();
  }

  /** Checks the deadlines; called every 200 ms. */
  tick(wallNowMs: number): void {
    if (this.closing || this.gone) return;
    if (this.state === 'awaiting') {
      const isLate = wallNowMs - this.connectedMs >= this.host.limits.startDeadlineSec * 1000;
      return isLate ? this.close(CLOSE.expectedSessionStart) : undefined;
    }
    this.regulate();
    this.heartbeat.tick(wallNowMs, !this.flow.paused);
    // The client is not idle while its audio waits here or in the socket, nor after its session.end.
    if (this.flow.paused || this.intake.queuedSec > 0 || this.ending) this.idle?.restart(wallNowMs);
    const idle = this.idle?.step(wallNowMs);
    if (idle === 'close') return this.close(CLOSE.idleTimeout);
    if (idle) this.warn(idle);
    if (this.flow.isUnread(wallNowMs)) this.close(CLOSE.atCapacity);
  }

  get openFlow(): FlowControl | undefined {
    return this.closing || this.gone ? undefined : this.flow;
  }

  private get takenSec(): number {
    return this.pump?.takenSec ?? 0;
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (this.closing || this.ending) return;
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
    this.options = options;
    this.host.metrics.started.inc({ endpoint: this.endpoint });
    const { engines } = this.host;
    const scores = this.asked.withScores ? scoreSender(engines.policy(options), this.socket) : undefined;
    const engine = engines.create(options, this.id, scores);
    this.host.log.info({ session: this.id, endpoint: this.endpoint }, 'session open');
    this.pump = new EnginePump(engine, this.intake, {
      id: this.id,
      endpoint: this.endpoint,
      host: this.host,
      send: (events) => this.send(events),
      processed: () => this.regulate(),
      isLive: () => this.flow.sentInRealTime(this.takenSec, this.intake.queuedSec, performance.now()),
      close: (frame) => this.close(frame),
      fail: (error) => this.fail(error),
      refuse: (error) => this.refuse(error, options),
      finished: () => this.finish(),
    });
    void this.pump.start();
  }

  private receiveAudio(data: Buffer): void {
    const wallArrivedMs = performance.now();
    const frame = readAudio(data);
    if ('samples' in frame) {
      this.idle?.audioCame(frame.samples.length, wallArrivedMs);
      return this.enqueue({ kind: 'audio', samples: frame.samples, wallArrivedMs });
    }
    if (frame.problem === 'source' && this.sourceWarned) return;
    this.sourceWarned ||= frame.problem === 'source';
    const message = this.audioWarned ? frame.message : `${frame.message}; ${FRAME_FORM}`;
    this.audioWarned = true;
    this.warn({ type: 'warning', code: 'bad_audio', message });
  }

  private receiveText(data: Buffer): void {
    const wallArrivedMs = performance.now();
    const fields = readObject(data.toString());
    if (!fields) return this.end({ kind: 'close', frame: CLOSE.malformedJson, wallArrivedMs });
    const message = readControl(fields, this.options!);
    if (message === undefined) return;
    if (typeof message === 'string') return this.warn({ type: 'warning', code: 'bad_message', message });
    const item: Item = { kind: 'control', message, wallArrivedMs };
    if (message.type === 'session.end') this.end(item);
    else this.enqueue(item);
  }

  /** Queues the end behind all that arrived before, so that the log does not depend on how busy the engine is. */
  private end(item: Item): void {
    this.ending = true;
    this.enqueue(item);
  }

  private warn(body: Warning): void {
    this.enqueue({ kind: 'warning', body, wallArrivedMs: performance.now() });
  }

  private enqueue(item: Item): void {
    this.intake.push(item);
    this.regulate();
    void this.pump?.run();
  }

  private regulate(): void {
    this.flow.regulate(this.intake, this.takenSec, performance.now());
  }

  private send(events: readonly WireEvent[]): void {
    for (const event of events) this.socket.send(JSON.stringify(event));
    // A client waits for `session.started`, the first event, before it sends audio: until then it is not idle.
    this.idle ??= new WallIdle(this.options!.idleTimeoutSec, performance.now());
    this.idle.eventsSent(events, performance.now());
  }

  /** Closes before `session.started`: the client hears which languages cannot be served, the log why. */
  private refuse(error: unknown, { language }: SessionOptions): void {
    this.host.log.error({ session: this.id, endpoint: this.endpoint, err: error }, 'session refused');
    const codes = error instanceof UnloadableLanguages ? error.languages : namedLanguages(language);
    if (codes.length === 0) return this.close(CLOSE.atCapacity);
    this.close(this.endpoint === 'room' ? CLOSE.unsupportedOnRoom(codes) : CLOSE.unsupportedOnStream(codes));
  }

  private fail(error: unknown): void {
    this.host.log.error({ session: this.id, endpoint: this.endpoint, err: error }, 'session failed');
    this.close(CLOSE.internal);
  }

  private left(code: number): void {
    this.gone = true;
    // For a close that the client does not answer, and for closes by ws, the socket reports 1006 instead of our code.
    this.host.metrics.closed(this.endpoint, this.closing?.code ?? code);
    this.leavePlace();
    if (this.pump) this.pump.lose();
    else this.finish();
  }

  private leavePlace(): void {
    if (this.holdsPlace) this.host.admission.leave(this.endpoint);
    this.holdsPlace = false;
  }

  /** The socket is closed and nothing is left to process. */
  private finish(): void {
    this.state = 'closed';
    this.onOver(this, this.closing);
  }
}
