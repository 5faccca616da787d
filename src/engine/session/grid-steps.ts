/**
 * A session at the steps of its grid (`inference_interval`): samples in, bodies of events out.
 *
 * At each step, in this order: the voice-activity frames complete by then; at a new pause, the endpoint's transcript and
 * the judgement of what was said and how it sounded; barge-in and end of turn; the transcript, where no pause begins;
 * language events and the idle timer. A step depends only on the samples and messages before it.
 * Driven by SessionEngine.
 */
import { DEFAULT_BARGEIN_OPTIONS } from '../../bargein/policy.js';
import type { EventBody } from '../../protocol/events.js';
import { Grid, roundMs, SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage, type Language } from '../../protocol/languages.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import type { ProfileName } from '../../protocol/names.js';
import type { AudioWindow } from './audio-window.js';
import { BargeinTracker } from './bargein-tracker.js';
import type { SessionPort, GridStep } from './session-port.js';
import type { SessionSetup } from './session-setup.js';
import { IdleTimer } from './idle-timer.js';
import { MODE_PRIORS } from './mode-priors.js';
import { PauseJudge, type PauseScore } from './pause-judge.js';
import { TurnTracker } from './turn-tracker.js';
import { VoiceActivity } from './voice-activity.js';

/** Voice activity of one grid step: its events in the order of decisions.md, and what the endpoint must be told. */
interface VoiceEvents {
  readonly vad: EventBody[];
  readonly resumed: EventBody[];
  readonly bargein: EventBody[];
  readonly changes: (() => void)[];
}

export type Emit = (bodies: readonly EventBody[]) => void;

export class GridSteps {
  /** True once nobody has spoken for so long that the session is over. */
  idledOut = false;
  private readonly grid: Grid;
  private readonly language: Language;
  private readonly voice: VoiceActivity;
  private readonly tracker: TurnTracker;
  private readonly bargein: BargeinTracker | undefined;
  private readonly idle: IdleTimer;
  private readonly judge: PauseJudge;
  private nextStep = 1;
  private runStartSample = 0;
  private turnSpeechSamples = 0;

  constructor(
    private readonly setup: SessionSetup,
    private readonly endpoint: SessionPort,
    private readonly audio: AudioWindow,
    profile: ProfileName,
  ) {
    const { session } = setup;
    this.grid = new Grid(session.inferenceIntervalSec);
    this.language = firstLanguage(session.language);
    this.voice = new VoiceActivity(setup);
    const speaker = session.endpoint === 'room' ? 'room' : 'user';
    this.tracker = new TurnTracker(speaker, profile, setup.limits(profile, this.language));
    this.judge = new PauseJudge(setup, endpoint, audio, this.language);
    this.idle = new IdleTimer(session.idleTimeoutSec, session.inferenceIntervalSec);
    this.bargein = session.signals.has('bargein') ? this.createBargein() : undefined;
  }

  /** As of the last step, at the newest sample. */
  get now(): GridStep {
    return this.moment(false);
  }

  /** Turns that have ended. */
  get turns(): number {
    return this.tracker.turns;
  }

  /** Works off every step that these samples complete. */
  async take(samples: Int16Array, tell: Emit): Promise<void> {
    const before = this.audio.end;
    this.audio.push(samples);
    await this.voice.push(this.audio.slice(before, this.audio.end));
    while (!this.idledOut && this.grid.sampleOf(this.nextStep) <= this.audio.end) {
      await this.step(this.nextStep, tell);
      this.nextStep += 1;
    }
  }

  agentSpeech(message: AgentSpeech): void {
    this.bargein?.agentSpeech(message, this.audio.end);
  }

  /** Resolves once no pause is being judged. */
  settled(): Promise<void> {
    return this.judge.settled();
  }

  /** The end of speech that goes on when the session ends. */
  lastSpeech(): EventBody[] {
    return this.tracker.speaking ? [this.tracker.speechEnd(this.now.t)] : [];
  }

  private createBargein(): BargeinTracker {
    const { inference, bargeinClassifier, bargein, session } = this.setup;
    return new BargeinTracker({
      inference,
      classifier: bargeinClassifier,
      options: bargein ?? DEFAULT_BARGEIN_OPTIONS,
      priorLogit: MODE_PRIORS[session.mode].claimLogit,
      audio: this.audio,
      transcribe: (from, to) => this.endpoint.transcribe(from, to),
    });
  }

  private async step(step: number, tell: Emit): Promise<void> {
    const sample = this.grid.sampleOf(step);
    const t = this.grid.timeOf(step);
    const { vad, resumed, bargein, changes, paused } = this.voiceStep(t, sample);
    tell([...vad, ...resumed, ...bargein]);
    if (changes.length > 0) await this.judge.settled();
    for (const change of changes) change();
    const now = { ...this.moment(paused), t, sample };
    // A new pause is judged on the words up to it. At any other step turn events do not wait for words.
    const heard = paused ? await this.endpoint.step(now) : undefined;
    if (paused) this.judge.begin(now, this.turnSpeechSamples);
    else if (this.tracker.awaitingEnd) this.judge.goOn(now);
    const decided = await this.bargeinStep(now);

    const silenceSec = (sample - now.lastSpeechSample) / SAMPLE_RATE_HZ;
    const score = await this.score(silenceSec);
    this.trace(t, silenceSec, score);
    const turnEnd = score && this.tracker.step(t, silenceSec, score.pEot);
    tell([...(decided ? [decided] : []), ...(turnEnd ? [turnEnd] : [])]);
    tell(heard ?? (await this.endpoint.step(now)));
    tell([...(await this.endpoint.languageStep(t)), ...this.idleStep(t)]);
  }

  /** Undefined while nobody has been silent long enough for it to matter, unless a trace wants it. */
  private async score(silenceSec: number): Promise<PauseScore | undefined> {
    const matters = this.tracker.needsScore(silenceSec);
    const traced = this.setup.onTrace !== undefined && this.tracker.awaitingEnd;
    if (!matters && !traced) return undefined;
    return this.judge.score(silenceSec, matters, (sec, pEot) => traced || this.tracker.wouldEnd(sec, pEot));
  }

  private async bargeinStep(now: GridStep): Promise<EventBody | undefined> {
    if (!this.bargein?.isPending) return undefined;
    if (this.setup.bargeinClassifier.needsText) await this.judge.settled();
    return this.bargein.step(now.t, now.sample, now.lastSpeechSample, this.language);
  }

  /** As of the last step, at the newest sample. */
  private moment(paused: boolean): GridStep {
    return {
      t: this.grid.timeOf(this.nextStep - 1),
      sample: this.audio.end,
      speaking: this.voice.speaking,
      paused,
      lastSpeechSample: this.voice.lastSpeechSample,
    };
  }

  /** Runs voice activity up to this step; `paused` when the step ends inside a new pause. */
  private voiceStep(t: number, sample: number): VoiceEvents & { readonly paused: boolean } {
    const events: VoiceEvents = { vad: [], resumed: [], bargein: [], changes: [] };
    const changes = this.voice.until(sample);
    for (const { kind, sample: at } of changes) {
      if (kind === 'start') this.speechStart(t, at, events);
      else this.speechEnd(t, at, events);
    }
    return { ...events, paused: changes.at(-1)?.kind === 'end' };
  }

  private speechStart(t: number, sample: number, events: VoiceEvents): void {
    const newTurn = this.tracker.startsNewTurn(t);
    if (newTurn) this.turnSpeechSamples = 0;
    this.runStartSample = sample;
    // A word may be over within the step, before the timer is looked at.
    this.idle.speech(t);
    events.changes.push(() => this.endpoint.speechStart(sample, newTurn));
    const { vad, resumed } = this.tracker.speechStart(t);
    events.vad.push(vad);
    if (resumed) events.resumed.push(resumed);
    const onset = this.bargein?.speechStart(t, sample);
    if (onset) events.bargein.push(onset);
  }

  private speechEnd(t: number, sample: number, events: VoiceEvents): void {
    events.vad.push(this.tracker.speechEnd(t));
    // Not from the last step with speech, which a coarse grid has long before.
    this.idle.speech(sample / SAMPLE_RATE_HZ);
    this.turnSpeechSamples += sample - this.runStartSample;
    events.changes.push(() => this.endpoint.speechEnd(sample));
    this.bargein?.speechEnd();
  }

  private idleStep(t: number): EventBody[] {
    if (this.tracker.speaking) this.idle.speech(t);
    const due = this.idle.step(t);
    if (due === 'close') this.idledOut = true;
    return due === 'warn'
      ? [{ type: 'warning', code: 'idle_timeout', close_in_s: this.idle.closeInSec }]
      : [];
  }

  private trace(t: number, silenceSec: number, score: PauseScore | undefined): void {
    this.setup.onTrace?.({
      t,
      speech: this.voice.lastProbability,
      speaking: this.tracker.speaking,
      silence_s: roundMs(Math.max(0, silenceSec)),
      p_eot: score?.pEot ?? null,
      ...(score && { parts: score.parts }),
    });
  }
}
