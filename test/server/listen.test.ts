import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { checkAddress, listenOn } from '../../src/server/listen.js';

const host = '127.0.0.1';

it('refuses a port that is taken, and leaves a free one free', async () => {
  const server = createServer();
  await listenOn(server, { host, port: 0 });
  const { port } = server.address() as AddressInfo;
  await expect(checkAddress({ host, port })).rejects.toThrow(
    /^cannot listen on 127\.0\.0\.1:\d+: .*EADDRINUSE.*; choose another --port or --host$/,
  );
  await new Promise((resolve) => server.close(resolve));
  await checkAddress({ host, port });
  await listenOn(server, { host, port });
  server.close();
});
