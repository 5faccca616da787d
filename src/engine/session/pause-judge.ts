/**
 * The judgement of the current pause: is the turn over?
 *
 *   none --pause--> judged --0.3 s of silence--> recheck due --needed in 0.2 s--> rechecking --needed--> rechecked
 *                     ^                              |                            |                     |
 *                     +------------------------------+------- next pause ---------+---------------------+
 *
 * How it works:
 * - A pause begins at the grid step in which voice activity ends. What the scorer needs (sound, words, conversation) is
 *   fixed at that step. The judgement is worked out at once if `judgeAhead` is set, else when a score is first asked for.
 *   Both give the same events, because nothing that happens in between goes into it.
 * - A scorer may ask for a recheck (`EotScorer.recheck`). It is due when the pause has lasted `atSec`. What it needs is
 *   fixed at exactly that silence, whatever the grid. It is worked out only if its best possible score could end the turn
 *   or a trace shows every score, and it replaces the first judgement from `appliesFromSec` on.
 * - The state `rechecking` exists with `judgeAhead` only: the recheck starts LEAD_SEC before it is needed, so that its
 *   score is there in time. Without it a recheck is worked out in the step that needs it.
 * - No score falls as silence grows, so a recheck that is needed once stays needed until the next pause.
 * - A pause is committed at the first step at which a score may end the turn: later pauses of the turn build on its words.
 *   A pause that ends earlier leaves no trace.
 */
import { hasLasted, type PEot } from '../../eot/policy.js';
import type { EotJudgement, EotPause } from '../../eot/scorer.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { AudioWindow } from './audio-window.js';
import { PauseSnapshot, type JudgedPause } from './pause-snapshot.js';
import type { SessionPort, GridStep } from './session-port.js';
import type { SessionSetup } from './session-setup.js';

/** Sound that a scorer is given if it does not say how much it reads, in seconds (EotPause.audio). */
const SCORER_SEC = 8;
/** Silence at which pauses are compared by their score, in seconds, however long they last: as eot-bench does. */
const COMPARED_AT_SEC = 0.2;
/**
 * Lead time of a recheck, in seconds: it starts this long before its score is needed. Chosen by hand. A longer lead hides
 * slower machines and starts more rechecks of turns that end before.
 */
const LEAD_SEC = 0.2;

/** Whether a score this high is needed this far into the silence: it would end the turn, or a trace shows it. */
export type IsNeeded = (silenceSec: number, pEot: number) => boolean;

export interface PauseScore {
  /** Probability 0..1 that the turn is complete, by the length of the silence, of the judgement that applies at this step. */
  readonly pEot: PEot;
  /** The numbers behind it, for the trace. */
  readonly parts: EotJudgement['parts'];
  /** Words of the turn up to the pause, '' if none; undefined if no recogniser runs. */
  readonly words: string | undefined;
}

type State =
  | { readonly name: 'none' }
  | { readonly name: 'judged'; readonly first: PauseSnapshot }
  | {
      readonly name: 'recheck due' | 'rechecking' | 'rechecked';
      readonly first: PauseSnapshot;
      readonly second: PauseSnapshot;
    };

export class PauseJudge {
  private state: State = { name: 'none' };
  private turnSpeechSec = 0;

  constructor(
    private readonly setup: Pick<SessionSetup, 'scorer' | 'inference' | 'judgeAhead'>,
    private readonly port: Pick<SessionPort, 'pause'>,
    private readonly audio: AudioWindow,
    private readonly language: Language,
  ) {}

  /** A pause begins in the step `now`. @param turnSpeechSamples samples of speech in the turn so far */
  begin(now: GridStep, turnSpeechSamples: number): void {
    this.turnSpeechSec = turnSpeechSamples / SAMPLE_RATE_HZ;
    const { scorer, inference, judgeAhead } = this.setup;
    const first = this.snapshot(now, (pause) => scorer.judge(pause, inference));
    if (judgeAhead) first.start();
    this.state = { name: 'judged', first };
  }

  /** A later step of the pause. The recheck becomes due once the pause has lasted as long as the scorer wants. */
  continue(now: GridStep): void {
    const { recheck } = this.setup.scorer;
    if (this.state.name !== 'judged' || !recheck) return;
    const sample = now.lastSpeechSample + Math.round(recheck.atSec * SAMPLE_RATE_HZ);
    if (now.sample < sample) return;
    const { first } = this.state;
    const second = this.snapshot({ ...now, sample }, async (pause) => {
      const { judgement } = await first.result();
      return judgement.recheck ? judgement.recheck.judge(pause) : judgement;
    });
    this.state = { name: 'recheck due', first, second };
  }

  /** Resolves once nothing is being worked out. */
  async drained(): Promise<void> {
    if (this.state.name === 'none') return;
    await this.state.first.drained();
    if (this.state.name !== 'judged') await this.state.second.drained();
  }

  /**
   * The score at a step of the pause; undefined outside pauses.
   * @param mayEnd a turn may end by this score, so the pause is committed
   */
  async score(silenceSec: number, mayEnd: boolean, isNeeded: IsNeeded): Promise<PauseScore | undefined> {
    if (this.state.name === 'none') return undefined;
    const { first } = this.state;
    const result = await first.result();
    if (mayEnd) first.commit(result.judgement.pEot(COMPARED_AT_SEC));
    const { judgement, words } = await this.latest(result, silenceSec, isNeeded);
    return { pEot: (sec) => judgement.pEot(sec), parts: judgement.parts, words };
  }

  /** The judgement that applies at a step: the recheck's once it is needed, until then the first. */
  private async latest(first: JudgedPause, silenceSec: number, isNeeded: IsNeeded): Promise<JudgedPause> {
    const { scorer, judgeAhead } = this.setup;
    const { recheck } = first.judgement;
    if (!scorer.recheck || !recheck || this.state.name === 'none' || this.state.name === 'judged')
      return first;
    const { appliesFromSec } = scorer.recheck;
    const neededAt = (sec: number): boolean =>
      hasLasted(sec, appliesFromSec) && isNeeded(sec, recheck.pEotAtMost(sec));
    const { second } = this.state;
    if (this.state.name === 'recheck due' && judgeAhead) {
      if (!neededAt(silenceSec + LEAD_SEC)) return first;
      second.start();
      this.state = { ...this.state, name: 'rechecking' };
    }
    if (this.state.name !== 'rechecked') {
      if (!neededAt(silenceSec)) return first;
      this.state = { ...this.state, name: 'rechecked' };
    }
    return second.result();
  }

  /** Fixes what a scorer needs of a pause: the sound up to `now.sample`, and the words by then. */
  private snapshot(now: GridStep, judge: (pause: EotPause) => Promise<EotJudgement>): PauseSnapshot {
    const { sample, lastSpeechSample } = now;
    const { soundSec = SCORER_SEC } = this.setup.scorer;
    const sound = {
      audio: this.audio.slice(sample - soundSec * SAMPLE_RATE_HZ, sample),
      silenceSec: (sample - lastSpeechSample) / SAMPLE_RATE_HZ,
      turnSpeechSec: this.turnSpeechSec,
      language: this.language,
    };
    const words = this.port.pause(now);
    return new PauseSnapshot(
      async () => {
        const context = await words.context();
        const judgement = await judge({ ...sound, ...context });
        return { judgement: withLanguage(judgement, context.language), words: context.hypothesis?.text };
      },
      (pEot) => words.commit(pEot),
    );
  }
}

/** Adds the language of the pause to the trace, if it may be another than the session's. */
function withLanguage(judgement: EotJudgement, language: Language | undefined): EotJudgement {
  return language ? { ...judgement, parts: { ...judgement.parts, language } } : judgement;
}
