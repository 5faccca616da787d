/**
 * What both ends of a run over Redis share: the connection, the keys in Redis, the shape of an offer and of a job.
 * Called by queue-run.ts (hands recordings out) and queue-worker.ts (measures them). Only this file loads BullMQ.
 */
import type * as bullmq from 'bullmq';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { ENDPOINTS, PROFILES } from '../../protocol/names.js';
import { policiesSchema } from '../files/policies-file.js';
import { rowSchema } from '../corpora/corpus-format.js';

/** Every key of turnwire in Redis begins with this. */
export const PREFIX = 'turnwire';
/** Sorted set: the names of the runs on offer, by their start time. */
export const RUNS_KEY = `${PREFIX}:runs`;
/** A run is deleted when its coordinator has sent no heartbeat for this long, in seconds. */
export const RUN_LIFETIME_SEC = 300;
/** Interval of the heartbeats of a coordinator, in ms. */
export const BEAT_MS = 5000;
/** Workers pause a run when its last heartbeat is this old, in seconds; they resume at the next one. */
const SILENT_SEC = 30;

export const offerKey = (run: string): string => `${PREFIX}:offer:${run}`;

/** @returns true if the coordinator of a run is alive: each heartbeat renews the lifetime of its offer. */
export async function isBeating(redis: Redis, run: string): Promise<boolean> {
  const leftSec = await redis.ttl(offerKey(run));
  return leftSec > RUN_LIFETIME_SEC - SILENT_SEC;
}

/** What a worker must have installed, and what it measures. */
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

/** The job of measuring one recording. */
export const jobSchema = z.object({
  corpus: z.string(),
  /** The corpus folder as the user wrote it, for messages; `root` is its absolute path. */
  folder: z.string(),
  root: z.string(),
  row: rowSchema,
  /** sha256 of each file the row names; null if it cannot be read. */
  files: z.record(z.string(), z.string().nullable()),
});
export type QueuedRecording = z.infer<typeof jobSchema>;

export interface QueueLink {
  readonly bullmq: typeof bullmq;
  readonly redis: Redis;
  /** The address without its password. */
  readonly address: string;
  /** @returns true if the connection was lost; false after `close`. */
  isLost(): boolean;
  close(): void;
}

/** @param say gets one sentence when the connection is lost. The client then reconnects until it succeeds. */
export async function connectQueue(url: string, say: (sentence: string) => void): Promise<QueueLink> {
  const { protocol, host } = parse(url);
  const address = `${protocol}//${host}`;
  const { queues, ioredis } = await load();
  // BullMQ requires unlimited retries: a command waits until the connection is back.
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
    // A wrong password or database only fails at the first command.
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

/** Both packages are optional: docs/decisions/2026-11-22-queue.md. */
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
