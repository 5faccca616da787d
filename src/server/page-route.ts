/** The browser page at `/`: its files, read once, with a content policy that lets them talk to this server only. */
import { readFileSync } from 'node:fs';
import { LANGUAGES } from '../protocol/languages.js';
import { ENDPOINTS, PROFILES } from '../protocol/names.js';
import type { Reply } from './http-reply.js';

const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'permissions-policy': 'microphone=(self)',
  'referrer-policy': 'no-referrer',
} as const;

const JAVASCRIPT = 'text/javascript; charset=utf-8';

const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/page.js': ['page.js', JAVASCRIPT],
  '/microphone.js': ['microphone.js', JAVASCRIPT],
  '/page.css': ['page.css', 'text/css; charset=utf-8'],
};

/** Names of the wire that the page offers for choice; English comes first, as the default. */
const NAMES = {
  ENDPOINTS,
  PROFILES,
  LANGUAGES: ['en', ...LANGUAGES.filter((code) => code !== 'en').sort()],
};

/** `/protocol.js`: the names as a module, so that the page retypes none. */
const PROTOCOL_MODULE = Object.entries(NAMES)
  .map(([name, values]) => `export const ${name} = ${JSON.stringify(values)};\n`)
  .join('');

export class PageRoute {
  private readonly replies: ReadonlyMap<string, Reply>;

  constructor() {
    // The same folder, whether this runs from src/server (tests) or dist/server (the package).
    const folder = new URL('../../src/server/page/', import.meta.url);
    const pages = Object.entries(FILES).map(([path, [file, type]]): [string, Reply] => [
      path,
      page(type, readFileSync(new URL(file, folder))),
    ]);
    this.replies = new Map([...pages, ['/protocol.js', page(JAVASCRIPT, PROTOCOL_MODULE)]]);
  }

  /** @returns the file; undefined if the page has no such path. */
  answer(path: string): Reply | undefined {
    return this.replies.get(path);
  }
}

function page(type: string, body: string | Buffer): Reply {
  return { status: 200, headers: { ...HEADERS, 'content-type': type }, body };
}
