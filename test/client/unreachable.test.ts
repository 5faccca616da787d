/** Addresses of the wrong kind: `ws://` for a port of TLS, `wss://` for one without, certificates nobody knows. */
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { streamRecording } from '../../src/client/index.js';
import { selfSigned } from '../helpers/self-signed.js';

const certificate = selfSigned();

/** @returns the port, until the test is over. */
async function portOf(server: Server): Promise<number> {
  server.listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const connect = (url: string, socket: { ca?: Buffer } = {}): Promise<unknown> =>
  streamRecording({ url, start: { type: 'session.start' }, audio: [], onEvent: () => {}, socket });

const cannotBeReached = (url: string, why: string) => ({
  kind: 'source',
  code: 'service_unreachable',
  message: `${url} cannot be reached: ${why}`,
});

it('wss:// to a service without TLS', async () => {
  const url = `wss://127.0.0.1:${await portOf(createHttp())}/`;
  const why = 'it does not speak TLS: use ws:// instead of wss://';
  await expect(connect(url)).rejects.toMatchObject(cannotBeReached(url, why));
});

it.skipIf(!certificate)('ws:// to a service with TLS', async () => {
  const url = `ws://127.0.0.1:${await portOf(createHttps(certificate!))}/`;
  const why = 'it hung up without an answer: if it speaks TLS, use wss:// instead of ws://';
  await expect(connect(url)).rejects.toMatchObject(cannotBeReached(url, why));
});

it.skipIf(!certificate)('a certificate that nobody signed', async () => {
  const url = `wss://localhost:${await portOf(createHttps(certificate!))}/`;
  const why =
    'its certificate is not trusted here (self-signed certificate): name its PEM file with --ca, or in NODE_EXTRA_CA_CERTS';
  await expect(connect(url)).rejects.toMatchObject(cannotBeReached(url, why));
});

// Only Linux answers on all of 127.x.
it.skipIf(!certificate || process.platform !== 'linux')('a certificate for other names', async () => {
  const url = `wss://127.0.0.2:${await portOf(createHttps(certificate!))}/`;
  const why =
    'its certificate is not for this name: use one that it is for (DNS:localhost, IP Address:127.0.0.1)';
  await expect(connect(url, { ca: certificate!.cert })).rejects.toMatchObject(cannotBeReached(url, why));
});

it.each([
  ['ws', 'it answers, but not in HTTP: see that the address is that of a /v2 service'],
  ['wss', 'it does not speak TLS: use ws:// instead of wss://'],
])('%s:// to something else', async (scheme, why) => {
  const url = `${scheme}://127.0.0.1:${await portOf(createTcp((socket) => socket.end('SSH-2.0-x\r\n')))}/`;
  await expect(connect(url)).rejects.toMatchObject(cannotBeReached(url, why));
});

it('wss:// to something that hangs up', async () => {
  const url = `wss://127.0.0.1:${await portOf(createTcp((socket) => socket.destroy()))}/`;
  const why = 'it hung up before TLS was agreed: see that the port is one of TLS';
  await expect(connect(url)).rejects.toMatchObject(cannotBeReached(url, why));
});

it.skipIf(!certificate)('wss:// to something that hangs up once TLS is agreed', async () => {
  const server = createHttps(certificate!).on('upgrade', (_request, socket) => socket.destroy());
  const url = `wss://localhost:${await portOf(server)}/`;
  const why = 'it hung up without an answer: see that the address is that of a /v2 service';
  await expect(connect(url, { ca: certificate!.cert })).rejects.toMatchObject(cannotBeReached(url, why));
});
