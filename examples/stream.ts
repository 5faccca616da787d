/* eslint-disable no-console -- an example prints */
/** Streams a WAV in real time and prints the events. 16 kHz mono PCM16 with a plain 44-byte header. */
import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';

const url = process.env.TURNWIRE_URL ?? 'ws://localhost:8080/v2/stream';
const apiKey = process.env.TURNWIRE_API_KEY ?? 'demo';
const pcm = readFileSync(process.argv[2]!).subarray(44);
const FRAME_BYTES = 1280 * 2; // 80 ms

const socket = new WebSocket(url);

socket.on('open', () => {
  socket.send(JSON.stringify({ type: 'session.start', api_key: apiKey, eot: { latency_budget_ms: 600 } }));
});

socket.on('message', (data: Buffer) => {
  const event = JSON.parse(data.toString()) as { type: string };
  console.log(JSON.stringify(event));
  if (event.type === 'session.started') void sendAudio();
});

socket.on('close', (code, reason) => console.error(`closed: ${code} ${reason.toString()}`));

async function sendAudio(): Promise<void> {
  for (let at = 0; at < pcm.length; at += FRAME_BYTES) {
    // One leading byte, 0, names the source.
    socket.send(Buffer.concat([Buffer.of(0), pcm.subarray(at, at + FRAME_BYTES)]));
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  socket.send(JSON.stringify({ type: 'session.end' }));
}
