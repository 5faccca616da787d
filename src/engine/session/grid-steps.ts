/**
 * A session at the steps of its grid (`inference_interval`): samples in, bodies of events out. Driven by SessionEngine.
 *
 * At each step, in this order:
 * 1. voice activity takes the frames that are complete by then: `vad.*`, `turn.resumed`, `bargein.onset`;
 * 2. at a new pause: transcript events are worked out, then the pause is judged;
 * 3. `bargein.class`, then `turn.end`;
 * 4. transcript events, then language events;
 * 5. the idle timer.
 * A step depends only on the samples and messages before it.
 */
import { DEFAULT_BARGEIN_OPTIONS } from '../../bargein/policy.js';
import type { EventBody } from '../../protocol/events.js';
import { Grid, roundMs, SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage, type Language } from '../../protocol/languages.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import type { ProfileName } from '../../protocol/names.js';
import type { AudioWindow } from './audio-window.js';
import { BargeinTracker } from './bargein-tracker.js';
import { IdleTimer } from './idle-timer.js';
import { MODE_PRIORS } from './mode-priors.js';
import { PauseJudge, type PauseScore } from './pause-judge.js';
import type { SessionPort, GridStep } from './session-port.js';
import type { SessionSetup } from './session-setup.js';
import { TurnContent } from './turn-content.js';
import { TurnTracker } from './turn-tracker.js';
import { VoiceActivity, type VoiceChange } from './voice-activity.js';

/** What voice activity does in one step. */
interface VoiceStep {
  readonly vad: EventBody[];
  readonly resumed: EventBody[];
  readonly onsets: EventBody[];
  /** Calls that tell the product of starts and ends of speech, in order. */
  readonly portCalls: (() => void)[];
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
  private readonly content = new TurnContent();
  /** True after a turn that had nothing to answer, until the next begins. */
  private turnDropped = false;

  constructor(
    private readonly setup: SessionSetup,
    private readonly port: SessionPort,
    private readonly audio: AudioWindow,
    profile: ProfileName,
  ) {
    const { session } = setup;
    this.grid = new Grid(session.inferenceIntervalSec);
    this.language = firstLanguage(session.language);
    this.voice = new VoiceActivity(setup);
    const speaker = session.endpoint === 'room' ? 'room' : 'user';
    this.tracker = new TurnTracker(speaker, profile, setup.policy(profile, this.language));
    this.judge = new PauseJudge(setup, port, audio, this.language);
    this.idle = new IdleTimer(session.idleTimeoutSec, session.inferenceIntervalSec);
    this.bargein = session.signals.has('bargein') ? this.createBargein() : undefined;
  }

  /** The time of the last step, with the newest sample. */
  get now(): GridStep {
    return this.moment(false);
  }

  /** `turn.end` events so far. */
  get turns(): number {
    return this.tracker.turns;
  }

  /** Takes samples and works through every step that they complete. */
  async take(samples: Int16Array, emit: Emit): Promise<void> {
    const before = this.audio.end;
    this.audio.push(samples);
    await this.voice.push(this.audio.slice(before, this.audio.end));
    while (!this.idledOut && this.grid.sampleOf(this.nextStep) <= this.audio.end) {
      await this.step(this.nextStep, emit);
      this.nextStep += 1;
    }
  }

  /** The agent starts or stops, as of the newest sample. Ignored unless the session subscribed to `bargein`. */
  agentSpeech(message: AgentSpeech): void {
    if (!this.bargein) return;
    const goesOn = this.bargein.agentSpeech(message, this.audio.end);
    if (goesOn) this.content.agentGoesOn();
    this.voice.agentSpeech(message.phase === 'start');
    const tSec = this.audio.end / SAMPLE_RATE_HZ;
    if (message.phase === 'start') return this.idle.agentStart(tSec);
    this.idle.agentEnd(tSec);
    this.content.agentStopped(this.tracker.speaking);
  }

  /** Resolves once no pause is being judged. */
  drained(): Promise<void> {
    return this.judge.drained();
  }

  /** `vad.end` for speech that is still going on when the session ends. */
  endOpenSpeech(): EventBody[] {
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
      language: this.language,
      transcribe: (from, to, options) => this.port.transcribe(from, to, options),
    });
  }

  private async step(step: number, emit: Emit): Promise<void> {
    const sample = this.grid.sampleOf(step);
    const t = this.grid.timeOf(step);
    const { vad, resumed, onsets, portCalls, pauseBegins } = this.voiceStep(t, sample);
    emit([...vad, ...resumed, ...onsets]);
    // The product must not move on while a judgement still reads its words.
    if (portCalls.length > 0) await this.judge.drained();
    for (const call of portCalls) call();
    const now = { ...this.moment(pauseBegins), t, sample };
    // The words up to a new pause are decoded before it is judged. At any other step turn events do not wait for words.
    const wordsFirst = pauseBegins ? await this.port.step(now) : undefined;
    if (pauseBegins) this.judge.begin(now, this.content.speechSamples);
    else if (this.tracker.awaitingEnd) this.judge.continue(now);
    const bargein = await this.bargeinStep(now);

    const silenceSec = (sample - now.lastSpeechSample) / SAMPLE_RATE_HZ;
    const score = await this.score(silenceSec);
    this.trace(t, silenceSec, score);
    emit([...bargein, ...(score ? this.turnStep(t, silenceSec, score) : [])]);
    emit(wordsFirst ?? (await this.port.step(now)));
    emit([...(await this.port.languageStep(t)), ...this.idleStep(t)]);
  }

  /** Undefined while the silence is too short for a score to matter, unless a trace wants every score. */
  private async score(silenceSec: number): Promise<PauseScore | undefined> {
    const mayEnd = this.tracker.needsScore(silenceSec);
    const isTraced = this.setup.onTrace !== undefined && this.tracker.awaitingEnd;
    if (!mayEnd && !isTraced) return undefined;
    return this.judge.score(silenceSec, mayEnd, (sec, pEot) => isTraced || this.tracker.wouldEnd(sec, pEot));
  }

  /**
   * `turn.end`, if the turn ends at this step and has something to answer. While the newest sound may be the first of speech, none
   * ends: the caller who goes on is heard up to 0.1 s late, and a turn that ended meanwhile would be taken back at once.
   */
  private turnStep(t: number, silenceSec: number, { pEot, words }: PauseScore): EventBody[] {
    if (this.tracker.needsScore(silenceSec)) this.idle.words(words);
    if (this.voice.mayBegin) return [];
    const end = this.tracker.step(t, silenceSec, pEot, () => !this.content.hasNoAnswer(words));
    this.turnDropped ||= end === 'dropped';
    return end && end !== 'dropped' ? [end] : [];
  }

  private async bargeinStep(now: GridStep): Promise<EventBody[]> {
    if (!this.bargein?.isActive) return [];
    // The port is asked for nothing else while it decodes a pause (PauseDecoding.context).
    if (this.setup.bargeinClassifier.needsText) await this.judge.drained();
    const events = await this.bargein.step(now);
    for (const event of events) if (event.type === 'bargein.class') this.content.classed(event.class);
    return events;
  }

  private moment(pauseBegins: boolean): GridStep {
    return {
      t: this.grid.timeOf(this.nextStep - 1),
      sample: this.audio.end,
      speaking: this.voice.speaking,
      pauseBegins,
      lastSpeechSample: this.voice.lastSpeechSample,
      isFaint: this.voice.isFaint,
    };
  }

  /** Runs voice activity up to this step. `pauseBegins`: the step ends inside a new pause. */
  private voiceStep(t: number, sample: number): VoiceStep & { readonly pauseBegins: boolean } {
    const step: VoiceStep = { vad: [], resumed: [], onsets: [], portCalls: [] };
    const changes = this.voice.until(sample);
    for (const change of changes) {
      if (change.kind === 'start') this.speechStart(t, change, step);
      else this.speechEnd(t, change.sample, step);
    }
    return { ...step, pauseBegins: changes.at(-1)?.kind === 'end' };
  }

  private speechStart(t: number, { sample, isQuiet }: VoiceChange, step: VoiceStep): void {
    const newTurn = this.tracker.startsNewTurn(t);
    if (newTurn) this.content.newTurn();
    // Here too: a word may begin and end within one step, before the idle timer is asked.
    this.idle.soundStart(t);
    if (this.turnDropped) step.portCalls.push(() => this.port.dropTurn());
    this.turnDropped = false;
    step.portCalls.push(() => this.port.speechStart(sample, newTurn));
    const { vad, resumed } = this.tracker.speechStart(t);
    step.vad.push(vad);
    if (resumed) step.resumed.push(resumed);
    const onset = this.bargein?.speechStart(t, sample, isQuiet);
    if (onset) step.onsets.push(onset);
    this.content.speechStart(sample, this.bargein?.isPending === true);
  }

  private speechEnd(t: number, sample: number, step: VoiceStep): void {
    step.vad.push(this.tracker.speechEnd(t));
    // The idle clock runs from the end of speech itself: a coarse grid may have no step with speech near it.
    this.idle.sound(sample / SAMPLE_RATE_HZ);
    this.content.speechEnd(sample);
    step.portCalls.push(() => this.port.speechEnd(sample));
    this.bargein?.speechEnd();
  }

  private idleStep(t: number): EventBody[] {
    if (this.tracker.speaking) this.idle.sound(t);
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
      p_eot: score?.pEot(silenceSec) ?? null,
      ...(score && { parts: score.parts }),
    });
  }
}
