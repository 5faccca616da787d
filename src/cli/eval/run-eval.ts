/** The work behind `turnwire eval`: measures the corpora, writes the run folder, prints the table. */
import path from 'node:path';
import { loadableAsrLanguages } from '../../asr/decodable-languages.js';
import type { EngineChoices } from '../../engine/session/session-setup.js';
import { openCorpus } from '../../eval/corpora/open-corpus.js';
import { readPolicies } from '../../eval/files/policies-file.js';
import { chooseRows } from '../../eval/run/choose-rows.js';
import { runEvaluation } from '../../eval/run/run-evaluation.js';
import { beginRun, type BegunRun } from '../../eval/results/run-folder.js';
import type { RowResult } from '../../eval/results/row-result.js';
import { COST_FILE } from '../../eval/results/run-cost.js';
import { createManifest } from '../../eval/results/run-manifest.js';
import { figuresJson } from '../../eval/tables/figures-json.js';
import { formatSummary } from '../../eval/tables/format-summary.js';
import { summariseRun, type RunSummary } from '../../eval/tables/run-summary.js';
import { formatTurnBench } from '../../eval/tables/turnbench-table.js';
import { TurnwireError } from '../../protocol/errors.js';
import { writeFileAtomic } from '../../sinks/index.js';
import { beginMeasuring } from './begin-measuring.js';
import { corpusFolder } from '../options/corpus-folder.js';
import type { EvalFlags } from './eval-flags.js';
import { checkEngineFlags, planOf } from './eval-plan.js';
import { EvalProgress } from './eval-progress.js';
import { EXIT_INTERRUPTED } from '../terminal/interruption.js';
import { wholeNumber } from '../options/number-options.js';
import { checkSession } from '../options/check-session.js';
import { splitList } from '../options/session-options.js';

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
  const say = (sentence: string): void => {
    progress.clear();
    process.stderr.write(`${sentence}\n`);
  };
  const measuring = await beginMeasuring(plan, choices, jobs, manifest, flags, say);
  let run: BegunRun | undefined;
  try {
    run = await beginRun(folder, manifest);
    const results = await runEvaluation(run, chosen, measuring.measure, jobs, progress, measuring.signal);
    progress.clear();
    const total = chosen.reduce((sum, { rows }) => sum + rows.length, 0);
    if (results.length < total) {
      await run.removeEmpty();
      say(`turnwire: ${stoppedSentence(results.length, total, flags.out, folder)}`);
      return EXIT_INTERRUPTED;
    }
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
    throw error;
  } finally {
    progress.clear();
    await measuring.close();
  }
}

/** @param out the folder that the command named; without one, the same command would begin another run. */
function stoppedSentence(measured: number, total: number, out: string | undefined, folder: string): string {
  if (measured === 0) return 'stopped before a recording was measured';
  const again = out === undefined ? `the same command with --out ${folder}` : 'the same command';
  return `stopped: ${measured} of ${total} recordings are measured, their results are in ${folder}; ${again} measures the others`;
}

function tableOf(flags: EvalFlags, results: readonly RowResult[], summary: RunSummary): string {
  if (flags.method !== 'turnbench') return formatSummary(summary);
  return formatTurnBench([{ name: flags.detector ?? flags.url ?? flags.scorer ?? 'learned', results }]);
}
