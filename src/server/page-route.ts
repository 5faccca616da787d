/** The browser page at `/`: its files, read once, with a content policy that lets them talk to this server only. */
import { readFileSync } from 'node:fs';
import { messageOf, TurnwireError } from '../protocol/errors.js';
import type { Reply } from './http-reply.js';

const HEADERS = {
  'cache-control': 'no-cache',
  // `blob:` is the sound of the session itself, which the page plays.
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; media-src blob:; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
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

/** What `npm run build` made of src/view/page/live; in `dist` for the sources too, so that tests and the built command share it. */
const FOLDER = new URL('../../dist/view/live/', import.meta.url);

export class PageRoute {
  private readonly replies: ReadonlyMap<string, Reply>;

  constructor() {
    this.replies = new Map(
      Object.entries(FILES).map(([path, [file, type]]) => [path, page(type, readPart(file))]),
    );
  }

  /** @returns the file; undefined if the page has no such path. */
  answer(path: string): Reply | undefined {
    return this.replies.get(path);
  }
}

function readPart(file: string): Buffer {
  try {
    return readFileSync(new URL(file, FOLDER));
  } catch (cause) {
    const text = `the page of turnwire serve is missing from this installation (${messageOf(cause)}): run npm run build, or install again`;
    throw new TurnwireError('model', 'no_page', text, { cause });
  }
}

function page(type: string, body: Buffer): Reply {
  return { status: 200, headers: { ...HEADERS, 'content-type': type }, body };
}
