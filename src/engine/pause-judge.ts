/**
 * The judgement of the current pause: is the turn over? What it hears is fixed when the pause begins, so it may be worked
 * out at once, while the steps of the pause go on, or only when a score first matters: that changes no event. A pause that
 * ends before leaves no mark: later ones build on the words of pauses that mattered.
 */
import type { EotJudgement } from '../eot/scorer.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { Language } from '../protocol/languages.js';
import type { AudioWindow } from './audio-window.js';
import type { Endpoint, Moment, SessionSetup } from './endpoint.js';

/** Sound the scorer hears, seconds. */
const SCORER_SEC = 8;
/** Silence at which pauses are compared by their scores, however long they last, seconds: as eot-bench does. */
const SCORED_SEC = 0.2;

export interface PauseScore {
  readonly pEot: number;
  /** What it is made of, for the trace. */
  readonly parts: EotJudgement['parts'];
}

interface Pause {
  readonly judge: () => Promise<EotJudgement>;
  /** Undefined until somebody asks. */
  judgement?: Promise<EotJudgement>;
  /** Lets later pauses build on the words of this one. */
  readonly keepWords: (pEot: number) => void;
}

export class PauseJudge {
  private pause: Pause | undefined;

  constructor(
    private readonly setup: Pick<SessionSetup, 'scorer' | 'inference' | 'judgeAhead'>,
    private readonly endpoint: Pick<Endpoint, 'pause'>,
    private readonly audio: AudioWindow,
    private readonly language: Language,
  ) {}

  /** @param turnSpeechSamples samples of speech in the turn so far. */
  begin(now: Moment, turnSpeechSamples: number): void {
    const { scorer, inference, judgeAhead } = this.setup;
    const heard = {
      audio: this.audio.slice(now.sample - SCORER_SEC * SAMPLE_RATE_HZ, now.sample),
      silenceSec: (now.sample - now.lastSpeechSample) / SAMPLE_RATE_HZ,
      turnSpeechSec: turnSpeechSamples / SAMPLE_RATE_HZ,
      language: this.language,
    };
    const { said, keep } = this.endpoint.pause(now);
    this.pause = {
      judge: async () => scorer.judge({ ...heard, ...(await said()) }, inference),
      keepWords: keep,
    };
    if (judgeAhead) void this.work(this.pause);
  }

  /** Resolves once nothing is being worked out. */
  async settled(): Promise<void> {
    await this.pause?.judgement;
  }

  /** @param matters a turn may end by this score: the pause counts. Else it is only looked at. */
  async score(silenceSec: number, matters: boolean): Promise<PauseScore> {
    const pause = this.pause!;
    const judgement = await this.work(pause);
    if (matters) pause.keepWords(judgement.pEot(SCORED_SEC));
    return { pEot: judgement.pEot(silenceSec), parts: judgement.parts };
  }

  private work(pause: Pause): Promise<EotJudgement> {
    pause.judgement ??= pause.judge();
    // A failure is told to who waits for it.
    pause.judgement.catch(() => undefined);
    return pause.judgement;
  }
}
