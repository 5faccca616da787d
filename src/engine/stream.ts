/**
 * The stream engine: one speaker, voice activity, end of turn, barge-in (service-v2 sections 2, 3, 6.1, 6.2).
 *
 * At each grid step, in this order: the voice-activity frames complete by then; at a new pause, what was said and how
 * it sounded are judged; then barge-in, end of turn and the idle timer. A step depends only on the samples before it.
 */
import type { BargeinClassifier } from '../bargein/classifier.js';
import { DEFAULT_BARGEIN_OPTIONS, type BargeinOptions } from '../bargein/policy.js';
import type { EotLimits } from '../eot/policy.js';
import type { EotJudgement, EotScorer } from '../eot/scorer.js';
import type { Inference } from '../inference/kernel.js';
import { selectPoint, toEotObject } from '../operating-points/select.js';
import type { PointsTable } from '../operating-points/published.js';
import type { EventBody, SessionStarted, WireEvent } from '../protocol/events.js';
import { Grid, roundMs, SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { firstLanguage, type Language } from '../protocol/languages.js';
import type { ControlMessage, ConversationMessage } from '../protocol/messages.js';
import type { ProfileName } from '../protocol/names.js';
import { CLOSE, type CloseFrame } from '../protocol/reasons.js';
import type { SessionOptions } from '../protocol/session-start.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy, type VadOptions } from '../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../vad/silero.js';
import { VadStream } from '../vad/vad-stream.js';
import { AudioWindow } from './audio-window.js';
import { BargeinTracker } from './bargein-tracker.js';
import type { Engine } from './engine.js';
import { IdleTimer } from './idle-timer.js';
import { MODE_PRIORS } from './mode-priors.js';
import { Sequencer } from './sequencer.js';
import { TurnHearing, type Listen } from './turn-hearing.js';
import { TurnTracker } from './turn-tracker.js';

export interface StreamSetup {
  readonly session: SessionOptions;
  readonly sessionId: string;
  readonly inference: Inference;
  readonly scorer: EotScorer;
  readonly bargeinClassifier: BargeinClassifier;
  /** Points that selection and `session.started.eot` use. */
  readonly points: PointsTable;
  /** Threshold, action delay and timeout behind a profile. */
  readonly limits: (profile: ProfileName, language: Language) => EotLimits;
  /** The recogniser for a language, undefined where none is loaded or transcripts are off. */
  readonly listen: (language: Language) => Listen | undefined;
  readonly vad?: VadOptions;
  readonly bargein?: BargeinOptions;
  /** Called at every grid step with what the engine thought. */
  readonly onTrace?: (record: TraceRecord) => void;
}

/** One line of `--trace`. */
export interface TraceRecord {
  readonly t: number;
  readonly speech: number;
  readonly speaking: boolean;
  readonly silence_s: number;
  /** Null outside the silences of an open turn. */
  readonly p_eot: number | null;
  readonly parts?: Readonly<Record<string, number | string>>;
}

/** Sound the scorer hears, seconds. */
const SCORER_SEC = 8;
/** Samples taken at once from a long push; bounds the memory of a session. */
const SLICE_SAMPLES = 8 * SAMPLE_RATE_HZ;
const KEEP_SAMPLES = SLICE_SAMPLES + 12 * SAMPLE_RATE_HZ;

export function createStreamEngine(setup: StreamSetup): Engine {
  return new StreamEngine(setup);
}

/** Events of one grid step, in the order of decisions.md. */
interface StepEvents {
  readonly vad: EventBody[];
  readonly resumed: EventBody[];
  readonly bargein: EventBody[];
}

class StreamEngine implements Engine {
  closed: CloseFrame | undefined;
  private readonly sequencer = new Sequencer();
  private readonly grid: Grid;
  private readonly audio = new AudioWindow(KEEP_SAMPLES);
  private readonly vadStream: VadStream;
  private readonly vad: VadPolicy;
  private readonly turns: TurnTracker;
  private readonly bargein: BargeinTracker | undefined;
  private readonly idle: IdleTimer;
  private readonly hearing: TurnHearing | undefined;
  private readonly language: Language;
  private readonly profile: ProfileName;
  private messages: readonly ConversationMessage[];
  /** Probabilities of frames not yet taken by a step. */
  private waiting: number[] = [];
  private lastProbability = 0;
  private nextStep = 1;
  private runStartSample = 0;
  private turnSpeechSamples = 0;
  private judgement: EotJudgement | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly setup: StreamSetup) {
    const { session, inference } = setup;
    this.grid = new Grid(session.inferenceIntervalSec);
    this.language = firstLanguage(session.language);
    this.profile = selectPoint(session.eot, 'stream', this.language, setup.points).profile;
    this.vadStream = new VadStream(inference, { session: setup.sessionId });
    this.vad = new VadPolicy(setup.vad ?? DEFAULT_VAD_OPTIONS, (VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ) * 1000);
    this.turns = new TurnTracker('user', this.profile, setup.limits(this.profile, this.language));
    this.idle = new IdleTimer(session.idleTimeoutSec);
    this.messages = session.messages;
    const listen = setup.listen(this.language);
    this.hearing = listen && new TurnHearing(this.audio, listen);
    this.bargein = session.signals.has('bargein') ? this.createBargein(listen) : undefined;
  }

  private createBargein(listen: Listen | undefined): BargeinTracker {
    return new BargeinTracker({
      inference: this.setup.inference,
      classifier: this.setup.bargeinClassifier,
      options: this.setup.bargein ?? DEFAULT_BARGEIN_OPTIONS,
      priorLogit: MODE_PRIORS[this.setup.session.mode].claimLogit,
      audio: this.audio,
      transcribe: async (from, to) => listen && (await listen(this.audio.slice(from, to))).heard.text,
    });
  }

  start(): WireEvent[] {
    const { setup, language } = this;
    const started: SessionStarted = {
      type: 'session.started',
      schema_version: 2,
      session_id: setup.sessionId,
      tier: 'full',
      eot: toEotObject(selectPoint(setup.session.eot, 'stream', language, setup.points)),
      ...(this.bargein && {
        models: { bargein: setup.bargeinClassifier.version, eot: setup.scorer.version },
      }),
    };
    return [started];
  }

  push(samples: Int16Array): Promise<WireEvent[]> {
    return this.inOrder(async () => {
      const events: WireEvent[] = [];
      for (let at = 0; at < samples.length && !this.closed; at += SLICE_SAMPLES) {
        await this.take(samples.subarray(at, at + SLICE_SAMPLES), events);
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
        return this.notify({ type: 'warning', code: 'bad_message', message: 'finalize is for rooms only' });
      case 'session.end':
        return this.end();
    }
  }

  notify(body: Extract<EventBody, { type: 'warning' }>): Promise<WireEvent[]> {
    return this.inOrder(async () => (this.closed ? [] : [this.sequencer.envelope(body)]));
  }

  end(): Promise<WireEvent[]> {
    return this.inOrder(async () => {
      if (this.closed) return [];
      this.closed = CLOSE.normal;
      const bodies: EventBody[] = [];
      if (this.turns.speaking) bodies.push(this.turns.speechEnd(this.grid.timeOf(this.nextStep - 1)));
      bodies.push({
        type: 'session.summary',
        audio_s: roundMs(this.audio.end / SAMPLE_RATE_HZ),
        turns: this.turns.turns,
      });
      return bodies.map((body) => this.sequencer.envelope(body));
    });
  }

  /** Calls take effect one after the other, in the order they were made. */
  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private async take(samples: Int16Array, events: WireEvent[]): Promise<void> {
    const before = this.audio.end;
    this.audio.push(samples);
    this.waiting.push(...(await this.vadStream.push(this.audio.slice(before, this.audio.end))));
    while (!this.closed && this.grid.sampleOf(this.nextStep) <= this.audio.end) {
      for (const body of await this.step(this.nextStep)) events.push(this.sequencer.envelope(body));
      this.nextStep += 1;
    }
  }

  private async step(step: number): Promise<EventBody[]> {
    const sample = this.grid.sampleOf(step);
    const t = this.grid.timeOf(step);
    const events: StepEvents = { vad: [], resumed: [], bargein: [] };
    if (this.takeFrames(t, sample, events)) await this.judgePause(sample);
    const lastSpeechSample = this.vad.lastSpeechFrame * VAD_FRAME_SAMPLES;
    const silenceSec = (sample - lastSpeechSample) / SAMPLE_RATE_HZ;
    const barge = await this.bargein?.step(t, sample, lastSpeechSample, this.language);
    if (barge) events.bargein.push(barge);

    const pEot = this.turns.awaitingEnd ? this.judgement!.pEot(silenceSec) : null;
    this.trace(t, silenceSec, pEot);
    const turnEnd = pEot === null ? undefined : this.turns.step(t, silenceSec, pEot);
    return [
      ...events.vad,
      ...events.resumed,
      ...events.bargein,
      ...(turnEnd ? [turnEnd] : []),
      ...this.idleStep(t),
    ];
  }

  /** Runs voice activity up to this step. @returns true when the step ends inside a new pause. */
  private takeFrames(t: number, sample: number, events: StepEvents): boolean {
    const due = Math.floor(sample / VAD_FRAME_SAMPLES) - this.vad.frames;
    let paused = false;
    for (const probability of this.waiting.splice(0, due)) {
      this.lastProbability = probability;
      const change = this.vad.push(probability);
      if (change?.kind === 'start') this.speechStart(t, change.atFrame * VAD_FRAME_SAMPLES, events);
      if (change?.kind === 'end') {
        events.vad.push(this.turns.speechEnd(t));
        this.turnSpeechSamples += change.atFrame * VAD_FRAME_SAMPLES - this.runStartSample;
        this.bargein?.speechEnd();
      }
      if (change) paused = change.kind === 'end';
    }
    return paused;
  }

  private speechStart(t: number, sample: number, events: StepEvents): void {
    if (this.turns.startsNewTurn(t)) {
      const said = this.hearing?.text;
      if (said) this.messages = [...this.messages, { role: 'user', content: said }];
      this.hearing?.newTurn();
      this.turnSpeechSamples = 0;
    }
    this.runStartSample = sample;
    this.hearing?.speechStart(sample);
    const { vad, resumed } = this.turns.speechStart(t);
    events.vad.push(vad);
    if (resumed) events.resumed.push(resumed);
    const onset = this.bargein?.speechStart(t, sample);
    if (onset) events.bargein.push(onset);
  }

  private async judgePause(sample: number): Promise<void> {
    const { scorer, inference } = this.setup;
    const lastSpeechSample = this.vad.lastSpeechFrame * VAD_FRAME_SAMPLES;
    this.judgement = await scorer.judge(
      {
        audio: this.audio.slice(sample - SCORER_SEC * SAMPLE_RATE_HZ, sample),
        silenceSec: (sample - lastSpeechSample) / SAMPLE_RATE_HZ,
        turnSpeechSec: this.turnSpeechSamples / SAMPLE_RATE_HZ,
        lastRunSec: (lastSpeechSample - this.runStartSample) / SAMPLE_RATE_HZ,
        heard: await this.hearing?.pause(sample),
        messages: this.messages,
        language: this.language,
      },
      inference,
    );
  }

  private idleStep(t: number): EventBody[] {
    if (this.turns.speaking) this.idle.speech(t);
    switch (this.idle.step(t)) {
      case 'warn':
        return [{ type: 'warning', code: 'idle_timeout', close_in_s: this.idle.closeInSec }];
      case 'close':
        this.closed = CLOSE.idleTimeout;
        return [];
      case undefined:
        return [];
    }
  }

  private trace(t: number, silenceSec: number, pEot: number | null): void {
    this.setup.onTrace?.({
      t,
      speech: this.lastProbability,
      speaking: this.turns.speaking,
      silence_s: roundMs(Math.max(0, silenceSec)),
      p_eot: pEot,
      ...(pEot !== null && { parts: this.judgement!.parts }),
    });
  }
}
