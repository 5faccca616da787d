/** HTTP answers as values: JSON and text bodies, sending them with a length, and reading request bodies up to a limit. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
});

export const text = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  const body = reply.body ?? '';
  // RFC 9110, section 8.6: 204 has no content-length; on 304 it would have to be that of the whole answer.
  const bodiless = reply.status === 204 || reply.status === 304;
  response.writeHead(reply.status, {
    ...(!bodiless && { 'content-length': Buffer.byteLength(body) }),
    'x-content-type-options': 'nosniff',
    ...reply.headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

export class BodyTooLarge extends Error {}

/** @throws BodyTooLarge as soon as the body exceeds the limit. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new BodyTooLarge();
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > maxBytes) throw new BodyTooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
