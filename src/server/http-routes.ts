/** Answers the HTTP requests of the server, that is, all that are no WebSocket upgrade. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';
import type { PageRoute } from './page-route.js';
import type { ProfilesRoute } from './profiles-route.js';
import type { RecordingRoutes } from './recording-routes.js';
import { json, sendReply, text, type Reply } from './http-reply.js';
import type { TurnRoute } from './turn-route.js';

export interface Routes {
  readonly profiles: ProfilesRoute;
  readonly turn: TurnRoute;
  readonly page: PageRoute;
  readonly recordings: RecordingRoutes;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Returns false while models load and while the server drains. */
  readonly ready: () => boolean;
}

/** Paths that the metrics count by name. All others are counted together, so that a scanner cannot add labels. */
const COUNTED: ReadonlySet<string> = new Set([
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/v1/turn',
  '/v2/eot/profiles',
]);

export async function answerHttp(
  routes: Routes,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?', 1)[0]!;
  let reply: Reply;
  try {
    reply = await route(routes, request, path);
  } catch (error) {
    // The client hung up in the middle of its body, so there is nobody to answer.
    if (request.destroyed && !request.complete) return;
    routes.log.error({ path: COUNTED.has(path) ? path : 'other', err: error }, 'request failed');
    reply = json(500, { error: 'internal error' });
  }
  routes.metrics.http.inc({ route: COUNTED.has(path) ? path : 'other', status: String(reply.status) });
  sendReply(request, response, reply);
}

async function route(routes: Routes, request: IncomingMessage, path: string): Promise<Reply> {
  if (path === '/v1/turn') return routes.turn.answer(request);
  const recording = await routes.recordings.answer(path, request);
  if (recording) return recording;
  if (path === '/v2/eot/profiles') return routes.profiles.answer(request);
  if (path === '/v2/stream' || path === '/v2/room') {
    return json(
      426,
      { error: 'this is a WebSocket endpoint' },
      { upgrade: 'websocket', connection: 'upgrade' },
    );
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') return json(404, { error: 'not found' });
  switch (path) {
    case '/healthz':
      return text(200, 'ok\n');
    case '/readyz':
      return routes.ready() ? text(200, 'ready\n') : text(503, 'not ready\n');
    case '/metrics':
      return {
        status: 200,
        headers: { 'content-type': routes.metrics.contentType },
        body: await routes.metrics.render(),
      };
    default:
      return routes.page.answer(path) ?? json(404, { error: 'not found' });
  }
}
