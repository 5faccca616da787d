/**
 * Sends one `POST` of JSON. `fetch` is not used because it cannot trust a private certificate and does not say whether it
 * reached the service. Called by remote-runner.ts.
 */
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { connectFailed } from '../../client/index.js';

/** Longest wait for a connection, and longest silence of a service while it works, in ms. Chosen by hand. */
const CONNECT_MS = 15_000;
const SILENCE_MS = 300_000;

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * @param options `ca`: PEM certificate to trust instead of those of the system; `signal`: an abort ends the request.
 * @throws TurnwireError code `UNREACHABLE` if there was no connection; the error of the system if it broke later.
 */
export async function postJson(
  address: string,
  headers: Readonly<Record<string, string>>,
  body: unknown,
  options: { readonly ca?: Buffer; readonly signal?: AbortSignal } = {},
): Promise<Answer> {
  const { ca, signal } = options;
  const isSecure = address.startsWith('https:');
  let isConnected = false;
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    const request = (isSecure ? https : http).request(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      // Each request gets a connection of its own: a service may close an idle one just when it is used again.
      agent: false,
      timeout: CONNECT_MS,
      ca,
      signal,
    });
    request.once('socket', (socket) =>
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        isConnected = true;
        request.setTimeout(SILENCE_MS);
      }),
    );
    request.on('timeout', () =>
      request.destroy(new Error(isConnected ? 'it was silent for 5 minutes' : 'no connection within 15 s')),
    );
    request.once('response', resolve);
    request.on('error', (error) =>
      reject(isConnected ? new Error(error.message, { cause: error }) : connectFailed(address, error)),
    );
    request.end(JSON.stringify(body));
  });
  const response = await answered;
  return { status: response.statusCode!, text: await text(response) };
}
