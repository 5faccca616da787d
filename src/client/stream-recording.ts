/**
 * Streams one recording to a `/v2` service and hands on every event with the wall time of its arrival. Called by
 * `turnwire client`, by `eval` for a hosted service and by the load test. Control messages go out exactly between the
 * samples they belong between, so that the log does not depend on the frames.
 */
import type { ClientOptions as SocketOptions, WebSocket } from 'ws';
import { bytesFromSamples } from '../audio/pcm.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { ControlMessage } from '../protocol/messages.js';
import type { CloseFrame } from '../protocol/reasons.js';
import { inTurn } from '../protocol/timed-messages.js';
import { DEFAULT_BACKOFF, type Backoff } from './backoff.js';
import { frames } from './frames.js';
import { hangUp } from './hang-up.js';
import { openSession } from './open-session.js';
import { DEFAULT_PATIENCE, neverClosed, stopped, type Patience } from './patience.js';
import { readEvent } from './read-event.js';
import type { ScheduledMessage } from './schedule.js';
import { SendTimes } from './send-times.js';
import { sleep } from './sleep.js';
import { unlessAborted } from './unless-aborted.js';

export interface StreamOptions {
  /** Full address of the endpoint, see `endpointUrl`. */
  readonly url: string;
  /** The whole `session.start`, api_key included. */
  readonly start: Readonly<Record<string, unknown>>;
  /** 16 kHz mono, chunks of any size. What it throws closes the socket, and is thrown when it is closed. */
  readonly audio: AsyncIterable<Int16Array> | Iterable<Int16Array>;
  readonly messages?: readonly ScheduledMessage[];
  /** Times real time; Infinity: as fast as the service reads. Default 1. */
  readonly speed?: number;
  /** Samples of the next frame. Default always 1280 (80 ms). */
  readonly nextFrameSamples?: () => number;
  readonly backoff?: Backoff;
  readonly socket?: SocketOptions;
  /** How long a silent service is waited for. */
  readonly patience?: Patience;
  /** Ends the session early, properly; where it has not begun or is ending, at once, by an error of code `STOPPED`. */
  readonly signal?: AbortSignal;
  readonly onRetry?: (close: CloseFrame, waitMs: number) => void;
  /** Told of a line before it is judged. What it throws (a full disk) ends the session, and is thrown when the socket is closed. */
  readonly onEvent: (arrival: Arrival) => void;
  /** Told of every piece of audio as it is sent; `sentSec` is the audio sent with it. */
  readonly onAudio?: (samples: Int16Array, sentSec: number) => void;
  /** Given, once the session is open, a way to send a message between the samples sent so far and the next. */
  readonly onOpen?: (send: (message: ControlMessage) => void) => void;
}

export interface Arrival {
  /** The line as it came, also where it is no event: that ends the session. */
  readonly line: string;
  /** What it says; undefined where that is no JSON object. */
  readonly event: Readonly<Record<string, unknown>> | undefined;
  /** Wall milliseconds since `session.started` came. */
  readonly wallMs: number;
  /** Seconds of audio sent by then. */
  readonly sentSec: number;
  /** Wall milliseconds since the audio up to the event's `t` was sent; undefined without `t`. */
  readonly lagMs: number | undefined;
}

export interface StreamOutcome {
  readonly close: CloseFrame;
  /** Seconds of audio sent. */
  readonly sentSec: number;
  /** True when the whole recording and `session.end` were sent. */
  readonly complete: boolean;
}

type Send = (data: string | Buffer) => Promise<unknown>;

const END = JSON.stringify({ type: 'session.end' });

/**
 * How a session that began and was closed ended is in the outcome.
 * @throws TurnwireError kind `refused` when it could not begin, `source` or `protocol` when the service stays silent.
 */
export async function streamRecording(options: StreamOptions): Promise<StreamOutcome> {
  const streaming = new Streaming(options);
  const onMessage = (text: string): void => streaming.arrived(text);
  const { socket, closed } = await openSession({
    ...options,
    backoff: options.backoff ?? DEFAULT_BACKOFF,
    patience: options.patience ?? DEFAULT_PATIENCE,
    onMessage,
  });
  return streaming.run(socket, closed);
}

class Streaming {
  private wallStartMs: number | undefined;
  private heardMs = 0;
  private sentSamples = 0;
  private isClosed = false;
  private failure: Error | undefined;
  /** Aborted when the socket closed or the session failed: nothing is waited for any longer. */
  private readonly over = new AbortController();
  private readonly waiting: ScheduledMessage[];
  /** Aborted by `over`, and where the session is to end early. */
  private readonly halted: AbortSignal;
  private readonly sendTimes = new SendTimes();

  constructor(private readonly options: StreamOptions) {
    this.waiting = [...(options.messages ?? [])];
    const { signal } = options;
    this.halted = signal ? AbortSignal.any([this.over.signal, signal]) : this.over.signal;
  }

  async run(socket: WebSocket, closed: Promise<CloseFrame>): Promise<StreamOutcome> {
    void closed.then(() => {
      this.isClosed = true;
      this.over.abort();
    });
    // Resolves when the operating system has taken the data, so that a slow service slows us down; one that reads nothing
    // more must not keep us from stopping.
    const send: Send = (data) =>
      unlessAborted(this.halted, new Promise<void>((told) => socket.send(data, () => told())));
    this.options.onOpen?.((message) => {
      if (!this.stopped) void send(JSON.stringify(message));
    });
    let complete = false;
    try {
      complete = await this.sendRecording(send);
    } catch (error) {
      this.fail(error);
    }
    if (this.failure === undefined && !this.isClosed) {
      socket.send(END, () => {});
      await this.ending(socket);
    }
    if (this.failure !== undefined) hangUp(socket);
    const close = await closed;
    if (this.failure !== undefined) throw this.failure;
    return { close, sentSec: this.sentSec, complete };
  }

  /** Waits for the close that answers `session.end`; every event that still comes keeps the wait alive. */
  private async ending(socket: WebSocket): Promise<void> {
    const { url, signal, patience = DEFAULT_PATIENCE } = this.options;
    const early = signal?.aborted === true;
    const limitMs = early ? patience.stopMs : patience.endMs;
    const wake = early ? this.over.signal : this.halted;
    this.heardMs = performance.now();
    for (let leftMs = limitMs; leftMs > 0 && !wake.aborted;) {
      await sleep(leftMs, wake);
      leftMs = this.heardMs + limitMs - performance.now();
    }
    if (this.over.signal.aborted) return;
    const told = `stopped before ${url} had ended the session: what came until then is kept`;
    this.fail(wake.aborted ? stopped(told) : neverClosed(url, limitMs));
    socket.terminate();
  }

  private fail(error: unknown): void {
    this.failure ??= error as Error;
    this.over.abort();
  }

  /** @returns whether all of it was sent. What a bad recording throws midway is thrown on. */
  private async sendRecording(send: Send): Promise<boolean> {
    const sound = frames(this.options.audio, this.options.nextFrameSamples);
    while (!this.stopped) {
      const next = await unlessAborted(this.halted, sound.next());
      if (!next || next.done) break;
      await this.sendFrame(next.value, send);
    }
    // Not waited for: a pipe that nothing comes from would keep us.
    sound.return(undefined).catch(() => {});
    if (this.stopped) return false;
    for (const { message } of this.waiting) await send(JSON.stringify(message));
    return true;
  }

  arrived(line: string): void {
    try {
      this.take(line);
    } catch (error) {
      this.fail(error);
    }
  }

  private take(line: string): void {
    const now = performance.now();
    this.heardMs = now;
    this.wallStartMs ??= now;
    const { event, fault } = readEvent(line, this.options.url);
    // Before the line is handed on: what a reader of it throws must not hide what the service did.
    if (fault) this.fail(fault);
    const sentAt = typeof event?.t === 'number' ? this.sendTimes.before(event.t) : undefined;
    this.options.onEvent({
      line,
      event,
      wallMs: now - this.wallStartMs,
      sentSec: this.sentSec,
      lagMs: sentAt === undefined ? undefined : now - sentAt,
    });
  }

  private get stopped(): boolean {
    return this.isClosed || this.failure !== undefined || this.options.signal?.aborted === true;
  }

  private get sentSec(): number {
    return this.sentSamples / SAMPLE_RATE_HZ;
  }

  /** Sends a frame, cut where a message is due inside it. */
  private async sendFrame(frame: Int16Array, send: Send): Promise<void> {
    for (const part of inTurn(frame, this.sentSamples, this.waiting))
      await (part instanceof Int16Array ? this.sendAudio(part, send) : send(JSON.stringify(part.message)));
  }

  private async sendAudio(samples: Int16Array, send: Send): Promise<void> {
    const { speed = 1 } = this.options;
    const due = this.wallStartMs! + ((this.sentSamples + samples.length) / SAMPLE_RATE_HZ / speed) * 1000;
    await sleep(due - performance.now(), this.halted);
    if (this.over.signal.aborted) return;
    const frame = Buffer.alloc(1 + samples.length * 2);
    frame.set(bytesFromSamples(samples), 1);
    this.sentSamples += samples.length;
    this.sendTimes.sent(this.sentSamples, performance.now());
    this.options.onAudio?.(samples, this.sentSec);
    await send(frame);
  }
}
