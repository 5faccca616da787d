/** Runs `turnwire client`: recording in, log and arrival times out, exit 5 when the service refused. */
import { createWriteStream, type WriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { ClientOptions as SocketOptions } from 'ws';
import { openAudio } from '../../audio/index.js';
import {
  DEFAULT_BACKOFF,
  endpointUrl,
  refusal,
  streamRecording,
  timedMessages,
  type Arrival,
} from '../../client/index.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { wireEventSchema } from '../../protocol/events.js';
import { CLOSE } from '../../protocol/reasons.js';
import type { ClientFlags } from '../client.js';
import { readJson, sessionStartOf } from '../session-options.js';

/** @returns the exit code. */
export async function runClient(address: string, input: string, flags: ClientFlags): Promise<number> {
  const { url } = endpointUrl(address, flags.endpoint);
  const start = { ...(await sessionStartOf(flags)), api_key: flags.apiKey ?? process.env.TURNWIRE_API_KEY };
  if (start.api_key === undefined) {
    throw new TurnwireError(
      'usage',
      'no_api_key',
      'give the key of the service with --api-key or TURNWIRE_API_KEY',
    );
  }
  const messages =
    flags.schedule === undefined ? [] : timedMessages(await readJson(flags.schedule, '--schedule'));
  const frameSamples = Math.round(number('--frame-ms', flags.frameMs, 1, 30_000) * 16);
  const speed = flags.speed === 'max' ? Infinity : number('--speed', flags.speed, 0.01, 10_000);
  const backoff = { ...DEFAULT_BACKOFF, retries: number('--retries', flags.retries, 0, 1000) };
  const socket = await tlsOptions(flags);
  const words = flags.quiet
    ? () => undefined
    : (text: string) => void process.stderr.write(`turnwire: ${text}\n`);

  const source = await openAudio(input, { channel: channelOf(flags.channel) });
  const files = new LogFiles(flags);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  try {
    const outcome = await streamRecording({
      url,
      start,
      audio: source.chunks(),
      messages,
      speed,
      nextFrameSamples: () => frameSamples,
      backoff,
      socket,
      signal: stop.signal,
      onRetry: ({ reason }, waitMs) => words(`${reason}; asking again in ${(waitMs / 1000).toFixed(1)} s`),
      onEvent: (arrival) => files.write(arrival),
    });
    source.warnings.forEach(words);
    words(
      `${outcome.sentSec.toFixed(1)} s sent, ${files.events} events, closed with ${outcome.close.code} ${outcome.close.reason}`.trimEnd(),
    );
    if (files.unknown > 0)
      words(`${files.unknown} events are not as /v2 describes them; they are in the log as they came`);
    if (outcome.close.code !== CLOSE.normal.code) throw refusal(outcome.close);
    return 0;
  } finally {
    await source.close();
    await files.close();
  }
}

/** The log as it came and, beside it, when each line came. */
class LogFiles {
  events = 0;
  unknown = 0;
  private readonly log: NodeJS.WritableStream;
  private readonly arrivals: WriteStream | undefined;

  constructor({ out, arrivals }: Pick<ClientFlags, 'out' | 'arrivals'>) {
    const toFile = out !== undefined && out !== '-';
    this.log = toFile ? openFile(out) : process.stdout;
    const beside = toFile ? `${out.replace(/\.jsonl$/, '')}.arrivals.jsonl` : undefined;
    const name = arrivals ?? beside;
    this.arrivals = name === undefined ? undefined : openFile(name);
  }

  write({ line, wallMs, sentSec, lagMs }: Arrival): void {
    this.events += 1;
    const event = JSON.parse(line) as { type?: string; seq?: number };
    if (!wireEventSchema.safeParse(event).success) this.unknown += 1;
    this.log.write(`${line}\n`);
    const wall_s = Math.round(wallMs) / 1000;
    const lag_ms = lagMs === undefined ? undefined : Math.round(lagMs);
    this.arrivals?.write(
      `${JSON.stringify({ seq: event.seq, type: event.type, wall_s, sent_s: sentSec, lag_ms })}\n`,
    );
  }

  async close(): Promise<void> {
    const files = [this.log, this.arrivals].filter((file) => file !== undefined && file !== process.stdout);
    await Promise.all(files.map((file) => new Promise<void>((resolve) => file!.end(resolve))));
  }
}

function openFile(name: string): WriteStream {
  const stream = createWriteStream(name);
  stream.on('error', (error) => {
    process.stderr.write(`turnwire: ${name} cannot be written: ${error.message}\n`);
    process.exit(3);
  });
  return stream;
}

async function tlsOptions({ ca, insecure }: ClientFlags): Promise<SocketOptions> {
  if (ca === undefined) return { rejectUnauthorized: !insecure };
  try {
    return { rejectUnauthorized: !insecure, ca: await readFile(ca) };
  } catch (error) {
    throw new TurnwireError('usage', 'file_unreadable', `--ca: cannot read ${ca}: ${messageOf(error)}`);
  }
}

function channelOf(text: string | undefined): number | 'mix' | undefined {
  if (text === undefined || text === 'mix') return text;
  return number('--channel', text, 0, 63);
}

function number(flag: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < min || value > max) {
    throw new TurnwireError(
      'usage',
      'bad_number',
      `${flag} must be a number from ${min} to ${max}, got '${text}'`,
    );
  }
  return value;
}
