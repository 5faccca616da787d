/**
 * What differs between the two products. A session runs voice activity, turns, barge-in and the idle timer, the same for
 * both; the product behind this port knows what was said and has events of its own.
 */
import type { TurnHypothesis } from '../../eot/scorer.js';
import type { EventBody } from '../../protocol/events.js';
import type { Language } from '../../protocol/languages.js';
import type { ConversationMessage } from '../../protocol/messages.js';
import type { TranscribeOnset } from './onset-words.js';

/** A grid step, once voice activity is known up to it. */
export interface GridStep {
  /** Seconds since the session's first sample. */
  readonly t: number;
  /** The time `t` as an absolute sample. */
  readonly sample: number;
  readonly speaking: boolean;
  /** True if the step ends inside a pause that began in it. */
  readonly pauseBegins: boolean;
  /** One past the last sample of speech. */
  readonly lastSpeechSample: number;
  /** True if the newest speech is too quiet for the caller to claim the floor. */
  readonly isFaint: boolean;
}

/** What the scorer gets of a pause beside its sound. */
export interface PauseContext {
  /** The words of the turn so far; undefined if no recogniser is loaded. */
  readonly hypothesis: TurnHypothesis | undefined;
  /** The conversation before the turn, newest last. */
  readonly messages: readonly ConversationMessage[];
  /** The language of whoever spoke; absent if it is the session's. */
  readonly language?: Language;
}

/** The words before a pause: fixed at its moment, decoded when they are first asked for. */
export interface PauseDecoding {
  /** Until it has resolved, the session calls only `step` and `languageStep`, and lets no speech start. */
  context(): Promise<PauseContext>;
  /**
   * Commits the pause: later pauses of the turn build on its words. Called after `context` has resolved, at least once if
   * the pause lasts until a score may end the turn. @param pEot its score at 0.2 s of silence
   */
  commit(pEot: number): void;
}

export interface SessionPort {
  /** Fields of `session.started` beside the common ones. */
  readonly startedFields: { readonly tier?: 'full' };
  /** Speech begins at absolute `sample`, in a new turn or in the same one. */
  speechStart(sample: number, newTurn: boolean): void;
  /** Speech ended at absolute `sample`. */
  speechEnd(sample: number): void;
  /** The turn so far is over and had nothing to answer: its words are no part of the conversation. Called before the next turn. */
  dropTurn(): void;
  /** Transcript events due at a step. Called before the step's pause is judged. */
  step(now: GridStep): Promise<EventBody[]>;
  /** Fixes the words before a pause at `now.sample`: when the pause begins, and again if it is rechecked. */
  pause(now: GridStep): PauseDecoding;
  /** Words in `[fromSample, toSample)`, by the larger model if `careful`; undefined if no recogniser is loaded. */
  transcribe: TranscribeOnset;
  /** Language events of a step. */
  languageStep(t: number): Promise<EventBody[]>;
  /** Answers the message `finalize`. */
  finalize(now: GridStep): Promise<EventBody[]>;
  /** Pending words and the product's own summaries, when the session ends. */
  lastWords(now: GridStep): Promise<EventBody[]>;
}
