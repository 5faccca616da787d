/**
 * Opens one session: connects, sends `session.start`, waits for `session.started`. If the service is full (close 1013, or HTTP
 * 503 instead of a socket), it asks again with backoff; every other refusal is final.
 */
import { WebSocket, type ClientOptions as SocketOptions } from 'ws';
import { visible } from '../protocol/describe-shape.js';
import { TurnwireError } from '../protocol/errors.js';
import { CLOSE, type CloseFrame } from '../protocol/reasons.js';
import { backoffMs, type Backoff } from './backoff.js';
import { neverStarted, stopped, type Patience } from './patience.js';
import { sleep } from './sleep.js';
import { connectFailed, unreachable } from './unreachable.js';

export interface OpenOptions {
  readonly url: string;
  /** The whole `session.start`, api_key included. */
  readonly start: Readonly<Record<string, unknown>>;
  readonly backoff: Backoff;
  /** TLS trust, headers. */
  readonly socket?: SocketOptions;
  /** Stops the attempt to open. */
  readonly signal?: AbortSignal;
  readonly patience: Patience;
  /** Called before each wait. */
  readonly onRetry?: (close: CloseFrame, waitMs: number) => void;
  /** Called with each text frame of the session, `session.started` first. */
  readonly onMessage: (text: string) => void;
}

export interface OpenSession {
  readonly socket: WebSocket;
  readonly closed: Promise<CloseFrame>;
}

/** Longest wait for the answer to the upgrade, in wall ms. Chosen by hand. */
const HANDSHAKE_MS = 15_000;

/** @throws TurnwireError kind `refused` (closed or stopped before it began) or `source` (no service answers). */
export async function openSession(options: OpenOptions): Promise<OpenSession> {
  for (let attempt = 0; ; attempt++) {
    const result = await tryOpen(options);
    if ('socket' in result) return result;
    const again = result.code === CLOSE.atCapacity.code && attempt < options.backoff.retries;
    if (!again || options.signal?.aborted) throw refusal(result);
    const waitMs = backoffMs(options.backoff, attempt);
    options.onRetry?.(result, waitMs);
    await sleep(waitMs, options.signal);
  }
}

/** Error code for a wrong API key: the service will refuse every session. */
export const KEY_REFUSED = 'key_refused';

/** Error code of every other refusal. */
export const REFUSED = 'refused';

export function refusal({ code, reason }: CloseFrame): TurnwireError {
  return new TurnwireError(
    'refused',
    reason === CLOSE.invalidApiKey.reason ? KEY_REFUSED : REFUSED,
    `the service closed with ${code}${reason ? ` ${reason}` : ''}`,
  );
}

function tryOpen(options: OpenOptions): Promise<OpenSession | CloseFrame> {
  const { url, start, signal, patience, onMessage } = options;
  let release = (): void => {};
  const opening = new Promise<OpenSession | CloseFrame>((resolve, reject) => {
    const socket = new WebSocket(url, {
      perMessageDeflate: false,
      handshakeTimeout: HANDSHAKE_MS,
      ...options.socket,
    });
    const giveUp = (error: TurnwireError): void => {
      reject(error);
      socket.terminate();
    };
    const onStop = (): void => giveUp(stopped(`stopped before ${url} began the session`));
    signal?.addEventListener('abort', onStop);
    let timer: NodeJS.Timeout | undefined;
    release = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onStop);
    };
    const closed = new Promise<CloseFrame>((done) =>
      socket.on('close', (code, reason) => done({ code, reason: visible(reason.toString()) })),
    );
    socket.on('open', () => {
      socket.send(JSON.stringify(start));
      void closed.then(resolve);
      timer = setTimeout(() => giveUp(neverStarted(url, patience.startMs)), patience.startMs);
    });
    socket.on('message', (data: Buffer) => {
      onMessage(data.toString());
      resolve({ socket, closed });
    });
    socket.on('unexpected-response', (request, response) => {
      request.destroy();
      if (response.statusCode === 503) resolve({ code: CLOSE.atCapacity.code, reason: 'HTTP 503' });
      else reject(unreachable(url, `it answered HTTP ${response.statusCode}`));
    });
    // Once the session is open, a close follows, which has the reason.
    socket.on('error', (error) => reject(connectFailed(url, error)));
    if (signal?.aborted) onStop();
  });
  return opening.finally(() => release());
}
