/** Measuring a scripted service: where its scores are asked for, and what becomes of an event that is none. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { WebSocketServer } from 'ws';
import { UNREACHABLE } from '../../../src/client/index.js';
import { evaluateRow } from '../../../src/eval/run/evaluate-row.js';
import type { RowPlan } from '../../../src/eval/run/row-plan.js';
import { createRemoteRunner } from '../../../src/eval/run/remote-runner.js';
import { logOf } from '../../helpers/events.js';
import { bookingCall } from '../../helpers/recordings.js';
import { selfSigned } from '../../helpers/self-signed.js';

const http = createServer();
afterEach(() => void http.removeAllListeners('request').closeAllConnections());
afterAll(() => void http.close());
const scores = [{ timestamp: 0.1, p_eot: 0.5 }];
const turn = { name: 'a', endpoint: 'stream', start: {}, audio: new Int16Array(1_600) } as const;

async function serviceUrl(path: string): Promise<string> {
  if (!http.listening) await once(http.listen(0, '127.0.0.1'), 'listening');
  return `ws://127.0.0.1:${(http.address() as AddressInfo).port}${path}`;
}

it.each(['/api', '/api/v2/stream'])('asks for scores under the path of %s, as for sockets', async (path) => {
  const asked: (string | undefined)[] = [];
  http.on('request', (request, response) => {
    asked.push(request.url);
    response.end(JSON.stringify({ events: scores }));
  });
  const remote = createRemoteRunner({ url: await serviceUrl(path), apiKey: 'k' });
  expect(await remote.scores({ ...turn, intervalSec: 0.1 })).toEqual(scores);
  expect(asked).toEqual(['/api/v1/turn']);
});

it.each([
  ['<html>a page</html>', 'not JSON: '],
  ['{"detail":"queued"}', 'events: '],
  ['{"events":[]}', 'its list is empty'],
  [
    '{"events":[{"timestamp":0.1,"score":0.5},{"timestamp":0.1,"p_eot":""},null]}',
    'no entry has timestamp and p_eot',
  ],
])('says in one sentence that %j holds no scores', async (answer, why) => {
  http.on('request', (_, response) => response.end(answer));
  const remote = createRemoteRunner({ url: await serviceUrl(''), apiKey: 'k' });
  await expect(remote.scores({ ...turn, intervalSec: 0.1 })).rejects.toMatchObject({
    kind: 'source',
    message: expect.stringMatching(new RegExp(`^http:\\S+ gave no scores: ${why}`)) as string,
  });
});

it('takes numbers that come as text, and drops what is no score', async () => {
  const events = [
    { timestamp: '0.1', p_eot: ' 5e-1 ' },
    { timestamp: null, p_eot: 1 },
    'none',
    { p_eot: 'x' },
  ];
  http.on('request', (_, response) => response.end(JSON.stringify({ events })));
  const remote = createRemoteRunner({ url: await serviceUrl(''), apiKey: 'k' });
  expect(await remote.scores({ ...turn, intervalSec: 0.1 })).toEqual(scores);
});

it('leaves a service that does not answer as soon as the run is stopped', async () => {
  const url = await serviceUrl('');
  const service = new WebSocketServer({ server: http });
  const stop = new AbortController();
  const asked = once(http, 'request');
  const opened = once(service, 'connection');
  const remote = createRemoteRunner({ url, apiKey: 'k', signal: stop.signal });
  const failures = [
    remote.scores({ ...turn, intervalSec: 0.1 }),
    remote.events({ ...turn, controls: [] }),
  ].map((work) =>
    work.then(
      () => 'answered',
      (error: Error) => error.message,
    ),
  );
  await Promise.all([asked, opened]);
  stop.abort();
  expect(await Promise.all(failures)).not.toContain('answered');
  service.close();
}, 5_000);

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

describe('a service that is full', () => {
  const backoff = { retries: 2, firstMs: 5, maxMs: 5 };

  it.each([
    [2, { status: 'fulfilled', value: scores }],
    [
      3,
      {
        status: 'rejected',
        reason: { kind: 'refused', message: expect.stringMatching(/ 503 full$/) as string },
      },
    ],
  ])('is asked for scores again: full %i times', async (full, outcome) => {
    let asked = 0;
    http.on('request', (_, response) => {
      if (++asked <= full) response.writeHead(503).end('full');
      else response.end(JSON.stringify({ events: scores }));
    });
    const remote = createRemoteRunner({ url: await serviceUrl(''), apiKey: 'k', backoff });
    const [settled] = await Promise.allSettled([remote.scores({ ...turn, intervalSec: 0.1 })]);
    expect(settled).toMatchObject(outcome);
    expect(asked).toBe(3);
  });
});

describe('a service that cannot be reached', () => {
  const session = { ...turn, controls: [] };
  const scored = { ...turn, intervalSec: 0.1 };

  it('ends the run where it never was: no recording can be measured there', async () => {
    const corpus = { name: 'c', file: () => bookingCall };
    const row = { id: 'a', language: 'en', audio: 'a.wav', silence_spans: [{ start: 1, end: 2 }] };
    const remote = createRemoteRunner({ url: 'ws://127.0.0.1:1', apiKey: 'k' });
    for (const method of ['service', 'eot-bench'] as const) {
      const plan: RowPlan = {
        endpoint: 'stream',
        profiles: ['cutoff_5pct'],
        methods: [method],
        start: {},
        scoreIntervalSec: 0.1,
      };
      await expect(evaluateRow(corpus, row, plan, remote)).rejects.toMatchObject({
        kind: 'source',
        message: expect.stringMatching(/^\S+ cannot be reached: connect ECONNREFUSED \S+$/) as string,
      });
    }
  });

  it('fails the recording where it was reached before', async () => {
    const url = await serviceUrl('');
    const remote = createRemoteRunner({ url, apiKey: 'k' });
    http.once('request', (_, response) => response.end(JSON.stringify({ events: scores })));
    await remote.scores(scored);
    http.once('request', (_, response) => response.destroy());
    await expect(remote.scores(scored)).rejects.toThrow(/\/v1\/turn gave no scores: socket hang up$/);
    http.close();
    await once(http, 'close');
    for (const asked of [remote.scores(scored), remote.events(session)])
      await expect(asked).rejects.toMatchObject({ code: UNREACHABLE });
  });
});

const certificate = selfSigned();
it.skipIf(certificate === undefined)('trusts the certificate that it is given, for both ways', async () => {
  const secure = createSecureServer(certificate!, (_, response) =>
    response.end(JSON.stringify({ events: scores })),
  );
  const service = new WebSocketServer({ server: secure });
  service.on('connection', (socket) => {
    for (const event of logOf()) socket.send(JSON.stringify(event));
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary && data.toString().includes('session.end')) socket.close(1000);
    });
  });
  await once(secure.listen(0, '127.0.0.1'), 'listening');
  const url = `wss://127.0.0.1:${(secure.address() as AddressInfo).port}`;
  const trusting = createRemoteRunner({ url, apiKey: 'k', ca: certificate!.cert });
  expect(await trusting.scores({ ...turn, intervalSec: 0.1 })).toEqual(scores);
  expect(await trusting.events({ ...turn, controls: [] })).toHaveLength(1);
  const wary = createRemoteRunner({ url, apiKey: 'k' });
  await expect(wary.scores({ ...turn, intervalSec: 0.1 })).rejects.toThrow(
    /cannot be reached: its certificate is not trusted here \(self-signed certificate\)/,
  );
  service.close();
  secure.close();
});
