/**
 * Reads recordings for the page, so that a file dropped there makes the log that `turnwire run` makes of it:
 *
 * - `POST /page/recording` takes the bytes of a file and answers its sound at 16 kHz, track after track;
 * - `POST /page/agent-speech` takes the agent's samples and answers when the agent speaks.
 */
import { bytesFromSamples, joinSamples, openAudioChannels, samplesFromBytes } from '../audio/index.js';
import { TurnwireError } from '../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { IncomingMessage } from 'node:http';
import type { ApiKeys } from './api-keys.js';
import type { EngineSource } from './engine-source.js';
import { BodyTooLarge, json, readBody, type Reply } from './http-reply.js';

/** Largest file and longest recording that the page takes. Chosen by hand: three tracks of this length are 170 MB. */
const MOST_FILE_BYTES = 64 * 1024 * 1024;
const MOST_SEC = 30 * 60;
/** Requests at a time; more get 503. Chosen by hand. */
const MOST_REQUESTS = 2;

export class RecordingRoutes {
  private held = 0;

  constructor(
    private readonly keys: ApiKeys,
    private readonly engines: EngineSource,
  ) {}

  /** @returns undefined if the path is none of these. */
  async answer(path: string, request: IncomingMessage): Promise<Reply | undefined> {
    const work = this.workOf(path);
    if (!work) return undefined;
    if (request.method !== 'POST') return json(405, { error: 'use POST' }, { allow: 'POST' });
    if (!this.keys.accepts(request.headers['x-api-key']))
      return json(401, { error: 'missing or invalid X-API-Key' }, { connection: 'close' });
    if (this.held >= MOST_REQUESTS) return json(503, { error: 'at capacity' }, { connection: 'close' });
    this.held += 1;
    try {
      return await work(await readBody(request, MOST_FILE_BYTES));
    } catch (error) {
      if (error instanceof BodyTooLarge) return tooLong();
      if (!(error instanceof TurnwireError) || error.kind !== 'source') throw error;
      return json(422, { error: error.message.replaceAll('stdin', 'the file') });
    } finally {
      this.held -= 1;
    }
  }

  private workOf(path: string): ((body: Buffer) => Promise<Reply>) | undefined {
    if (path === '/page/recording') return soundOf;
    return path === '/page/agent-speech' ? (body) => this.agentSpeech(body) : undefined;
  }

  private async agentSpeech(body: Buffer): Promise<Reply> {
    if (body.length % 2 === 1) return json(422, { error: 'expected 16-bit samples' });
    const messages = await this.engines.agentSpeech(samplesFromBytes(body));
    return json(200, { messages });
  }
}

/**
 * Decodes a file. The answer is a line of JSON with the number of samples of a track, then the tracks as PCM16: one for one
 * channel; for two channels each, then their mix; for more the mix alone.
 */
async function soundOf(file: Buffer): Promise<Reply> {
  const source = await openAudioChannels(
    '-',
    (channels) => (channels === 2 ? [0, 1, 'mix'] : channels === 1 ? [0] : ['mix']),
    { stdin: piecesOf(file) },
  );
  const tracks: Int16Array[][] = [];
  let samples = 0;
  for await (const chunk of source.chunks()) {
    chunk.forEach((part, i) => (tracks[i] ??= []).push(part.slice()));
    samples += chunk[0]!.length;
    if (samples > MOST_SEC * SAMPLE_RATE_HZ) return tooLong();
  }
  const { container, channels } = source.description;
  const head = JSON.stringify({ container, channels, samples });
  return {
    status: 200,
    headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
    body: Buffer.concat([
      Buffer.from(`${head}\n`),
      ...tracks.map((parts) => bytesFromSamples(joinSamples(parts))),
    ]),
  };
}

/** As a pipe would bring it. */
async function* piecesOf(file: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < file.length; at += 1 << 18) yield file.subarray(at, at + (1 << 18));
}

function tooLong(): Reply {
  const limits = `${MOST_FILE_BYTES / 1024 / 1024} MB or ${MOST_SEC / 60} minutes`;
  return json(
    413,
    { error: `the recording is longer than ${limits}: use turnwire run` },
    { connection: 'close' },
  );
}
