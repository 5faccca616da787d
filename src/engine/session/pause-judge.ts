/**
 * The judgement of the current pause: is the turn over? It is heard when it begins and, where it lasts and the scorer asks
 * for it, a second time. What each look hears is fixed when its moment comes, so it may be worked out at once, while the
 * steps of the pause go on, or only when a score first matters: that changes no event. A pause that ends before leaves no
 * mark: later ones build on the words of pauses that mattered.
 */
import { hasLasted } from '../../eot/policy.js';
import type { EotJudgement, EotPause } from '../../eot/scorer.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { AudioWindow } from './audio-window.js';
import type { SessionPort, GridStep } from './session-port.js';
import type { SessionSetup } from './session-setup.js';

/** Sound the scorer hears, seconds. */
const SCORER_SEC = 8;
/** Silence at which pauses are compared by their scores, however long they last, seconds: as eot-bench does. */
const SCORED_SEC = 0.2;

/** So much sooner than its score is wanted a second look is begun, seconds, where pauses are judged ahead. */
const AHEAD_SEC = 0.2;

/** Whether a score of that height is wanted so far into the silence. */
type Wanted = (silenceSec: number, pEot: number) => boolean;

export interface PauseScore {
  readonly pEot: number;
  /** What it is made of, for the trace. */
  readonly parts: EotJudgement['parts'];
}

/** A pause as heard at one moment, judged when somebody first asks. */
class Look {
  private judgement: Promise<EotJudgement> | undefined;

  constructor(
    private readonly judge: () => Promise<EotJudgement>,
    /** Lets later pauses build on the words of this one. */
    readonly keepWords: (pEot: number) => void,
  ) {}

  judged(): Promise<EotJudgement> {
    this.judgement ??= this.judge();
    // A failure is told to who waits for it.
    this.judgement.catch(() => undefined);
    return this.judgement;
  }

  async settled(): Promise<void> {
    await this.judgement;
  }
}

export class PauseJudge {
  private first: Look | undefined;
  private second: Look | undefined;
  private turnSpeechSec = 0;

  constructor(
    private readonly setup: Pick<SessionSetup, 'scorer' | 'inference' | 'judgeAhead'>,
    private readonly endpoint: Pick<SessionPort, 'pause'>,
    private readonly audio: AudioWindow,
    private readonly language: Language,
  ) {}

  /** @param turnSpeechSamples samples of speech in the turn so far. */
  begin(now: GridStep, turnSpeechSamples: number): void {
    this.turnSpeechSec = turnSpeechSamples / SAMPLE_RATE_HZ;
    const { scorer, inference, judgeAhead } = this.setup;
    this.first = this.look(now, (pause) => scorer.judge(pause, inference));
    this.second = undefined;
    if (judgeAhead) void this.first.judged();
  }

  /** A later step of the pause: once it has lasted so long, it is heard again with that much silence, whatever the grid. */
  goOn(now: GridStep): void {
    const { secondLook } = this.setup.scorer;
    if (!secondLook || !this.first || this.second) return;
    const sample = now.lastSpeechSample + Math.round(secondLook.heardSec * SAMPLE_RATE_HZ);
    if (now.sample < sample) return;
    const { first } = this;
    this.second = this.look({ ...now, sample }, async (pause) => (await first.judged()).again!.judge(pause));
  }

  /** Resolves once nothing is being worked out. */
  async settled(): Promise<void> {
    await this.first?.settled();
    await this.second?.settled();
  }

  /**
   * @param matters a turn may end by this score: the pause counts. Else it is only looked at.
   * @param wanted whether the second look is, by what p_eot could come to so far into the silence
   */
  async score(silenceSec: number, matters: boolean, wanted: Wanted): Promise<PauseScore> {
    const first = await this.first!.judged();
    if (matters) this.first!.keepWords(first.pEot(SCORED_SEC));
    const judgement = (await this.lookedAgain(first, silenceSec, wanted)) ?? first;
    return { pEot: judgement.pEot(silenceSec), parts: judgement.parts };
  }

  private async lookedAgain(
    first: EotJudgement,
    silenceSec: number,
    wanted: Wanted,
  ): Promise<EotJudgement | undefined> {
    const { second } = this;
    const { again } = first;
    if (!second || !again) return undefined;
    const { standsSec } = this.setup.scorer.secondLook!;
    const wantedAt = (sec: number): boolean =>
      hasLasted(sec, standsSec) && wanted(sec, again.pEotAtMost(sec));
    if (this.setup.judgeAhead && wantedAt(silenceSec + AHEAD_SEC)) void second.judged();
    return wantedAt(silenceSec) ? second.judged() : undefined;
  }

  /** What is heard up to `now.sample`, and what is made of it. */
  private look(now: GridStep, judge: (pause: EotPause) => Promise<EotJudgement>): Look {
    const { sample, lastSpeechSample } = now;
    const heard = {
      audio: this.audio.slice(sample - SCORER_SEC * SAMPLE_RATE_HZ, sample),
      silenceSec: (sample - lastSpeechSample) / SAMPLE_RATE_HZ,
      turnSpeechSec: this.turnSpeechSec,
      language: this.language,
    };
    const { said, keep } = this.endpoint.pause(now);
    return new Look(async () => judge({ ...heard, ...(await said()) }), keep);
  }
}
