/** Ten thousand connections opened and dropped against the product as a process: its memory comes back. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProcess, type ServeProcess } from '../helpers/serve-process.js';
import { KEY, TestClient, type TestServer } from '../helpers/server-harness.js';

const start = { type: 'session.start', api_key: KEY };
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('10 000 connections opened and dropped', () => {
  let server: ServeProcess;
  // Every collection a whole one: else up to a quarter of what is resident is garbage of sessions long gone, now more and now less.
  beforeAll(
    async () =>
      (server = await startProcess(['--api-key', KEY, '--log-level', 'error'], undefined, ['--gc-global'])),
  );
  afterAll(() => server.child.kill('SIGKILL'));

  const residentMb = async (): Promise<number> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)![1]) / 1024 / 1024;
  };

  /** Half of them leave before the handshake, a quarter before `session.start`, a quarter with a session open. */
  async function openAndDrop(count: number): Promise<void> {
    const port = Number(new URL(server.url).port);
    for (let done = 0; done < count; done += 50) {
      await Promise.all(
        Array.from({ length: 50 }, async (_, i) => {
          if (i % 2 === 0) {
            const socket = connect(port, '127.0.0.1');
            socket.on('error', () => undefined);
            await new Promise((resolve) => socket.once('connect', resolve));
            socket.resetAndDestroy();
            return;
          }
          const client = new TestClient({ url: server.url } as TestServer);
          await client.opened;
          if (i % 4 === 1) client.json(start).audio(1600);
          client.socket.terminate();
          await client.closed;
        }),
      );
    }
  }

  it('resident memory returns to within 10 % and sessions still work', async () => {
    // Between one collection and the next it swings by some 5 % with Node 24: the most of three is what a server at rest may have.
    const readings: number[] = [];
    for (let i = 0; i < 3; i++) {
      await openAndDrop(1000);
      await wait(1000);
      readings.push(await residentMb());
    }
    const before = Math.max(...readings);
    await openAndDrop(10_000);
    let after = await residentMb();
    // A server at rest collects nothing, and what Node 24 and 26 hold on to after a flood they let go in a later one: a leak only grows.
    for (let i = 0; i < 8 && after > before * 1.1; i++) {
      await openAndDrop(5000);
      await wait(1000);
      after = await residentMb();
    }
    process.stderr.write(`resident memory: ${before.toFixed(0)} MB before, ${after.toFixed(0)} MB after\n`);
    expect(after).toBeLessThan(before * 1.1);
    // Right after the flood the server may still count itself late and ask to come back.
    for (let i = 0; i < 20; i++) {
      const session = await new TestClient({ url: server.url } as TestServer).start();
      const close = await session.audio(16_000).json({ type: 'session.end' }).closed;
      if (close.code === 1000) return;
      expect(close).toEqual({ code: 1013, reason: 'at capacity' });
      await wait(1000);
    }
    expect.unreachable('no session was admitted within 20 s');
  }, 180_000);
});
