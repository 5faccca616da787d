/**
 * What both ends of a run over Redis share: the connection, the names in Redis, what is offered and what is handed over.
 * Called by queue-run.ts (hands recordings out) and queue-worker.ts (measures them); BullMQ is loaded here alone.
 */
import type * as bullmq from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { ENDPOINTS, PROFILES } from '../../protocol/names.js';
import { policiesSchema } from '../files/policies-file.js';
import { rowSchema } from '../corpora/corpus-format.js';

/** Every key of ours in Redis begins with it. */
export const PREFIX = 'turnwire';
/** Sorted set: the names of the runs now on offer, by when they began. */
export const RUNS_KEY = `${PREFIX}:runs`;
/** A run whose coordinator was not heard of for this long is over, and is swept away. */
export const RUN_LIFETIME_SEC = 300;
/** How often a coordinator says that it is there, ms. */
export const BEAT_MS = 5000;
/** So long after its last beat workers leave a run to itself, and come back when it beats again. */
const SILENT_SEC = 30;

export const offerKey = (run: string): string => `${PREFIX}:offer:${run}`;

/** Whether the coordinator of a run is there: each beat gives its offer the whole lifetime again. */
export async function isBeating(redis: Redis, run: string): Promise<boolean> {
  const leftSec = await redis.ttl(offerKey(run));
  return leftSec > RUN_LIFETIME_SEC - SILENT_SEC;
}

/** What a worker must have, and what it is to measure. */
export const offerSchema = z.object({
  turnwire: z.string(),
  engines: z.string(),
  models: z.record(z.string(), z.string()),
  plan: z.object({
    endpoint: z.enum(ENDPOINTS),
    profiles: z.array(z.enum(PROFILES)).readonly(),
    methods: z.array(z.enum(['service', 'eot-bench'])).readonly(),
    start: z.record(z.string(), z.unknown()),
    scoreIntervalSec: z.number(),
    tailSec: z.number().optional(),
  }),
  choices: z.object({
    scorer: z.string().optional(),
    transcript: z.boolean().optional(),
    policies: policiesSchema.optional(),
  }),
});
export type RunOffer = z.infer<typeof offerSchema>;

/** One recording. */
export const jobSchema = z.object({
  corpus: z.string(),
  /** As the person wrote it, for messages, and absolute. */
  folder: z.string(),
  root: z.string(),
  row: rowSchema,
  /** sha256 of each file the row names; null where it cannot be read. */
  files: z.record(z.string(), z.string().nullable()),
});
export type QueuedRecording = z.infer<typeof jobSchema>;

export interface QueueLink {
  readonly bullmq: typeof bullmq;
  readonly redis: Redis;
  /** The address without its password. */
  readonly address: string;
  /** It was there and is away; one that we closed is not. */
  isLost(): boolean;
  close(): void;
}

/** @param say told once when the connection is lost; it is tried again until it is there. */
export async function connectQueue(url: string, say: (sentence: string) => void): Promise<QueueLink> {
  const { protocol, host } = parse(url);
  const address = `${protocol}//${host}`;
  const { queues, ioredis } = await load();
  // BullMQ asks for no limit on retries: a command waits until the connection is back.
  const redis = new ioredis.Redis(url, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: 5000,
  });
  let isConnected = false;
  let why = 'it does not answer';
  redis.on('error', (error) => {
    why = messageOf(error);
    if (isConnected) say(`${address}: ${why}; trying again until it answers`);
    isConnected = false;
  });
  redis.on('ready', () => (isConnected = true));
  try {
    await redis.connect();
    // What a wrong password or database brings is told by the first command.
    await redis.ping();
  } catch (cause) {
    redis.disconnect();
    const sentence = `--queue: no Redis at ${address}: ${messageOf(cause) === 'Connection is closed.' ? why : messageOf(cause)}`;
    throw new TurnwireError('internal', 'queue_unreachable', sentence, { cause });
  }
  return {
    bullmq: queues,
    redis,
    address,
    isLost: () => !['ready', 'end'].includes(redis.status),
    close: () => redis.disconnect(),
  };
}

function parse(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && ['redis:', 'rediss:'].includes(parsed.protocol) && parsed.host !== '') return parsed;
  throw new TurnwireError(
    'usage',
    'bad_queue',
    '--queue: give the address of a Redis, redis://host:6379 (rediss:// for TLS)',
  );
}

/** Only who uses --queue has them: docs/decisions/2026-11-22-queue.md. */
async function load() {
  try {
    const [queues, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { queues, ioredis };
  } catch (cause) {
    throw new TurnwireError(
      'internal',
      'queue_missing',
      '--queue needs two packages that turnwire does not bring: npm install bullmq ioredis, beside turnwire (-g if it is)',
      { cause },
    );
  }
}
