/**
 * The engine of a session: audio and messages in, events out, on the grid of `inference_interval`.
 *
 * At each grid step, in this order: the voice-activity frames complete by then; at a new pause, the endpoint's transcript and
 * the judgement of what was said and how it sounded; barge-in and end of turn; the transcript, where no pause begins;
 * language events and the idle timer. A step depends only on the samples and messages before it.
 */
import { DEFAULT_BARGEIN_OPTIONS } from '../bargein/policy.js';
import { selectPoint, toEotObject } from '../operating-points/select.js';
import type { EventBody, SessionStarted, WireEvent } from '../protocol/events.js';
import { Grid, roundMs, SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { firstLanguage, type Language } from '../protocol/languages.js';
import type { ControlMessage } from '../protocol/messages.js';
import { CLOSE, type CloseFrame } from '../protocol/reasons.js';
import type { AudioWindow } from './audio-window.js';
import { BargeinTracker } from './bargein-tracker.js';
import type { Endpoint, Moment, SessionSetup } from './endpoint.js';
import type { Engine } from './engine.js';
import { IdleTimer } from './idle-timer.js';
import { MODE_PRIORS } from './mode-priors.js';
import { PauseJudge, type PauseScore } from './pause-judge.js';
import { Sequencer } from './sequencer.js';
import { TurnTracker } from './turn-tracker.js';
import { VoiceActivity } from './voice-activity.js';

/** Samples taken at once from a long push; bounds the memory of a session. An endpoint's window must hold them. */
export const SLICE_SAMPLES = 8 * SAMPLE_RATE_HZ;

/** Voice activity of one grid step: its events in the order of decisions.md, and what the endpoint must be told. */
interface VoiceEvents {
  readonly vad: EventBody[];
  readonly resumed: EventBody[];
  readonly bargein: EventBody[];
  readonly changes: (() => void)[];
}

type Tell = (bodies: readonly EventBody[]) => void;

export class SessionEngine implements Engine {
  closed: CloseFrame | undefined;
  private readonly sequencer = new Sequencer();
  private readonly grid: Grid;
  private readonly language: Language;
  private readonly voice: VoiceActivity;
  private readonly turns: TurnTracker;
  private readonly bargein: BargeinTracker | undefined;
  private readonly idle: IdleTimer;
  private nextStep = 1;
  private runStartSample = 0;
  private turnSpeechSamples = 0;
  private readonly judge: PauseJudge;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly setup: SessionSetup,
    private readonly endpoint: Endpoint,
    private readonly audio: AudioWindow,
  ) {
    const { session } = setup;
    this.grid = new Grid(session.inferenceIntervalSec);
    this.language = firstLanguage(session.language);
    const { profile } = this.point();
    this.voice = new VoiceActivity(setup);
    const speaker = session.endpoint === 'room' ? 'room' : 'user';
    this.turns = new TurnTracker(speaker, profile, setup.limits(profile, this.language));
    this.judge = new PauseJudge(setup, endpoint, audio, this.language);
    this.idle = new IdleTimer(session.idleTimeoutSec);
    this.bargein = session.signals.has('bargein') ? this.createBargein() : undefined;
  }

  start(): WireEvent[] {
    const { scorer, bargeinClassifier, sessionId } = this.setup;
    const started: SessionStarted = {
      type: 'session.started',
      schema_version: 2,
      session_id: sessionId,
      ...this.endpoint.startedFields,
      eot: toEotObject(this.point()),
      ...(this.bargein && { models: { bargein: bargeinClassifier.version, eot: scorer.version } }),
    };
    return [started];
  }

  push(samples: Int16Array, tell?: (events: WireEvent[]) => void): Promise<WireEvent[]> {
    return this.inOrder(async () => {
      const events: WireEvent[] = [];
      const tellBodies: Tell = (bodies) => {
        const told = this.enveloped(bodies);
        if (!tell) events.push(...told);
        else if (told.length > 0) tell(told);
      };
      for (let at = 0; at < samples.length && !this.closed; at += SLICE_SAMPLES) {
        await this.take(samples.subarray(at, at + SLICE_SAMPLES), tellBodies);
      }
      return events;
    });
  }

  control(message: ControlMessage): Promise<WireEvent[]> {
    switch (message.type) {
      case 'agent.speech':
        return this.inOrder(async () => {
          this.bargein?.agentSpeech(message);
          return [];
        });
      case 'finalize':
        return this.whileOpen(() => this.endpoint.finalize(this.moment(false)));
      case 'session.end':
        return this.end();
    }
  }

  notify(body: Extract<EventBody, { type: 'warning' }>): Promise<WireEvent[]> {
    return this.whileOpen(async () => [body]);
  }

  end(): Promise<WireEvent[]> {
    return this.whileOpen(async () => {
      const now = this.moment(false);
      const speech = this.turns.speaking ? [this.turns.speechEnd(now.t)] : [];
      const words = await this.endpoint.lastWords(now);
      this.closed = CLOSE.normal;
      const audioSec = roundMs(this.audio.end / SAMPLE_RATE_HZ);
      return [...speech, ...words, { type: 'session.summary', audio_s: audioSec, turns: this.turns.turns }];
    });
  }

  /** Calls take effect one after the other, in the order they were made. */
  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private whileOpen(work: () => Promise<EventBody[]>): Promise<WireEvent[]> {
    return this.inOrder(async () => {
      if (this.closed) return [];
      await this.judge.settled();
      return this.enveloped(await work());
    });
  }

  private enveloped(bodies: readonly EventBody[]): WireEvent[] {
    return bodies.map((body) => this.sequencer.envelope(body));
  }

  private point() {
    const { session, points } = this.setup;
    return selectPoint(session.eot, session.endpoint, this.language, points);
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

  private async take(samples: Int16Array, tell: Tell): Promise<void> {
    const before = this.audio.end;
    this.audio.push(samples);
    await this.voice.push(this.audio.slice(before, this.audio.end));
    while (!this.closed && this.grid.sampleOf(this.nextStep) <= this.audio.end) {
      await this.step(this.nextStep, tell);
      this.nextStep += 1;
    }
  }

  private async step(step: number, tell: Tell): Promise<void> {
    const sample = this.grid.sampleOf(step);
    const t = this.grid.timeOf(step);
    const { vad, resumed, bargein, changes, paused } = this.voiceStep(t, sample);
    tell([...vad, ...resumed, ...bargein]);
    if (changes.length > 0) await this.judge.settled();
    for (const change of changes) change();
    const now = { ...this.moment(paused), t, sample };
    // A new pause is judged on the words up to it. At any other step turn events do not wait for words.
    const heard = paused ? await this.endpoint.step(now) : undefined;
    if (paused)
      this.judge.begin(now, {
        turnSpeechSamples: this.turnSpeechSamples,
        runStartSample: this.runStartSample,
      });
    const decided = await this.bargeinStep(now);

    const silenceSec = (sample - now.lastSpeechSample) / SAMPLE_RATE_HZ;
    const score = await this.score(silenceSec);
    this.trace(t, silenceSec, score);
    const turnEnd = score && this.turns.step(t, silenceSec, score.pEot);
    tell([...(decided ? [decided] : []), ...(turnEnd ? [turnEnd] : [])]);
    tell(heard ?? (await this.endpoint.step(now)));
    tell([...(await this.endpoint.languageStep(t)), ...this.idleStep(t)]);
  }

  /** Undefined while nobody has been silent long enough for it to matter, unless a trace wants it. */
  private async score(silenceSec: number): Promise<PauseScore | undefined> {
    const matters = this.turns.needsScore(silenceSec);
    const wanted = matters || (this.setup.onTrace && this.turns.awaitingEnd);
    return wanted ? this.judge.score(silenceSec, matters) : undefined;
  }

  private async bargeinStep(now: Moment): Promise<EventBody | undefined> {
    if (!this.bargein?.isPending) return undefined;
    if (this.setup.bargeinClassifier.needsText) await this.judge.settled();
    return this.bargein.step(now.t, now.sample, now.lastSpeechSample, this.language);
  }

  /** As of the last step, at the newest sample. */
  private moment(paused: boolean): Moment {
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
    const newTurn = this.turns.startsNewTurn(t);
    if (newTurn) this.turnSpeechSamples = 0;
    this.runStartSample = sample;
    // A word may be over within the step, before the timer is looked at.
    this.idle.speech(t);
    events.changes.push(() => this.endpoint.speechStart(sample, newTurn));
    const { vad, resumed } = this.turns.speechStart(t);
    events.vad.push(vad);
    if (resumed) events.resumed.push(resumed);
    const onset = this.bargein?.speechStart(t, sample);
    if (onset) events.bargein.push(onset);
  }

  private speechEnd(t: number, sample: number, events: VoiceEvents): void {
    events.vad.push(this.turns.speechEnd(t));
    this.turnSpeechSamples += sample - this.runStartSample;
    events.changes.push(() => this.endpoint.speechEnd(sample));
    this.bargein?.speechEnd();
  }

  private idleStep(t: number): EventBody[] {
    if (this.turns.speaking) this.idle.speech(t);
    const due = this.idle.step(t);
    if (due === 'close') this.closed = CLOSE.idleTimeout;
    return due === 'warn'
      ? [{ type: 'warning', code: 'idle_timeout', close_in_s: this.idle.closeInSec }]
      : [];
  }

  private trace(t: number, silenceSec: number, score: PauseScore | undefined): void {
    this.setup.onTrace?.({
      t,
      speech: this.voice.lastProbability,
      speaking: this.turns.speaking,
      silence_s: roundMs(Math.max(0, silenceSec)),
      p_eot: score?.pEot ?? null,
      ...(score && { parts: score.parts }),
    });
  }
}
