/* eslint-disable no-console -- an example prints */
/**
 * Takes calls from Twilio Media Streams (JSON messages with 8 kHz mu-law in base64), streams each to turnwire and prints the
 * events. Twilio connects to it by TwiML: `<Connect><Stream url="wss://your-host/" /></Connect>`.
 */
import type { AddressInfo } from 'node:net';
import alawmulaw from 'alawmulaw';
import { WebSocket, WebSocketServer } from 'ws';

const url = process.env.TURNWIRE_URL ?? 'ws://localhost:8080/v2/stream';
const apiKey = process.env.TURNWIRE_API_KEY ?? 'demo';
const END = JSON.stringify({ type: 'session.end' });

const calls = new WebSocketServer({ port: Number(process.env.PORT ?? 8081) });
calls.on('listening', () => console.error(`listening on port ${(calls.address() as AddressInfo).port}`));
calls.on('connection', (phone) => {
  const turnwire = new WebSocket(url);
  const upsample = createUpsampler();
  /** What came before turnwire had begun the session; undefined from then on. */
  let waiting: (Buffer | string)[] | undefined = [];
  const send = (frame: Buffer | string): void => {
    if (waiting) waiting.push(frame);
    else if (turnwire.readyState === WebSocket.OPEN) turnwire.send(frame);
  };

  phone.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as { event: string; media?: { payload: string } };
    if (message.event === 'stop') send(END);
    if (!message.media) return;
    const samples = alawmulaw.mulaw.decode(Buffer.from(message.media.payload, 'base64'));
    // One leading byte, 0, names the source.
    send(Buffer.concat([Buffer.of(0), Buffer.from(upsample(samples).buffer)]));
  });
  phone.on('close', () => send(END));

  turnwire.on('open', () => turnwire.send(JSON.stringify({ type: 'session.start', api_key: apiKey })));
  turnwire.on('message', (data: Buffer) => {
    console.log(data.toString());
    const frames = waiting ?? [];
    waiting = undefined;
    frames.forEach(send);
  });
  turnwire.on('close', (code, reason) => {
    console.error(`closed: ${code} ${reason.toString()}`);
    phone.close();
  });
});

/** 8 to 16 kHz: between two samples comes a sum of the 32 around them, weighted by a sinc with a Hann window. */
function createUpsampler(): (samples: Int16Array) => Int16Array {
  const half = 16;
  const weights = Array.from({ length: 2 * half }, (_, k) => {
    const x = k - half + 0.5;
    return (Math.sin(Math.PI * x) / (Math.PI * x)) * Math.cos((Math.PI * x) / (2 * half)) ** 2;
  });
  let history = new Int16Array(2 * half);
  return (samples) => {
    const all = new Int16Array(history.length + samples.length);
    all.set(history);
    all.set(samples, history.length);
    history = all.slice(-2 * half);
    const out = new Int16Array(2 * samples.length);
    for (let i = 0; i < samples.length; i++) {
      out[2 * i] = all[i + half]!;
      const between = weights.reduce((sum, weight, k) => sum + weight * all[i + 1 + k]!, 0);
      out[2 * i + 1] = Math.max(-32768, Math.min(32767, Math.round(between)));
    }
    return out;
  };
}
