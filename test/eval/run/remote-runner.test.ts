/** Measuring a scripted service: where its scores are asked for, and what becomes of an event that is none. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { createRemoteRunner } from '../../../src/eval/run/remote-runner.js';
import { logOf } from '../../helpers/events.js';

const http = createServer();
afterEach(() => void http.removeAllListeners('request').closeAllConnections());
afterAll(() => void http.close());
const turn = { name: 'a', endpoint: 'stream', start: {}, audio: new Int16Array(1_600) } as const;

async function serviceUrl(path: string): Promise<string> {
  if (!http.listening) await once(http.listen(0, '127.0.0.1'), 'listening');
  return `ws://127.0.0.1:${(http.address() as AddressInfo).port}${path}`;
}

it.each(['/api', '/api/v2/stream'])('asks for scores under the path of %s, as for sockets', async (path) => {
  const scores = [{ timestamp: 0.1, p_eot: 0.5 }];
  const asked: (string | undefined)[] = [];
  http.on('request', (request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify({ events: scores }));
  });
  const remote = createRemoteRunner({ url: await serviceUrl(path), apiKey: 'k' });
  expect(await remote.scores({ ...turn, intervalSec: 0.1 })).toEqual(scores);
  expect(asked).toEqual(['/api/v1/turn']);
});

it('says in one sentence which event of a service is none', async () => {
  const url = await serviceUrl('');
  const service = new WebSocketServer({ server: http });
  service.on('connection', (socket) => {
    const [started] = logOf();
    socket.send(JSON.stringify(started));
    socket.send('{"type":"vad.start","schema_version":2,"seq":1,"t":"soon","speaker":"user"}');
  });
  const remote = createRemoteRunner({ url, apiKey: 'k' });
  await expect(remote.events({ ...turn, controls: [] })).rejects.toMatchObject({
    kind: 'protocol',
    message: expect.stringMatching(
      /^ws:\S+ sent what is no event of the protocol: vad\.start: t is "soon": .+$/,
    ) as string,
  });
  service.close();
});
