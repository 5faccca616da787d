/**
 * The judgement of the current pause: is the turn over? Begun when the pause begins and worked out while the steps of the
 * pause go on; waited for when something depends on it, so that events before do not wait for words to be decoded. What
 * it hears is fixed when it begins, so how fast it is changes no event.
 */
import type { EotJudgement } from '../eot/scorer.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { Language } from '../protocol/languages.js';
import type { AudioWindow } from './audio-window.js';
import type { Endpoint, Moment, SessionSetup } from './endpoint.js';

/** Sound the scorer hears, seconds. */
const SCORER_SEC = 8;

export interface TurnSpeech {
  /** Samples of speech in the turn so far, and where its last run of speech began. */
  readonly turnSpeechSamples: number;
  readonly runStartSample: number;
}

export interface PauseScore {
  readonly pEot: number;
  /** What it is made of, for the trace. */
  readonly parts: EotJudgement['parts'];
}

export class PauseJudge {
  private judgement: EotJudgement | undefined;
  private work: Promise<void> | undefined;

  constructor(
    private readonly setup: Pick<SessionSetup, 'scorer' | 'inference'>,
    private readonly endpoint: Pick<Endpoint, 'said'>,
    private readonly audio: AudioWindow,
    private readonly language: Language,
  ) {}

  begin(now: Moment, { turnSpeechSamples, runStartSample }: TurnSpeech): void {
    const { scorer, inference } = this.setup;
    const pause = {
      audio: this.audio.slice(now.sample - SCORER_SEC * SAMPLE_RATE_HZ, now.sample),
      silenceSec: (now.sample - now.lastSpeechSample) / SAMPLE_RATE_HZ,
      turnSpeechSec: turnSpeechSamples / SAMPLE_RATE_HZ,
      lastRunSec: (now.lastSpeechSample - runStartSample) / SAMPLE_RATE_HZ,
      language: this.language,
    };
    const said = this.endpoint.said(now);
    const work = async (): Promise<void> => {
      this.judgement = await scorer.judge({ ...pause, ...(await said) }, inference);
    };
    this.work = work();
    // A failure is told to who waits for it.
    this.work.catch(() => undefined);
  }

  /** Resolves once nothing is being worked out. */
  async settled(): Promise<void> {
    await this.work;
  }

  async score(silenceSec: number): Promise<PauseScore> {
    await this.work;
    return { pEot: this.judgement!.pEot(silenceSec), parts: this.judgement!.parts };
  }
}
