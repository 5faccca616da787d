/**
 * The work behind `turnwire run`: finds the recordings, runs each through an engine of its own (several at a time with
 * `--jobs`) and writes the logs. A recording that fails is named and skipped, and the exit code shows it.
 */
import { availableParallelism } from 'node:os';
import { loadableAsrLanguages } from '../../asr/decodable-languages.js';
import { createEnginePool } from '../../engine/workers/create-pool.js';
import { createInlineInference } from '../../inference/inline.js';
import type { Inference } from '../../inference/kernel.js';
import { exitCodeOf, messageOf, TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage } from '../../protocol/languages.js';
import { CLOSE } from '../../protocol/reasons.js';
import { refuseWithoutWords } from '../../sinks/index.js';
import type { RunFlags } from './run-flags.js';
import { readPoints } from '../options/chosen-points.js';
import { EXIT_INTERRUPTED, interruption } from '../terminal/interruption.js';
import { checkSession } from '../options/check-session.js';
import { rawOption } from '../options/raw-option.js';
import { sessionStartOf } from '../options/session-options.js';
import { channelOption, wholeNumber } from '../options/number-options.js';
import { ProgressLine, runProgress } from '../terminal/progress-line.js';
import { agentOptionsOf } from '../options/agent-options.js';
import { createEngineFactory } from '../session/engine-factory.js';
import { findRecordings } from './find-recordings.js';
import { recordingNames } from './recording-names.js';
import { outputsFor, type RecordingOutput } from './recording-output.js';
import { runRecording, type RecordingJob } from './run-recording.js';
import { SessionTally } from '../session/session-tally.js';
import { PageOfRun, pagePathOf, viewCommand } from './page-of-run.js';

export async function runRecordings(inputs: readonly string[], flags: RunFlags): Promise<number> {
  refuseWithoutWords(flags.format, flags.endpoint);
  const jobs = wholeNumber(flags.jobs, '--jobs', 1) ?? 1;
  const start = await sessionStartOf(flags);
  const channel = channelOption(flags.channel);
  const raw = rawOption(flags.raw, inputs);
  const session = checkSession(start, flags.endpoint, { asrLanguages: loadableAsrLanguages() });
  const agent = await agentOptionsOf(flags, session);
  const { recordings, unreadable } = await findRecordings(inputs);
  const named = new Set(inputs);
  const fromFolder = recordings.some((recording) => !named.has(recording));
  const outputs = outputsFor(recordings, {
    out: flags.out,
    format: flags.format,
    trace: flags.trace,
    fromFolder,
  });
  const names = recordingNames(recordings);
  const chosen = await readPoints(flags.points, flags.scorer);
  const createEngine = createEngineFactory(flags, session, chosen);
  const page =
    flags.view === undefined
      ? undefined
      : new PageOfRun(pagePathOf(recordings, flags), session, chosen.policies, flags);

  const { signal, release } = interruption();
  // No more threads than cores and recordings: each costs memory.
  const workers = Math.min(jobs, recordings.length, availableParallelism());
  const inference: Inference = workers > 1 ? createEnginePool(workers) : createInlineInference();
  const progress = new ProgressLine();
  let exitCode = 0;
  for (const error of unreadable) {
    process.stderr.write(`turnwire: ${error.message}\n`);
    exitCode = exitCodeOf(error);
  }

  const runOne = async (input: string, index: number): Promise<void> => {
    if (signal.aborted) return;
    const name = names[index]!;
    const say = (sentence: string): void => {
      progress.clear();
      process.stderr.write(`turnwire: ${sentence}\n`);
    };
    const job: RecordingJob = {
      input,
      raw,
      channel,
      messages: agent.messages,
      agentChannel: agent.channel,
      cancelEcho: agent.cancelEcho,
      realtime: flags.realtime ?? false,
      signal,
      onWarning: say,
      onProgress: (doneSec, totalSec) => progress.update(runProgress(name, doneSec, totalSec)),
    };
    try {
      const sentences = await runToOutput(
        job,
        name,
        createEngine,
        inference,
        page?.watch(outputs[index]!) ?? outputs[index]!,
      );
      progress.clear();
      if (recordings.length > 1) sentences.splice(1);
      else if (sentences.length > 0)
        sentences.push(
          page
            ? await page.write(job, inference)
            : viewCommand(input, firstLanguage(session.language), flags),
        );
      if (!flags.quiet) sentences.forEach((sentence) => sentence && process.stderr.write(`${sentence}\n`));
    } catch (error) {
      // An output that cannot be written ends the whole run; a bad recording is skipped.
      if (recordings.length === 1 || isOutputError(error)) throw error;
      say(messageOf(error));
      exitCode = exitCodeOf(error);
    }
  };

  try {
    await inParallel(recordings, jobs, runOne);
  } finally {
    progress.clear();
    release();
    await inference.close();
  }
  return signal.aborted ? EXIT_INTERRUPTED : exitCode;
}

/** @returns the closing sentences: what was found, and how long the waits were. None if the run was stopped before its first event. */
async function runToOutput(
  job: RecordingJob,
  name: string,
  createEngine: ReturnType<typeof createEngineFactory>,
  inference: Inference,
  output: RecordingOutput,
): Promise<(string | undefined)[]> {
  const startedAt = performance.now();
  const tally = new SessionTally();
  let doneSec = 0;
  let begun = false;
  const timed = {
    ...job,
    onProgress: (done: number, total?: number) => job.onProgress((doneSec = done), total),
  };
  const engine = createEngine(name, inference, output.trace);
  try {
    await engine.prepare();
    for await (const event of runRecording(timed, engine, inference)) {
      begun = true;
      tally.take(event);
      await output.write(event);
    }
    if (engine.closed?.reason === CLOSE.idleTimeout.reason) job.onWarning(idleSentence(name));
    else if (!job.signal.aborted) warnOfLateAgent(job, name, doneSec);
  } finally {
    await output.close();
  }
  if (!begun) return [];
  const found = tally.sentence(name, doneSec, (performance.now() - startedAt) / 1000);
  return [found, tally.waits()];
}

const idleSentence = (name: string): string =>
  `${name}: nobody spoke for so long that the session closed (idle_timeout), and the rest of the recording was not run; --idle-timeout-s 0 runs it all`;

/** Catches a file whose times are in milliseconds instead of seconds. */
function warnOfLateAgent({ messages: [first], onWarning }: RecordingJob, name: string, endSec: number): void {
  if (first === undefined || first.atSample <= Math.round(endSec * SAMPLE_RATE_HZ)) return;
  const firstSec = first.atSample / SAMPLE_RATE_HZ;
  onWarning(
    `${name} ends at ${endSec.toFixed(1)} s, before every time in --agent (the first: ${firstSec} s), so none was used; give times in seconds`,
  );
}

/** Runs `work` on up to `lanes` items at a time. After a failure no new item is started; those under way finish, then it throws. */
async function inParallel<T>(
  items: readonly T[],
  lanes: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const waiting = [...items.entries()];
  const faults: unknown[] = [];
  const lane = async (): Promise<void> => {
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) await work(next[1], next[0]);
    } catch (error) {
      waiting.length = 0;
      faults.push(error);
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, items.length) }, lane));
  if (faults.length > 0) throw faults[0];
}

function isOutputError(error: unknown): boolean {
  return error instanceof TurnwireError && ['output_not_writable', 'disk_full'].includes(error.code);
}
