/**
 * Streams one recording to a `/v2` service and passes on each event with the wall time of its arrival. Called by `turnwire
 * client`, by `eval --url` and by the load test. Each control message is sent exactly between the samples it belongs between, so
 * that the log does not depend on how the sound is cut into frames.
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
  /** Full address of the endpoint, made by `endpointUrl`. */
  readonly url: string;
  /** The whole `session.start`, api_key included. */
  readonly start: Readonly<Record<string, unknown>>;
  /** 16 kHz mono in chunks of any size. If it throws, the socket is closed and then the error is thrown on. */
  readonly audio: AsyncIterable<Int16Array> | Iterable<Int16Array>;
  readonly messages?: readonly ScheduledMessage[];
  /** Speed as a multiple of real time; Infinity: as fast as the service reads. Default 1. */
  readonly speed?: number;
  /** Returns the length of the next frame in samples. Default: always 1280 (80 ms). */
  readonly nextFrameSamples?: () => number;
  readonly backoff?: Backoff;
  readonly socket?: SocketOptions;
  /** How long to wait for a silent service. */
  readonly patience?: Patience;
  /** When aborted, ends the session early with `session.end`. Before the session has begun, or while it ends, throws code `STOPPED`. */
  readonly signal?: AbortSignal;
  readonly onRetry?: (close: CloseFrame, waitMs: number) => void;
  /** Called with each line, before the line is checked. If it throws (a full disk), the socket is closed and the error is thrown on. */
  readonly onEvent: (arrival: Arrival) => void;
  /** Called with each piece of audio when it is sent; `sentSec` is all audio sent, this piece included. */
  readonly onAudio?: (samples: Int16Array, sentSec: number) => void;
  /** Called once the session is open, with a function that sends a message after the samples sent so far. */
  readonly onOpen?: (send: (message: ControlMessage) => void) => void;
}

export interface Arrival {
  /** The line as it came. A line that is no event ends the session. */
  readonly line: string;
  /** The parsed line; undefined if it is not a JSON object. */
  readonly event: Readonly<Record<string, unknown>> | undefined;
  /** Wall ms since `session.started` came. */
  readonly wallMs: number;
  /** Seconds of audio sent by then. */
  readonly sentSec: number;
  /** Wall ms since the audio up to the event's `t` was sent; undefined without `t`. */
  readonly lagMs: number | undefined;
}

export interface StreamOutcome {
  readonly close: CloseFrame;
  /** Seconds of audio sent. */
  readonly sentSec: number;
  /** True if the whole recording and `session.end` were sent. */
  readonly complete: boolean;
}

type Send = (data: string | Buffer) => Promise<unknown>;

const END = JSON.stringify({ type: 'session.end' });

/**
 * @returns how the session was closed.
 * @throws TurnwireError kind `refused` if it could not begin, `source` or `protocol` if the service stays silent.
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
  /** Wall time of the last line from the service, in ms. */
  private lastLineMs = 0;
  private sentSamples = 0;
  private isClosed = false;
  private failure: Error | undefined;
  /** Aborted when the socket has closed or the session has failed: ends all waiting. */
  private readonly over = new AbortController();
  private readonly waiting: ScheduledMessage[];
  /** Aborted by `over`, and by the signal that ends the session early. */
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
    // Resolves when the operating system has taken the data, so that a slow service slows the sending down. An abort ends the
    // wait for a service that reads no more.
    const send: Send = (data) =>
      unlessAborted(this.halted, new Promise<void>((sent) => socket.send(data, () => sent())));
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

  /** Waits for the close that answers `session.end`; each event that still comes restarts the wait. */
  private async ending(socket: WebSocket): Promise<void> {
    const { url, signal, patience = DEFAULT_PATIENCE } = this.options;
    const early = signal?.aborted === true;
    const limitMs = early ? patience.stopMs : patience.endMs;
    const wake = early ? this.over.signal : this.halted;
    this.lastLineMs = performance.now();
    for (let leftMs = limitMs; leftMs > 0 && !wake.aborted;) {
      await sleep(leftMs, wake);
      leftMs = this.lastLineMs + limitMs - performance.now();
    }
    if (this.over.signal.aborted) return;
    const sentence = `stopped before ${url} had ended the session: what came until then is kept`;
    this.fail(wake.aborted ? stopped(sentence) : neverClosed(url, limitMs));
    socket.terminate();
  }

  private fail(error: unknown): void {
    this.failure ??= error as Error;
    this.over.abort();
  }

  /** @returns true if all of it was sent. @throws what the recording throws midway */
  private async sendRecording(send: Send): Promise<boolean> {
    const sound = frames(this.options.audio, this.options.nextFrameSamples);
    while (!this.stopped) {
      const next = await unlessAborted(this.halted, sound.next());
      if (!next || next.done) break;
      await this.sendFrame(next.value, send);
    }
    // Not awaited: an open pipe from which nothing comes would block here.
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
    this.lastLineMs = now;
    this.wallStartMs ??= now;
    const { event, fault } = readEvent(line, this.options.url);
    // The fault is noted first: an error thrown by `onEvent` must not hide it.
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
