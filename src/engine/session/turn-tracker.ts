/**
 * The turn state machine of docs/protocol.md, "States and transitions", for the one speaker of a stream and for a room as a whole.
 *
 *   none -> speaking -> quiet -> ended -> none
 *    ^        ^           |        |
 *    |        +-----------+--------+   speech again; within 2 s of `turn.end` it is `turn.resumed` and the same turn
 *    +--------------------+            the turn is over and has nothing to answer: no `turn.end`
 *
 * `turn.end` needs speech before it. A resumed turn gets another `turn.end`. Pure: times and scores in, events out.
 */
import { decideEot, endsTurn, scoreMatters, type EotPolicy, type PEot } from '../../eot/policy.js';
import { RESUME_WINDOW_SEC } from '../../protocol/limits.js';
import type { BodyOf } from '../../protocol/events.js';
import { roundMs, toMs } from '../../protocol/grid.js';
import type { ProfileName } from '../../protocol/names.js';

export class TurnTracker {
  private state: 'none' | 'speaking' | 'quiet' | 'ended' = 'none';
  private speechStartSec = 0;
  private speechEndSec = 0;
  private turnEndSec = 0;
  /** `turn.end` events sent, cancelled ones included. */
  turns = 0;

  constructor(
    private readonly speaker: 'user' | 'room',
    private readonly profile: ProfileName,
    private readonly policy: EotPolicy,
  ) {}

  get speaking(): boolean {
    return this.state === 'speaking';
  }

  /** True in the silence of an open turn: the engine must call `step` at each grid step. */
  get awaitingEnd(): boolean {
    return this.state === 'quiet';
  }

  /** True if a step this far into the silence needs to know p_eot. */
  needsScore(silenceSec: number): boolean {
    return this.awaitingEnd && scoreMatters(silenceSec, this.policy);
  }

  /** True if this score, or the silence alone, would end the turn. */
  wouldEnd(silenceSec: number, pEot: number): boolean {
    return endsTurn(pEot, silenceSec, this.policy);
  }

  /** True if speech that begins at `tSec` starts a new turn; false if it continues one. */
  startsNewTurn(tSec: number): boolean {
    return this.state === 'none' || (this.state === 'ended' && !this.canResume(tSec));
  }

  speechStart(tSec: number): { vad: BodyOf<'vad.start'>; resumed?: BodyOf<'turn.resumed'> } {
    const resumes = this.state === 'ended' && this.canResume(tSec);
    const afterSec = tSec - this.turnEndSec;
    this.state = 'speaking';
    this.speechStartSec = tSec;
    const vad = { type: 'vad.start', t: tSec, speaker: this.speaker } as const;
    if (!resumes) return { vad };
    return {
      vad,
      resumed: { type: 'turn.resumed', t: tSec, speaker: this.speaker, after_ms: toMs(afterSec) },
    };
  }

  speechEnd(tSec: number): BodyOf<'vad.end'> {
    this.state = 'quiet';
    this.speechEndSec = tSec;
    return { type: 'vad.end', t: tSec, speaker: this.speaker, duration: roundMs(tSec - this.speechStartSec) };
  }

  /**
   * @param silenceSec silence since the last sound of speech, in seconds
   * @param hasAnswer false if the turn has nothing that the agent can answer; asked once it is over
   * @returns `turn.end`; `dropped` if the turn is over without one; undefined while it goes on
   */
  step(
    tSec: number,
    silenceSec: number,
    pEot: PEot,
    hasAnswer: () => boolean,
  ): BodyOf<'turn.end'> | 'dropped' | undefined {
    if (this.state !== 'quiet') return undefined;
    const by = decideEot(pEot, silenceSec, this.policy);
    if (!by) return undefined;
    if (!hasAnswer()) {
      this.state = 'none';
      return 'dropped';
    }
    this.state = 'ended';
    this.turnEndSec = tSec;
    this.turns += 1;
    return {
      type: 'turn.end',
      t: tSec,
      speaker: this.speaker,
      p_eot: Math.round(pEot(silenceSec) * 1e4) / 1e4,
      latency_ms: toMs(tSec - this.speechEndSec),
      by,
      profile: this.profile,
    };
  }

  private canResume(tSec: number): boolean {
    return roundMs(tSec - this.turnEndSec) <= RESUME_WINDOW_SEC;
  }
}
