/**
 * Measures recordings that coordinators on the same Redis hand out, one run after the other, until it is stopped.
 * Called by `turnwire eval --queue … --work`. Recordings are read at the paths of the coordinator, on a shared disk.
 */
import { sleep } from '../../client/sleep.js';
import { fileInside } from '../corpora/open-corpus.js';
import { evaluateRow } from './evaluate-row.js';
import { createLocalRunner } from './local-runner.js';
import type { QueueLink, RunOffer } from './queue-link.js';
import { isBeating, jobSchema, offerKey, offerSchema, PREFIX, RUNS_KEY } from './queue-link.js';
import { rowFiles } from './row-files.js';
import type { RowResult } from '../results/row-result.js';
import { installedHere } from '../results/run-manifest.js';

/** Interval at which a worker polls for runs, in ms. */
const POLL_MS = 500;
/** A recording goes to another worker when its own has been silent this long, in ms. */
const LOCK_MS = 30_000;
/** Interval of the search for such recordings, in ms. */
const STALLED_CHECK_MS = 10_000;
/** Number of workers that may die on one recording before it is reported as failed. */
const MAX_DEATHS = 3;

export interface QueueWorkerOptions {
  /** Recordings at the same time. */
  readonly jobs: number;
  /** Stops the worker after the recordings it is measuring. */
  readonly signal: AbortSignal;
  readonly say: (sentence: string) => void;
}

export async function runQueueWorker(link: QueueLink, options: QueueWorkerOptions): Promise<void> {
  const { signal, say } = options;
  const here = await installedHere();
  const refused = new RefusedRuns(say);
  say(`waiting for runs on ${link.address}; Ctrl-C ends after the recording in hand`);
  while (!signal.aborted) {
    const next = await nextRun(link, refused);
    const why = next && difference(next.offer, here);
    if (next === null) await sleep(POLL_MS, signal);
    else if (why) refused.add(next.run, why);
    else await serveRun(link, next, options, refused);
  }
}

/** Runs that this worker cannot measure as they ask. Each is reported once. */
class RefusedRuns {
  private readonly runs = new Set<string>();

  constructor(private readonly say: (sentence: string) => void) {}

  has(run: string): boolean {
    return this.runs.has(run);
  }

  add(run: string, why: string): void {
    if (!this.has(run)) this.say(`${run} is refused: ${why}`);
    this.runs.add(run);
  }
}

interface OfferedRun {
  readonly run: string;
  readonly offer: RunOffer;
}

/** @returns the oldest run whose coordinator is alive, or null. Runs whose offer has expired are deleted. */
async function nextRun(link: QueueLink, refused: RefusedRuns): Promise<OfferedRun | null> {
  for (const run of await link.redis.zrange(RUNS_KEY, '0', '-1')) {
    const text = await link.redis.get(offerKey(run));
    if (text === null) await sweep(link, run);
    else if (!refused.has(run) && (await isBeating(link.redis, run))) {
      const offer = JSON.parse(text) as RunOffer;
      // A newer turnwire may write another shape; its version is still compared.
      return { run, offer: offerSchema.safeParse(offer).data ?? offer };
    }
  }
  return null;
}

async function sweep({ bullmq, redis }: QueueLink, run: string): Promise<void> {
  const queue = new bullmq.Queue(run, { connection: redis, prefix: PREFIX });
  queue.on('error', () => {});
  await queue.obliterate({ force: true });
  await queue.close();
  await redis.zrem(RUNS_KEY, run);
}

/** @returns why this machine would measure something else; undefined if it would not. */
function difference(
  offer: RunOffer,
  here: Pick<RunOffer, 'turnwire' | 'engines' | 'models'>,
): string | undefined {
  if (offer.turnwire !== here.turnwire)
    return `it was begun with turnwire ${offer.turnwire}, this is ${here.turnwire}; install the same`;
  const ids = [...new Set([...Object.keys(offer.models), ...Object.keys(here.models)])].sort();
  const model = ids.find((id) => offer.models[id] !== here.models[id]);
  if (model !== undefined)
    return `model ${model} is not the same here as where it was begun; have the same model files on both machines`;
  if (offer.engines !== here.engines)
    return `its engines are of another build of turnwire ${here.turnwire}; install the same build`;
  return undefined;
}

/** Works on a run until it is over or refused, or this worker is stopped. */
async function serveRun(
  link: QueueLink,
  { run, offer }: OfferedRun,
  { jobs, signal, say }: QueueWorkerOptions,
  refused: RefusedRuns,
): Promise<void> {
  const { bullmq, redis } = link;
  const runner = createLocalRunner(offer.choices, jobs);
  let measured = 0;
  const worker = new bullmq.Worker<unknown, RowResult>(
    run,
    async (job, token) => {
      const { corpus, folder, root, row, files } = jobSchema.parse(job.data);
      const here = { name: corpus, file: (file: string) => fileInside(folder, file, root) };
      const found = await rowFiles(here, row);
      const other = Object.keys(files).find((file) => files[file] !== found[file]);
      if (other !== undefined) {
        const state = found[other] === null ? 'cannot be read here' : 'is another file here';
        refused.add(run, `${other} of ${root} ${state}; workers need the corpus at the same path`);
        // Leaves the job to another worker, which may have the file.
        void worker.pause(true);
        await job.moveToWait(token);
        throw new bullmq.WaitingError();
      }
      const result = await evaluateRow(here, row, offer.plan, runner);
      measured++;
      return result;
    },
    {
      connection: redis,
      prefix: PREFIX,
      concurrency: jobs,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_DEATHS - 1,
    },
  );
  // The connection reports its own errors; the end of a run is no error.
  worker.on('error', () => {});
  say(`at work on ${run}`);
  try {
    while (!signal.aborted && !refused.has(run) && (await isBeating(redis, run)))
      await sleep(POLL_MS, signal);
  } finally {
    await worker.close();
    await runner.close();
  }
  say(`left ${run}: ${measured} recordings measured`);
}
