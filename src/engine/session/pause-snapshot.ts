/** A pause as it stood at one moment: all that a scorer needs is fixed, the judgement is worked out when it is first asked for. */
import type { EotJudgement } from '../../eot/scorer.js';

export interface JudgedPause {
  readonly judgement: EotJudgement;
  /** Words of the turn up to the pause, '' if none; undefined if no recogniser runs. */
  readonly words: string | undefined;
}

export class PauseSnapshot {
  private judged: Promise<JudgedPause> | undefined;

  /**
   * @param judge runs the scorer, once
   * @param commit lets later pauses of the turn build on the words of this one, given its score; more calls change nothing
   */
  constructor(
    private readonly judge: () => Promise<JudgedPause>,
    readonly commit: (pEot: number) => void,
  ) {}

  /** Begins to work out the judgement, unless that was done before. A failure is kept for whoever awaits `result`. */
  start(): void {
    this.judged ??= this.judge();
    this.judged.catch(() => undefined);
  }

  result(): Promise<JudgedPause> {
    this.judged ??= this.judge();
    return this.judged;
  }

  /** Resolves once nothing is being worked out. Rejects if the judgement failed. */
  async drained(): Promise<void> {
    await this.judged;
  }
}
