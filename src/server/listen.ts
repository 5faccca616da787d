/** Listening on an address, and finding out whether that is possible before anything costly is done. */
import { createServer, type Server } from 'node:net';
import { messageOf, TurnwireError } from '../protocol/errors.js';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** @throws TurnwireError kind `usage` if the server cannot listen there, for example because the port is taken */
export async function listenOn(server: Server, { host, port }: Address): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port, backlog: 1024 }, resolve);
    });
  } catch (error) {
    const text = `cannot listen on ${host}:${port}: ${messageOf(error)}; choose another --port or --host`;
    throw new TurnwireError('usage', 'cannot_listen', text, { cause: error });
  }
}

/** Listens for a moment: models take seconds to load, too long to wait for the sentence that a port is taken. */
export async function checkAddress(address: Address): Promise<void> {
  const probe = createServer();
  await listenOn(probe, address);
  await new Promise((resolve) => probe.close(resolve));
}
