/**
 * `POST /v1/turn`: a stateless call that scores one turn, in the form that the client of the open benchmark eot-bench uses
 * (docs/protocol.md, "POST /v1/turn"). The body has the whole turn; the score at time t uses nothing after t.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { samplesFromBytes } from '../audio/pcm.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { conversationMessageSchema } from '../protocol/messages.js';
import { withoutNulls } from '../protocol/nulls.js';
import { utf8Text } from '../protocol/utf8-text.js';
import type { ApiKeys } from './api-keys.js';
import type { EngineSource, TurnRequest } from './engine-source.js';
import { BodyTooLarge, json, readBody, type Reply } from './http-reply.js';
import type { ServerLimits } from './server-options.js';

const MIN_INTERVAL_SEC = 0.001;

const bodySchema = z.object({
  audio_pcm16_b64: z.base64(),
  messages: z.array(conversationMessageSchema).default([]),
  inference_interval: z.number().min(MIN_INTERVAL_SEC).default(0.1),
  sample_rate: z.literal(SAMPLE_RATE_HZ),
});

export class TurnRoute {
  private held = 0;

  constructor(
    private readonly keys: ApiKeys,
    private readonly engines: EngineSource,
    private readonly limits: Pick<ServerLimits, 'maxTurnBytes' | 'maxTurns'>,
    private readonly isStopping: () => boolean,
  ) {}

  async answer(request: IncomingMessage): Promise<Reply> {
    if (request.method !== 'POST') return json(405, { error: 'use POST' }, { allow: 'POST' });
    if (!this.keys.accepts(request.headers['x-api-key'])) {
      return json(401, { error: 'missing or invalid X-API-Key' }, { connection: 'close' });
    }
    if (this.held >= this.limits.maxTurns || this.isStopping())
      return json(503, { error: 'at capacity' }, { connection: 'close' });
    this.held += 1;
    try {
      return await this.score(request);
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      const limit = `body larger than ${this.limits.maxTurnBytes} bytes`;
      return json(413, { error: limit }, { connection: 'close' });
    } finally {
      this.held -= 1;
    }
  }

  private async score(request: IncomingMessage): Promise<Reply> {
    const parsed = parseTurn(await readBody(request, this.limits.maxTurnBytes));
    if (typeof parsed === 'string') return json(422, { error: parsed });
    const events = await this.engines.scoreTurn(parsed, `turn-${randomUUID()}`);
    return json(200, { events });
  }
}

/** @returns the request, or a clause that says what is wrong with it. */
function parseTurn(body: Buffer): TurnRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(utf8Text(body));
  } catch {
    return 'body is not JSON';
  }
  const parsed = bodySchema.safeParse(isObject(value) ? withoutNulls(value) : value);
  if (!parsed.success) return describe(parsed.error);
  const { audio_pcm16_b64: audio, messages, inference_interval: inferenceIntervalSec } = parsed.data;
  const bytes = Buffer.from(audio, 'base64');
  if (bytes.length === 0 || bytes.length % 2 === 1) {
    return `audio_pcm16_b64: expected 16-bit samples, got ${bytes.length} bytes`;
  }
  return {
    audio: samplesFromBytes(bytes),
    messages: messages.map(({ role, content }) => ({ role, content: content ?? '' })),
    inferenceIntervalSec,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`).join('; ');
}
