/**
 * Runs recordings through a program of the user's (docs/detectors.md), so that it is measured by the same code as the
 * engines. Called by `turnwire eval --detector`.
 */
import { bytesFromSamples } from '../../audio/index.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import { PROFILES } from '../../protocol/names.js';
import { inTurn, type TimedMessage } from '../../protocol/timed-messages.js';
import {
  NEVER_REACHED,
  type MeasuredRunner,
  type ScoreRequest,
  type SessionRequest,
  type TimedScore,
} from '../run/session-runner.js';
import { FRAME_SAMPLES, type DetectorAnswer, type DetectorLine } from './detector-answer.js';
import { DetectorCosts } from './detector-costs.js';
import { DETECTOR_FAULT, DetectorProcess } from './detector-process.js';
import { EventLog } from './event-log.js';

/** @param timeoutSec how long the detector may take for one answer */
export function createDetectorRunner(command: string, timeoutSec: number): MeasuredRunner {
  const idle: DetectorProcess[] = [];
  const busy = new Set<DetectorProcess>();
  const costs = new DetectorCosts();
  let isClosed = false;

  /** Gives a recording to a free process, or to a new one. A process is used again unless it was at fault. */
  const run = async (request: SessionRequest, scores: boolean, on: OnAnswer): Promise<void> => {
    // A recording of an interrupted run would start a program that nobody ends.
    if (isClosed) throw new TurnwireError('internal', 'closed', 'the run is over');
    const detector = idle.pop() ?? new DetectorProcess(command, timeoutSec * 1000);
    busy.add(detector);
    try {
      for (const line of linesOf(request, scores)) on(line.t, await detector.ask(line));
      idle.push(detector);
    } catch (error) {
      detector.stop();
      // A command that never says a word fails every recording alike.
      const isDeaf = !costs.hasAnswers && detector.answerMs.length === 0;
      if (!isDeaf || !(error instanceof TurnwireError && error.code === DETECTOR_FAULT)) throw error;
      throw new TurnwireError('source', NEVER_REACHED, `${error.message} (${command})`, { cause: error });
    } finally {
      busy.delete(detector);
      await costs.add(detector, request.audio.length / SAMPLE_RATE_HZ);
    }
  };

  return {
    events: async (request) => {
      const log = new EventLog(profileOf(request));
      await run(request, false, (t, answer) => log.add(t, answer));
      return log.events;
    },
    scores: async (request: ScoreRequest) => {
      const scores: TimedScore[] = [];
      await run({ ...request, controls: [] }, true, (timestamp, { score }) => {
        if (score !== undefined) scores.push({ timestamp, p_eot: score });
      });
      if (scores.length > 0) return scores;
      throw new TurnwireError(
        'source',
        'no_scores',
        'the detector gave no score; measure its events with --method service',
      );
    },
    figures: () => costs.figures(),
    close: async () => {
      isClosed = true;
      // A run that is interrupted leaves some busy: their recordings fail, and nobody waits for them.
      for (const detector of [...idle.splice(0), ...busy]) detector.stop();
    },
  };
}

type OnAnswer = (t: number, answer: DetectorAnswer) => void;

function* linesOf({ name, endpoint, start, audio, controls }: SessionRequest, scores: boolean) {
  yield {
    type: 'recording.start',
    id: name,
    t: 0,
    sample_rate: SAMPLE_RATE_HZ,
    endpoint,
    scores,
    profile: (start.eot as { profile?: string } | undefined)?.profile ?? null,
    language: (start.language as { pin?: string } | undefined)?.pin ?? null,
    messages: (start.messages as unknown[] | undefined) ?? [],
  } satisfies DetectorLine;
  const waiting = [...controls];
  for (let at = 0; at < audio.length; at += FRAME_SAMPLES) {
    const frame = audio.subarray(at, at + FRAME_SAMPLES);
    yield* dueBefore(waiting, at + frame.length);
    yield {
      type: 'audio',
      t: (at + frame.length) / SAMPLE_RATE_HZ,
      pcm: Buffer.from(bytesFromSamples(frame)).toString('base64'),
    } satisfies DetectorLine;
  }
  yield { type: 'recording.end', t: audio.length / SAMPLE_RATE_HZ } satisfies DetectorLine;
}

/** The messages that take effect before a sample, removed from `waiting`. A frame is never split. */
function* dueBefore(waiting: TimedMessage<AgentSpeech>[], sample: number) {
  for (const part of inTurn(new Int16Array(0), sample - 1, waiting)) {
    if (part instanceof Int16Array) continue;
    const { phase, utterance_id } = part.message;
    const t = part.atSample / SAMPLE_RATE_HZ;
    yield { type: 'agent.speech', t, phase, ...(utterance_id && { utterance_id }) } satisfies DetectorLine;
  }
}

function profileOf({ start }: SessionRequest) {
  const named = (start.eot as { profile?: string } | undefined)?.profile;
  return PROFILES.find((profile) => profile === named) ?? PROFILES[0];
}
