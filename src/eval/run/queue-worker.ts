/**
 * Measures recordings that coordinators on the same Redis hand out, one run after the other, until it is told to stop.
 * Called by `turnwire eval --queue … --work`. Recordings are read at the coordinator's own paths: a shared disk.
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

/** How often a worker looks for runs, ms. */
const LOOK_MS = 500;
/** A recording is given to another worker when its own was silent this long, and this often looked for, ms. */
const LOCK_MS = 30_000;
const STALLED_LOOK_MS = 10_000;
/** A recording that so many workers died of is given up and named. */
const MAX_DEATHS = 3;

export interface QueueWorkerOptions {
  /** Recordings at the same time. */
  readonly jobs: number;
  /** Ends the worker after the recordings in hand. */
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
    if (next === null) await sleep(LOOK_MS, signal);
    else if (why) refused.add(next.run, why);
    else await serveRun(link, next, options, refused);
  }
}

/** Runs that this worker would measure otherwise than they ask; each is told once. */
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

/** The oldest run whose coordinator is there. Those that nobody was heard of for long are swept away. */
async function nextRun(link: QueueLink, refused: RefusedRuns): Promise<OfferedRun | null> {
  for (const run of await link.redis.zrange(RUNS_KEY, '0', '-1')) {
    const text = await link.redis.get(offerKey(run));
    if (text === null) await sweep(link, run);
    else if (!refused.has(run) && (await isBeating(link.redis, run))) {
      const offer = JSON.parse(text) as RunOffer;
      // What a newer turnwire writes may look otherwise; its version is read all the same.
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

/** Why this machine would measure something else; undefined when it would not. */
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

/** Until the run is over, refused, or this worker is to end. */
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
        // Another worker may have it.
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
      stalledInterval: STALLED_LOOK_MS,
      maxStalledCount: MAX_DEATHS - 1,
    },
  );
  // The connection has told what is wrong with it; a run that ended meanwhile needs no word.
  worker.on('error', () => {});
  say(`at work on ${run}`);
  try {
    while (!signal.aborted && !refused.has(run) && (await isBeating(redis, run)))
      await sleep(LOOK_MS, signal);
  } finally {
    await worker.close();
    await runner.close();
  }
  say(`left ${run}: ${measured} recordings measured`);
}
