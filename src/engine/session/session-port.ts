/**
 * What differs between the two endpoints. `SessionEngine` runs voice activity, turns, barge-in and the idle timer, the same
 * for both; an endpoint hears what was said and has events of its own.
 */
import type { BargeinClassifier } from '../../bargein/classifier.js';
import type { BargeinOptions } from '../../bargein/policy.js';
import type { EotLimits } from '../../eot/policy.js';
import type { EotScorer, TurnHypothesis } from '../../eot/scorer.js';
import type { Inference } from '../../inference/kernel.js';
import type { PointsTable } from '../../operating-points/published.js';
import type { EventBody } from '../../protocol/events.js';
import type { Language } from '../../protocol/languages.js';
import type { ConversationMessage } from '../../protocol/messages.js';
import type { ProfileName } from '../../protocol/names.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import type { VadOptions } from '../../vad/policy.js';

/** What any session needs. */
export interface SessionSetup {
  readonly session: SessionOptions;
  /** For `session.started`, and for the pool to know whose call it is. */
  readonly sessionId: string;
  readonly inference: Inference;
  readonly scorer: EotScorer;
  readonly bargeinClassifier: BargeinClassifier;
  /** Points that selection and `session.started.eot` use. */
  readonly points: PointsTable;
  /** Threshold, action delay and timeout behind a profile. */
  readonly limits: (profile: ProfileName, language: Language) => EotLimits;
  /** Default DEFAULT_VAD_OPTIONS. */
  readonly vad?: VadOptions;
  /** Default DEFAULT_BARGEIN_OPTIONS. */
  readonly bargein?: BargeinOptions;
  /** True: a pause is judged when it begins, not when a score first matters. More work, sooner answers, same events. */
  readonly judgeAhead?: boolean;
  /** Called at every grid step with what the engine thought. */
  readonly onTrace?: (record: TraceRecord) => void;
}

/** One line of `--trace`. */
export interface TraceRecord {
  readonly t: number;
  /** Speech probability of the newest frame, 0..1. */
  readonly speech: number;
  readonly speaking: boolean;
  readonly silence_s: number;
  /** Null outside the silences of an open turn. */
  readonly p_eot: number | null;
  readonly parts?: Readonly<Record<string, number | string>>;
}

/** A grid step, once voice activity is known up to it. */
export interface GridStep {
  readonly t: number;
  readonly sample: number;
  readonly speaking: boolean;
  /** True when the step ends inside a pause that began with it. */
  readonly paused: boolean;
  /** One past the last sample of speech. */
  readonly lastSpeechSample: number;
}

/** What the scorer is told of a pause beside its sound. */
export interface PauseContext {
  readonly heard: TurnHypothesis | undefined;
  readonly messages: readonly ConversationMessage[];
  /** Where it is not the session's. */
  readonly language?: Language;
}

export interface PauseReading {
  /** What was said up to the pause. Until it is there only `step` and `languageStep` are called, and no speech starts. */
  readonly said: () => Promise<PauseContext>;
  /** Called once `said` is there, with its score at 0.2 s of silence, if the pause lasts long enough to count: later pauses build on its words. */
  readonly keep: (pEot: number) => void;
}

export interface SessionPort {
  /** Fields of `session.started` beside the common ones. */
  readonly startedFields: { readonly tier?: 'full' };
  /** Speech begins at absolute `sample`, in a new turn or the same one. */
  speechStart(sample: number, newTurn: boolean): void;
  speechEnd(sample: number): void;
  /** Transcript events due at a step, before its pause is judged. */
  step(now: GridStep): Promise<EventBody[]>;
  /** A pause, when it begins and once more where it lasts: its words are fixed now, and found out when they are asked for. */
  pause(now: GridStep): PauseReading;
  /** Words in `[from, to)`; undefined where no recogniser is loaded. */
  transcribe(fromSample: number, toSample: number): Promise<string | undefined>;
  /** Language events of a step. */
  languageStep(t: number): Promise<EventBody[]>;
  finalize(now: GridStep): Promise<EventBody[]>;
  /** Words still pending and summaries of its own, when the session ends. */
  lastWords(now: GridStep): Promise<EventBody[]>;
}
