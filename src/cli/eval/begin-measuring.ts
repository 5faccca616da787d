/** Chooses what measures the recordings of `turnwire eval`: engines here, a service, a detector, or workers on other machines. */
import type { EngineChoices } from '../../engine/session/session-setup.js';
import type { CostFigures } from '../../eval/results/run-cost.js';
import type { RunManifest } from '../../eval/results/run-manifest.js';
import { evaluateRow } from '../../eval/run/evaluate-row.js';
import { createLocalRunner } from '../../eval/run/local-runner.js';
import { connectQueue } from '../../eval/run/queue-link.js';
import { openQueueRun } from '../../eval/run/queue-run.js';
import { createRemoteRunner } from '../../eval/run/remote-runner.js';
import type { RowPlan } from '../../eval/run/row-plan.js';
import type { MeasureRow } from '../../eval/run/run-evaluation.js';
import type { MeasuredRunner, SessionRunner } from '../../eval/run/session-runner.js';
import { readBytes } from '../options/file-options.js';
import { interruption } from '../terminal/interruption.js';
import { detectorRunner } from './detector-runner.js';
import { withEngineCost } from './engine-cost.js';
import type { EvalFlags } from './eval-flags.js';
import { leaveLostQueue } from './leave-lost-queue.js';

export interface Measuring {
  /** Null if the recordings are measured outside this process. */
  cost(): CostFigures | null;
  readonly measure: MeasureRow;
  /** Aborted by the first Ctrl-C. Recordings under way are then given up. */
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

/**
 * Prepares what measures the recordings, and listens for Ctrl-C until it is closed.
 * @param jobs recordings at the same time
 * @param say prints a sentence about the queue
 */
export function beginMeasuring(
  plan: RowPlan,
  choices: EngineChoices,
  jobs: number,
  manifest: RunManifest,
  flags: EvalFlags,
  say: (sentence: string) => void,
): Promise<Measuring> {
  return flags.queue === undefined
    ? measureHere(plan, choices, jobs, flags)
    : measureOverQueue(flags.queue, plan, choices, manifest, say);
}

async function measureHere(
  plan: RowPlan,
  choices: EngineChoices,
  jobs: number,
  flags: EvalFlags,
): Promise<Measuring> {
  const { signal, release } = interruption();
  const runner = await runnerOf(choices, jobs, flags, signal).catch((error: unknown) => {
    release();
    throw error;
  });
  return {
    cost: 'figures' in runner ? () => runner.figures() : () => null,
    measure: (corpus, row) => evaluateRow(corpus, row, plan, runner),
    signal,
    close: async () => {
      await runner.close();
      release();
    },
  };
}

async function measureOverQueue(
  address: string,
  plan: RowPlan,
  choices: EngineChoices,
  { turnwire, engines, models }: RunManifest,
  say: (sentence: string) => void,
): Promise<Measuring> {
  const link = await connectQueue(address, say);
  const { signal, release } = interruption();
  leaveLostQueue(link, signal, say);
  const offer = { turnwire, engines: engines!, models, plan, choices };
  const leave = (): void => {
    release();
    link.close();
  };
  const queued = await openQueueRun(link, offer, signal, say).catch((error: unknown) => {
    leave();
    throw error;
  });
  return {
    cost: () => null,
    measure: queued.measure,
    signal,
    close: async () => {
      await queued.close();
      leave();
    },
  };
}

/** What runs the sessions in this process: a program of the user's, a service, or the engines. */
async function runnerOf(
  choices: EngineChoices,
  jobs: number,
  flags: EvalFlags,
  signal: AbortSignal,
): Promise<SessionRunner | MeasuredRunner> {
  const { detector, url, ca, apiKey = process.env.TURNWIRE_API_KEY ?? '' } = flags;
  if (detector !== undefined) return detectorRunner(detector, flags.detectorTimeout);
  if (url === undefined) return withEngineCost(createLocalRunner(choices, jobs));
  return createRemoteRunner({
    url,
    apiKey,
    ca: ca === undefined ? ca : await readBytes(ca, '--ca'),
    signal,
  });
}
