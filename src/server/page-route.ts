/** The browser page at `/`: three files read once, with a policy that lets them talk to this server only. */
import { readFileSync } from 'node:fs';
import type { Reply } from './http-reply.js';

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'permissions-policy': 'microphone=(self)',
  'referrer-policy': 'no-referrer',
} as const;

const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', 'text/javascript; charset=utf-8'],
  '/microphone.js': ['microphone.js', 'text/javascript; charset=utf-8'],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

export class PageRoute {
  private readonly replies: ReadonlyMap<string, Reply>;

  constructor() {
    // The same folder from src/server (tests) and dist/server (the package).
    const folder = new URL('../../src/server/page/', import.meta.url);
    this.replies = new Map(
      Object.entries(FILES).map(([path, [file, type]]) => {
        const body = readFileSync(new URL(file, folder));
        return [path, { status: 200, headers: { ...HEADERS, 'content-type': type }, body }];
      }),
    );
  }

  /** Undefined when the path is none of the page's. */
  answer(path: string): Reply | undefined {
    return this.replies.get(path);
  }
}
