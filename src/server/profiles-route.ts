/** `GET /v2/eot/profiles`: needs no key, has an ETag, allows every origin (docs/protocol.md, "GET /v2/eot/profiles"). */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { PointsTable } from '../operating-points/published.js';
import { EVIDENCE } from '../operating-points/evidence.js';
import { SCHEMA_VERSION } from '../protocol/names.js';
import { json, type Reply } from './http-reply.js';

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'If-None-Match',
  'access-control-expose-headers': 'ETag',
} as const;

export class ProfilesRoute {
  private readonly body: string;
  private readonly etag: string;

  constructor(points: PointsTable) {
    this.body = JSON.stringify({
      schema_version: SCHEMA_VERSION,
      default: 'cutoff_10pct',
      languages: points,
      // What the points of languages other than English rest on.
      evidence: EVIDENCE,
    });
    this.etag = `"${createHash('sha256').update(this.body).digest('hex').slice(0, 32)}"`;
  }

  answer(request: IncomingMessage): Reply {
    const headers = { ...CORS, etag: this.etag, 'cache-control': 'public, max-age=300' };
    if (request.method === 'OPTIONS')
      return { status: 204, headers: { ...CORS, 'access-control-max-age': '86400' } };
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return json(405, { error: 'use GET' }, { ...CORS, allow: 'GET, HEAD, OPTIONS' });
    }
    if (matches(request.headers['if-none-match'], this.etag)) return { status: 304, headers };
    return {
      status: 200,
      headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
      body: this.body,
    };
  }
}

/** Compares `If-None-Match` with the ETag by the weak comparison of RFC 9110, section 13.1.2. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
