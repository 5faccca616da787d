/**
 * Hands the recordings of one run to workers on other machines and collects their results. Called by `turnwire eval
 * --queue`. The run folder stays on this machine. Redis holds only jobs under way, and nothing once the run is over.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import { TurnwireError } from '../../protocol/errors.js';
import { failedRow } from './evaluate-row.js';
import type { QueueLink, QueuedRecording, RunOffer } from './queue-link.js';
import { BEAT_MS, offerKey, PREFIX, RUN_LIFETIME_SEC, RUNS_KEY } from './queue-link.js';
import { rowFiles } from './row-files.js';
import { rowResultSchema, type RowResult } from '../results/row-result.js';
import type { MeasureRow } from './run-evaluation.js';

/** How long workers have to leave a run that is over, in ms. */
const LEAVE_MS = 5000;

export interface QueueRun {
  readonly measure: MeasureRow;
  /** Takes the run out of Redis. */
  close(): Promise<void>;
}

export async function openQueueRun(
  link: QueueLink,
  offer: RunOffer,
  signal: AbortSignal,
  say: (sentence: string) => void,
): Promise<QueueRun> {
  const { bullmq, redis } = link;
  const name = `run-${randomUUID()}`;
  const queue = new bullmq.Queue<QueuedRecording>(name, { connection: redis, prefix: PREFIX });
  // Reads from the first event on: one may have come before this subscription.
  const queueEvents = new bullmq.QueueEvents(name, { connection: redis, prefix: PREFIX, lastEventId: '0' });
  // The connection reports its own errors.
  queue.on('error', () => {});
  queueEvents.on('error', () => {});
  const rows = new RowsOut();
  queueEvents.on('completed', ({ jobId, returnvalue }) => rows.answered(jobId, returnvalue));
  queueEvents.on('failed', ({ jobId, failedReason }) => rows.failed(jobId, failedReason));
  const onAbort = () => rows.giveUp(new TurnwireError('usage', 'interrupted', 'the run was interrupted'));
  signal.addEventListener('abort', onAbort, { once: true });

  await queue.waitUntilReady();
  await queueEvents.waitUntilReady();
  await redis
    .multi()
    .set(offerKey(name), JSON.stringify(offer), 'EX', RUN_LIFETIME_SEC)
    .zadd(RUNS_KEY, Date.now(), name)
    .exec();
  const beat = heartbeat(link, name, queue, rows, say);
  const heart = setInterval(() => void beat().catch(() => {}), BEAT_MS);

  return {
    measure: async (corpus, row) => {
      const files = await rowFiles(corpus, row);
      const id = randomUUID();
      const { folder } = corpus;
      return new Promise<RowResult>((resolve, reject) => {
        const isOut = rows.add(id, {
          done: resolve,
          failed: (why) => resolve(failedRow(corpus, row, why)),
          lost: reject,
        });
        if (!isOut) return;
        queue
          .add(
            'recording',
            { corpus: corpus.name, folder, root: path.resolve(folder), row, files },
            { jobId: id, removeOnComplete: true, removeOnFail: true },
          )
          .catch((error: Error) => rows.lost(id, error));
      });
    },
    close: async () => {
      clearInterval(heart);
      signal.removeEventListener('abort', onAbort);
      await redis.multi().zrem(RUNS_KEY, name).del(offerKey(name)).exec();
      await queueEvents.close();
      for (let waited = 0; waited < LEAVE_MS && (await queue.getWorkersCount()) > 0; waited += 100)
        await sleep(100);
      await queue.obliterate({ force: true });
      await queue.close();
    },
  };
}

interface RowOut {
  readonly done: (result: RowResult) => void;
  readonly failed: (why: string) => void;
  readonly lost: (error: Error) => void;
}

/** The recordings that are with workers, each with the callbacks of its outcome. */
class RowsOut {
  private readonly rows = new Map<string, RowOut>();
  private over: Error | undefined;

  get size(): number {
    return this.rows.size;
  }

  /** @returns false if the run is over; the recording is then lost. */
  add(id: string, row: RowOut): boolean {
    if (this.over) row.lost(this.over);
    else this.rows.set(id, row);
    return !this.over;
  }

  answered(id: string, result: unknown): void {
    // Checked but not replaced by the parsed copy, so that fields keep the order of a run without a queue.
    if (isRowResult(result)) this.take(id)?.done(result);
    else this.take(id)?.failed('a worker sent something that is no result');
  }

  failed(id: string, reason: string): void {
    const isStalled = reason.includes('stalled');
    this.take(id)?.failed(isStalled ? 'every worker that took it died or fell silent' : reason);
  }

  lost(id: string, error: Error): void {
    this.take(id)?.lost(error);
  }

  /** Ends the run: every recording under way is lost, and no other is handed out. */
  giveUp(error: Error): void {
    this.over ??= error;
    for (const id of [...this.rows.keys()]) this.lost(id, this.over);
  }

  private take(id: string): RowOut | undefined {
    const row = this.rows.get(id);
    this.rows.delete(id);
    return row;
  }
}

/** @returns the work of one heartbeat: it renews the run in Redis, and reports once if no worker is on the run. */
function heartbeat(
  { redis, address }: QueueLink,
  name: string,
  queue: Queue<QueuedRecording>,
  rows: RowsOut,
  say: (sentence: string) => void,
): () => Promise<void> {
  let wereWorkers = true;
  return async () => {
    const isKnown = await redis.expire(offerKey(name), RUN_LIFETIME_SEC);
    if (isKnown === 0)
      rows.giveUp(
        new TurnwireError(
          'internal',
          'queue_lost',
          `${address} no longer knows this run: the same command again goes on where it stopped`,
        ),
      );
    const areWorkers = (await queue.getWorkersCount()) > 0;
    if (!areWorkers && wereWorkers && rows.size > 0)
      say(`no worker is on this run; on other machines: turnwire eval --queue ${address} --work`);
    wereWorkers = areWorkers;
  };
}

function isRowResult(value: unknown): value is RowResult {
  return rowResultSchema.safeParse(value).success;
}
