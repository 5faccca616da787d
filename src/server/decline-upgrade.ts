/**
 * Handles requests that offer another protocol than WebSocket (`Upgrade: h2c`, sent by curl and Java's HttpClient). A server may
 * ignore the offer and answer in HTTP/1.1 (RFC 9110, section 7.8). Node before 24.9 passes every request with an offer to the
 * upgrade listener, its body unparsed; this gives the request back to the HTTP server without the offer.
 */
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { TLSSocket } from 'node:tls';
import type { Duplex } from 'node:stream';

/** Headers, and values of `Connection`, that belong to the offer. */
const OFFER: ReadonlySet<string> = new Set(['upgrade', 'http2-settings']);

/** @param head the bytes that came after the request's headers. */
export function declineUpgrade(
  server: HttpServer,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  socket.unshift(Buffer.concat([Buffer.from(withoutOffer(request), 'latin1'), head]));
  server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

/** The head of the request as it came, without the offer. */
function withoutOffer({ method, url, httpVersion, rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    const value = rawHeaders[i + 1]!;
    const kind = name.toLowerCase();
    if (OFFER.has(kind)) continue;
    lines.push(`${name}: ${kind === 'connection' ? withoutOptions(value) : value}`);
  }
  return `${lines.join('\r\n')}\r\n\r\n`;
}

function withoutOptions(value: string): string {
  const options = value.split(',').map((option) => option.trim());
  return options.filter((option) => !OFFER.has(option.toLowerCase())).join(', ');
}
