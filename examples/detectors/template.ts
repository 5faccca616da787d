/**
 * A detector to start from, in TypeScript: a turn is over after 0.7 s in which no frame is loud.
 *   turnwire eval my-corpus --detector "npx tsx examples/detectors/template.ts"
 */
import { createInterface } from 'node:readline';

const LOUD = 300;
const SILENCE_SEC = 0.7;
let lastSpeech: number | undefined;

for await (const text of createInterface({ input: process.stdin })) {
  const line = JSON.parse(text) as { type: string; t: number; pcm: string };
  if (line.type === 'recording.start') lastSpeech = undefined;
  const answer = line.type === 'audio' ? judge(Buffer.from(line.pcm, 'base64'), line.t) : {};
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

function judge(pcm: Buffer, t: number) {
  let sum = 0;
  for (let at = 0; at < pcm.length; at += 2) sum += pcm.readInt16LE(at) ** 2;
  const isLoud = Math.sqrt(sum / (pcm.length / 2)) > LOUD;
  if (isLoud) lastSpeech = t;
  if (isLoud || lastSpeech === undefined || t - lastSpeech < SILENCE_SEC) return {};
  lastSpeech = undefined;
  return { events: [{ type: 'turn.end', by: 'timeout' }] };
}
