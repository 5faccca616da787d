/**
 * The rules between voice activity, turns and barge-in (docs/protocol.md, "States and transitions"), checked line by line.
 * Called by check-log.ts.
 */
import type { EventOf, SessionStarted } from './events.js';
import { toMs } from './grid.js';
import { RESUME_WINDOW_SEC } from './limits.js';

export type Report = (rule: string, message: string, line?: number) => void;

/** Allowed difference, in milliseconds: both times of a difference are rounded. */
export const TOLERANCE_MS = 1;
const RESUME_WINDOW_MS = RESUME_WINDOW_SEC * 1000;

export class SpeechRules {
  /** Number of `turn.end` events so far. */
  turns = 0;
  speechSince: number | undefined;
  /** Time of the last `vad.start`. Kept after `vad.end`, which may come at the same step, before `turn.resumed`. */
  private speechStartedAt: number | undefined;
  private started: SessionStarted | undefined;
  private quietSince: number | undefined;
  /** True if there was speech since the last `turn.end`. */
  private spoke = false;
  private turnEndAt: number | undefined;
  /** Speech that began so soon after `turn.end` that a `turn.resumed` must come at the same step. */
  private owed: { readonly line: number; readonly t: number; readonly afterMs: number } | undefined;
  private onset: { t: number; utteranceId: string | undefined } | undefined;

  constructor(private readonly report: Report) {}

  onStarted(event: SessionStarted): void {
    this.started = event;
  }

  /** Called with the time of every event, before the event itself is checked; with Infinity at the end of the log. */
  onTime(t: number): void {
    if (!this.owed || t <= this.owed.t) return;
    const { line, afterMs } = this.owed;
    this.owed = undefined;
    this.turnEndAt = undefined;
    this.report('turn', `speech ${afterMs} ms after turn.end, and no turn.resumed`, line);
  }

  onVoiceActivity(event: EventOf<'vad.start' | 'vad.end'>, line: number): void {
    if (event.type === 'vad.start') {
      if (this.speechSince !== undefined) this.report('vad', 'vad.start while speech is open');
      const afterMs = this.turnEndAt === undefined ? Infinity : toMs(event.t - this.turnEndAt);
      if (afterMs < RESUME_WINDOW_MS) this.owed ??= { line, t: event.t, afterMs };
      this.speechSince = event.t;
      this.speechStartedAt = event.t;
      this.quietSince = undefined;
      this.spoke = true;
      return;
    }
    if (this.speechSince === undefined) this.report('vad', 'vad.end without vad.start');
    else this.sameMs('duration', event.duration * 1000, event.t - this.speechSince, 'since vad.start');
    this.speechSince = undefined;
    this.quietSince = event.t;
  }

  onTurn(event: EventOf<'turn.end' | 'turn.resumed'>): void {
    if (event.type === 'turn.resumed') {
      if (this.turnEndAt === undefined) this.report('turn', 'turn.resumed without a turn.end before it');
      else {
        this.sameMs('after_ms', event.after_ms, event.t - this.turnEndAt, 'since turn.end');
        if (event.after_ms > RESUME_WINDOW_MS)
          this.report(
            'turn',
            `turn.resumed ${event.after_ms} ms after turn.end, at most ${RESUME_WINDOW_MS}`,
          );
      }
      if (this.speechStartedAt !== event.t)
        this.report('turn', `turn.resumed at ${event.t} without vad.start at that time`);
      this.turnEndAt = undefined;
      this.owed = undefined;
      return;
    }
    this.turns += 1;
    if (!this.spoke) this.report('turn', 'turn.end without speech since the last one');
    else if (this.speechSince !== undefined) this.report('turn', 'turn.end while speech is open');
    else if (this.quietSince !== undefined) {
      this.sameMs('latency_ms', event.latency_ms, event.t - this.quietSince, 'since vad.end');
    }
    const profile = this.started?.eot.profile;
    if (profile !== undefined && event.profile !== profile) {
      this.report('turn', `turn.end has profile ${event.profile}, the session ${profile}`);
    }
    this.spoke = false;
    this.turnEndAt = event.t;
  }

  onBargein(event: EventOf<'bargein.onset' | 'bargein.class'>): void {
    if (this.started && !this.started.models) {
      this.report(
        'bargein',
        `${event.type} in a session that did not ask for bargein (session.started has no models)`,
      );
    }
    if (event.type === 'bargein.onset') {
      this.onset = { t: event.t, utteranceId: event.utterance_id };
      return;
    }
    if (!this.onset) this.report('bargein', 'bargein.class without bargein.onset');
    else {
      this.sameMs('decided_after_ms', event.decided_after_ms, event.t - this.onset.t, 'since bargein.onset');
      if (event.utterance_id !== this.onset.utteranceId) {
        this.report(
          'bargein',
          `utterance_id '${event.utterance_id}' of the class, '${this.onset.utteranceId}' of its onset`,
        );
      }
    }
    if (event.p_claim === null && event.class !== 'backchannel') {
      this.report('bargein', 'p_claim is null only for a backchannel that was too short to judge');
    }
    this.onset = undefined;
  }

  private sameMs(field: string, said: number, seconds: number, since: string): void {
    const measured = toMs(seconds);
    if (Math.abs(said - measured) > TOLERANCE_MS) {
      this.report('time', `${field} says ${Math.round(said)} ms, it is ${measured} ms ${since}`);
    }
  }
}
