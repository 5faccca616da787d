/** The work behind `turnwire eval`: measures the corpora, writes the run folder, prints the table. */
import path from 'node:path';
import { loadableAsrLanguages } from '../../asr/decodable-languages.js';
import { endpointUrl } from '../../client/index.js';
import type { EngineChoices } from '../../engine/session/session-setup.js';
import { openCorpus } from '../../eval/corpora/open-corpus.js';
import { readPolicies } from '../../eval/files/policies-file.js';
import { chooseRows } from '../../eval/run/choose-rows.js';
import { evaluateRow } from '../../eval/run/evaluate-row.js';
import { createLocalRunner } from '../../eval/run/local-runner.js';
import { connectQueue } from '../../eval/run/queue-link.js';
import { openQueueRun } from '../../eval/run/queue-run.js';
import { createRemoteRunner } from '../../eval/run/remote-runner.js';
import type { MeasuredRunner, SessionRunner } from '../../eval/run/session-runner.js';
import { runEvaluation, type MeasureRow } from '../../eval/run/run-evaluation.js';
import { tailSecFor, type RowPlan } from '../../eval/run/row-plan.js';
import { beginRun, type BegunRun } from '../../eval/results/run-folder.js';
import type { RowResult } from '../../eval/results/row-result.js';
import { COST_FILE, type CostFigures } from '../../eval/results/run-cost.js';
import { createManifest, type RunManifest } from '../../eval/results/run-manifest.js';
import { figuresJson } from '../../eval/tables/figures-json.js';
import { formatSummary } from '../../eval/tables/format-summary.js';
import { summariseRun, type RunSummary } from '../../eval/tables/run-summary.js';
import { formatTurnBench } from '../../eval/tables/turnbench-table.js';
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import { TurnwireError } from '../../protocol/errors.js';
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { writeFileAtomic } from '../../sinks/index.js';
import { detectorRunner } from './detector-runner.js';
import { withEngineCost } from './engine-cost.js';
import { corpusFolder } from '../options/corpus-folder.js';
import type { EvalFlags } from './eval-flags.js';
import { readBytes } from '../options/file-options.js';
import { EvalProgress } from './eval-progress.js';
import { EXIT_INTERRUPTED, interruption } from '../terminal/interruption.js';
import { leaveLostQueue } from './leave-lost-queue.js';
import { numberOption, wholeNumber } from '../options/number-options.js';
import { checkScorer } from '../options/scorer-option.js';
import { checkSession } from '../options/check-session.js';
import { splitList } from '../options/session-options.js';

/** A detector mostly has one policy of its own, so it is run once, under this name. */
const DETECTOR_PROFILE: ProfileName = 'cutoff_5pct';
/** Exit code of a run in which a recording failed: its other figures stand. */
export const EXIT_SOME_FAILED = 3;
/** Recordings on the queue at the same time. Chosen by hand: it must exceed what all workers measure at once. */
const QUEUED_AT_ONCE = 1000;

export async function runEval(names: readonly string[], flags: EvalFlags): Promise<number> {
  if (names.length === 0)
    throw new TurnwireError(
      'usage',
      'no_corpus',
      'name a corpus: a folder, or one of `turnwire corpus list`',
    );
  const corpora = await Promise.all(names.map(async (name) => openCorpus(corpusFolder(name))));
  const choice = {
    splits: flags.split === undefined ? undefined : splitList(flags.split),
    languages: flags.language === undefined ? undefined : splitList(flags.language),
    limit: wholeNumber(flags.limit, '--limit', 1),
  };
  const chosen = chooseRows(corpora, { endpoint: flags.endpoint, ...choice });
  checkEngineFlags(flags);
  const policies = flags.policies === undefined ? undefined : await readPolicies(flags.policies);
  const plan = planOf(flags, policies);
  // Only the service or the worker knows which languages it can decode.
  const isHere = [flags.url, flags.queue, flags.detector].every((given) => given === undefined);
  checkSession(plan.start, plan.endpoint, isHere ? { asrLanguages: loadableAsrLanguages() } : {});
  const choices: EngineChoices = {
    scorer: flags.scorer,
    transcript: flags.transcript,
    policies,
  };
  const manifest = await createManifest(chosen, {
    ...plan,
    ...choices,
    ...choice,
    url: flags.url ?? null,
    ...(flags.detector !== undefined && { detector: flags.detector }),
  });
  const folder = flags.out ?? path.join('runs', manifest.startedAt.replace(/[:.]/g, '-'));
  const defaultJobs = flags.queue === undefined ? manifest.machine.cores : QUEUED_AT_ONCE;
  const jobs = wholeNumber(flags.jobs, '--jobs', 1) ?? defaultJobs;
  const progress = new EvalProgress();
  const measuring = await beginMeasuring(plan, choices, jobs, manifest, flags, progress);
  let run: BegunRun | undefined;
  try {
    run = await beginRun(folder, manifest);
    const results = await runEvaluation(run, chosen, measuring.measure, jobs, progress);
    progress.clear();
    const summary = summariseRun(results);
    const figures = figuresJson(summary);
    await writeFileAtomic(path.join(folder, 'summary.json'), figures);
    const cost = measuring.cost();
    if (cost !== null && cost.audioSec > 0)
      await writeFileAtomic(path.join(folder, COST_FILE), figuresJson(cost));
    process.stdout.write(flags.json ? figures : tableOf(flags, results, summary));
    process.stderr.write(`run folder: ${folder}\n`);
    return summary.failures.length > 0 ? EXIT_SOME_FAILED : 0;
  } catch (error) {
    // The error that ended the run is reported even if its folder cannot be removed.
    await run?.removeEmpty().catch(() => {});
    if (measuring.isInterrupted()) return EXIT_INTERRUPTED;
    throw error;
  } finally {
    progress.clear();
    await measuring.close();
  }
}

function tableOf(flags: EvalFlags, results: readonly RowResult[], summary: RunSummary): string {
  if (flags.method !== 'turnbench') return formatSummary(summary);
  return formatTurnBench([{ name: flags.detector ?? flags.url ?? flags.scorer ?? 'learned', results }]);
}

interface Measuring {
  /** Null if the recordings are measured outside this process. */
  cost(): CostFigures | null;
  readonly measure: MeasureRow;
  isInterrupted(): boolean;
  close(): Promise<void>;
}

/** Prepares what measures the recordings: engines here, a service, or workers on other machines. */
async function beginMeasuring(
  plan: RowPlan,
  choices: EngineChoices,
  jobs: number,
  { turnwire, engines, models }: RunManifest,
  flags: EvalFlags,
  progress: EvalProgress,
): Promise<Measuring> {
  if (flags.queue === undefined) {
    const runner = await runnerOf(choices, jobs, flags);
    return {
      cost: 'figures' in runner ? () => runner.figures() : () => null,
      measure: (corpus, row) => evaluateRow(corpus, row, plan, runner),
      isInterrupted: () => false,
      close: () => runner.close(),
    };
  }
  const say = (sentence: string): void => {
    progress.clear();
    process.stderr.write(`${sentence}\n`);
  };
  const link = await connectQueue(flags.queue, say);
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
    isInterrupted: () => signal.aborted,
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
): Promise<SessionRunner | MeasuredRunner> {
  const { detector, url, ca, apiKey = process.env.TURNWIRE_API_KEY ?? '' } = flags;
  if (detector !== undefined) return detectorRunner(detector, flags.detectorTimeout);
  if (url === undefined) return withEngineCost(createLocalRunner(choices, jobs));
  return createRemoteRunner({ url, apiKey, ca: ca === undefined ? ca : await readBytes(ca, '--ca') });
}

function planOf(flags: EvalFlags, policies: PoliciesByLanguage | undefined): RowPlan {
  const scoreIntervalSec = numberOption(flags.scoreInterval, '--score-interval', 0.02, 1);
  return {
    endpoint: flags.endpoint,
    profiles: profilesOf(flags.profile ?? (flags.detector === undefined ? 'all' : DETECTOR_PROFILE)),
    methods: methodsOf(flags),
    start: flags.allowed === undefined ? {} : { language: { allowed: splitList(flags.allowed) } },
    scoreIntervalSec,
    ...(policies && { tailSec: tailSecFor(policies, flags.endpoint) }),
  };
}

/** Refuses flags that are wrong for every recording, once and before a run folder exists. */
function checkEngineFlags(flags: EvalFlags): void {
  const { url, ca, queue, detector, scorer, policies, transcript, endpoint, allowed } = flags;
  const reject = (sentence: string): never => {
    throw new TurnwireError('usage', 'useless_option', sentence);
  };
  checkScorer(scorer);
  const ours = { '--scorer': scorer, '--policies': policies, '--no-transcript': transcript ? undefined : '' };
  const given = Object.entries(ours).find(([, value]) => value !== undefined)?.[0];
  if (url !== undefined && given)
    reject(`${given} is for the engines here, --url measures a service: leave one out`);
  if (detector !== undefined && given)
    reject(`${given} is for the engines here, --detector measures your program: leave one out`);
  if (detector !== undefined && queue !== undefined)
    reject('--detector runs a program here: leave --queue out');
  if (detector !== undefined && endpoint === 'room')
    reject('--detector hears one speaker: leave --endpoint room out');
  if (url !== undefined && queue !== undefined)
    reject('--url measures a service, --queue the engines of workers: leave one out');
  const named = url === undefined ? endpoint : endpointUrl(url, endpoint).endpoint;
  if (named !== endpoint)
    reject(`--url ends in /v2/${named}: add --endpoint ${named}, or leave /v2/${named} out`);
  if (ca !== undefined && url === undefined)
    reject('--ca is for --url, which measures a service: leave it out');
  if (endpoint === 'room' && !transcript)
    reject('--no-transcript is for streams: a room always transcribes; leave it out');
  if (endpoint === 'stream' && allowed !== undefined)
    reject('--allowed is for rooms: a stream takes the language of each recording; add --endpoint room');
}

/** For a room at `--url`, `all` means method `service` alone: a service sends no scores of rooms. */
function methodsOf({ method: given, url, endpoint, detector }: EvalFlags): RowPlan['methods'] {
  const method = given ?? (detector === undefined ? 'all' : 'service');
  if (method === 'turnbench') return ['service'];
  if (method !== 'all') return [method];
  return url !== undefined && endpoint === 'room' ? ['service'] : ['service', 'eot-bench'];
}

function profilesOf(text: string): ProfileName[] {
  if (text === 'all') return [...PROFILES];
  const names = splitList(text);
  // An empty list would measure nothing: it is refused as an unknown profile.
  return (names.length > 0 ? names : [text]).map((name) => {
    const profile = PROFILES.find((known) => known === name);
    if (profile === undefined)
      throw new TurnwireError(
        'usage',
        'unknown_profile',
        `--profile: '${name}' is none of ${PROFILES.join(', ')}, all`,
      );
    return profile;
  });
}
