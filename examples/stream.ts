/* eslint-disable no-console -- an example prints */
/** Streams a WAV in real time and prints the events. 16 kHz mono PCM16. */
import { readFileSync } from 'node:fs';
import { WebSocket } from 'ws';

const url = process.env.TURNWIRE_URL ?? 'ws://localhost:8080/v2/stream';
const apiKey = process.env.TURNWIRE_API_KEY ?? 'demo';
const file = process.argv[2]!;
const wav = readFileSync(file);
// Channels, rate and bits stand at these places of the header.
if (wav.readUInt16LE(22) !== 1 || wav.readUInt32LE(24) !== 16_000 || wav.readUInt16LE(34) !== 16)
  throw new Error(`${file} is not 16 kHz mono PCM16; convert it: ffmpeg -i ${file} -ar 16000 -ac 1 out.wav`);
// The sound is the chunk `data`. Others, such as a title, may come before and after it; a chunk of odd length has one byte more.
let chunk = 12;
const size = (): number => wav.readUInt32LE(chunk + 4);
while (wav.toString('latin1', chunk, chunk + 4) !== 'data') chunk += 8 + size() + (size() % 2);
const pcm = wav.subarray(chunk + 8, chunk + 8 + size());
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
