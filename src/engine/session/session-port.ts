/**
 * What differs between the two products. A session runs voice activity, turns, barge-in and the idle timer, the same for
 * both; the product behind this port knows what was said and has events of its own.
 */
import type { TurnHypothesis } from '../../eot/scorer.js';
import type { EventBody } from '../../protocol/events.js';
import type { Language } from '../../protocol/languages.js';
import type { ConversationMessage } from '../../protocol/messages.js';

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
