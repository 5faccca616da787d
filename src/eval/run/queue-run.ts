/**
 * Hands the recordings of one run to workers on other machines and takes their results back. Called by `turnwire eval
 * --queue`. The run folder stays here; Redis holds what is under way only, and nothing once the run is over.
 */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { TurnwireError } from '../../protocol/errors.js';
import { failedRow } from './evaluate-row.js';
import type { QueueLink, RecordingJob, RunOffer } from './queue-link.js';
import { offerKey, PREFIX, rowFiles, RUN_LIFETIME_SEC, RUNS_KEY } from './queue-link.js';
import { rowResultSchema, type RowResult } from './row-result.js';
import type { MeasureRow } from './run-evaluation.js';

/** How often the coordinator says that it is there, ms. */
const BEAT_MS = 5000;
/** How long workers get to let go of a run that is over, ms. */
const LEAVE_MS = 5000;

export interface QueueRun {
  readonly measure: MeasureRow;
  /** Takes the run out of Redis. */
  close(): Promise<void>;
}

interface Waiting {
  readonly done: (result: RowResult) => void;
  readonly failed: (why: string) => void;
  readonly lost: (error: Error) => void;
}

export async function openQueueRun(
  link: QueueLink,
  offer: RunOffer,
  signal: AbortSignal,
  say: (sentence: string) => void,
): Promise<QueueRun> {
  const { bullmq, redis } = link;
  const name = `run-${randomUUID()}`;
  const queue = new bullmq.Queue<RecordingJob>(name, { connection: redis, prefix: PREFIX });
  // From the first event on: one may be there before the first look.
  const ears = new bullmq.QueueEvents(name, { connection: redis, prefix: PREFIX, lastEventId: '0' });
  // The connection itself has told what is wrong with it.
  queue.on('error', () => {});
  ears.on('error', () => {});
  const waiting = new Map<string, Waiting>();
  const settle = (id: string): Waiting | undefined => {
    const entry = waiting.get(id);
    waiting.delete(id);
    return entry;
  };
  ears.on('completed', ({ jobId, returnvalue }) => {
    const result: unknown = returnvalue;
    // Looked at, not parsed: its fields keep the order they have in a run without a queue.
    if (isRowResult(result)) settle(jobId)?.done(result);
    else settle(jobId)?.failed('a worker sent something that is no result');
  });
  ears.on('failed', ({ jobId, failedReason }) =>
    settle(jobId)?.failed(
      failedReason.includes('stalled') ? 'every worker that took it died or fell silent' : failedReason,
    ),
  );
  let over: Error | undefined;
  const giveUp = (error: Error): void => {
    over ??= error;
    for (const id of [...waiting.keys()]) settle(id)?.lost(over);
  };
  const onAbort = () => giveUp(new TurnwireError('usage', 'interrupted', 'the run was interrupted'));
  signal.addEventListener('abort', onAbort, { once: true });

  await queue.waitUntilReady();
  await ears.waitUntilReady();
  await redis
    .multi()
    .set(offerKey(name), JSON.stringify(offer), 'EX', RUN_LIFETIME_SEC)
    .zadd(RUNS_KEY, Date.now(), name)
    .exec();
  let wereWorkers = true;
  const beat = async (): Promise<void> => {
    const isKnown = await redis.expire(offerKey(name), RUN_LIFETIME_SEC);
    if (isKnown === 0)
      giveUp(
        new TurnwireError(
          'internal',
          'queue_lost',
          `${link.address} no longer knows this run: the same command again goes on where it stopped`,
        ),
      );
    const areWorkers = (await queue.getWorkersCount()) > 0;
    if (!areWorkers && wereWorkers && waiting.size > 0)
      say(`no worker is on this run; on other machines: turnwire eval --queue ${link.address} --work`);
    wereWorkers = areWorkers;
  };
  const heart = setInterval(() => void beat().catch(() => {}), BEAT_MS);

  return {
    measure: async (corpus, row) => {
      const files = await rowFiles(corpus, row);
      const id = randomUUID();
      const { folder } = corpus;
      return new Promise<RowResult>((resolve, reject) => {
        waiting.set(id, {
          done: resolve,
          failed: (why) => resolve(failedRow(corpus, row, why)),
          lost: reject,
        });
        if (over) return settle(id)?.lost(over);
        queue
          .add(
            'recording',
            { corpus: corpus.name, folder, root: path.resolve(folder), row, files },
            { jobId: id, removeOnComplete: true, removeOnFail: true },
          )
          .catch((error: Error) => settle(id)?.lost(error));
      });
    },
    close: async () => {
      clearInterval(heart);
      signal.removeEventListener('abort', onAbort);
      await redis.multi().zrem(RUNS_KEY, name).del(offerKey(name)).exec();
      await ears.close();
      for (let waited = 0; waited < LEAVE_MS && (await queue.getWorkersCount()) > 0; waited += 100)
        await sleep(100);
      await queue.obliterate({ force: true });
      await queue.close();
    },
  };
}

function isRowResult(value: unknown): value is RowResult {
  return rowResultSchema.safeParse(value).success;
}
