/**
 * The room engine: one mixed recording, up to 8 voices, a transcript and a language for each, turn events for the room
 * as a whole (service-v2 sections 2, 3, 6.1, 6.3).
 *
 * At each grid step, in this order: the voice-activity frames complete by then; transcription where it is due; at a new
 * pause, the judgement of what was said; then barge-in, end of turn, transcript events, languages, and the idle timer.
 * A step depends only on the samples and messages before it.
 */
import type { BargeinClassifier } from '../bargein/classifier.js';
import { DEFAULT_BARGEIN_OPTIONS, type BargeinOptions } from '../bargein/policy.js';
import type { EotLimits } from '../eot/policy.js';
import type { EotJudgement, EotScorer } from '../eot/scorer.js';
import type { Inference } from '../inference/kernel.js';
import type { LanguageIdentifier } from '../lid/identifier.js';
import type { PointsTable } from '../operating-points/published.js';
import { selectPoint, toEotObject } from '../operating-points/select.js';
import type { EventBody, SessionStarted, WireEvent } from '../protocol/events.js';
import { Grid, roundMs, SAMPLE_RATE_HZ } from '../protocol/grid.js';
import { firstLanguage, type Language } from '../protocol/languages.js';
import type { ControlMessage } from '../protocol/messages.js';
import type { ProfileName } from '../protocol/names.js';
import { CLOSE, type CloseFrame } from '../protocol/reasons.js';
import type { SessionOptions } from '../protocol/session-start.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy, type VadOptions } from '../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../vad/silero.js';
import { VadStream } from '../vad/vad-stream.js';
import type { VoiceEmbedder } from '../voices/embedder.js';
import { DEFAULT_DIARIZER_OPTIONS, type DiarizerOptions, type Span } from '../voices/online-diarizer.js';
import { AudioWindow } from './audio-window.js';
import { BargeinTracker } from './bargein-tracker.js';
import type { Engine } from './engine.js';
import { IdleTimer } from './idle-timer.js';
import { createListen, NOTHING_HEARD, toHeard } from './listen.js';
import { MODE_PRIORS } from './mode-priors.js';
import { RoomLanguages } from './room-languages.js';
import { DEFAULT_TRANSCRIPT_OPTIONS, RoomTranscript, type TranscriptOptions } from './room-transcript.js';
import { Sequencer } from './sequencer.js';
import { SpeechTimeline } from './speech-timeline.js';
import type { TraceRecord } from './stream.js';
import { TurnTracker } from './turn-tracker.js';

export interface RoomSetup {
  readonly session: SessionOptions;
  readonly sessionId: string;
  readonly inference: Inference;
  readonly scorer: EotScorer;
  readonly bargeinClassifier: BargeinClassifier;
  readonly embedder: VoiceEmbedder;
  readonly identifier: LanguageIdentifier;
  /** Languages that can be decoded. */
  readonly asrLanguages: readonly Language[];
  readonly points: PointsTable;
  readonly limits: (profile: ProfileName, language: Language) => EotLimits;
  readonly vad?: VadOptions;
  readonly bargein?: BargeinOptions;
  readonly transcript?: TranscriptOptions;
  readonly diarizer?: Partial<DiarizerOptions>;
  readonly onTrace?: (record: TraceRecord) => void;
  /** Told of every stretch of sound once its voice is settled: `speaker` is undefined until it said a word. */
  readonly onVoice?: (span: { startSec: number; endSec: number; voice: number }) => void;
}

/** Sound the scorer hears, seconds. */
const SCORER_SEC = 8;
/** Samples taken at once from a long push; bounds the memory of a session. */
const SLICE_SAMPLES = 8 * SAMPLE_RATE_HZ;
/** A window of speech may be 24 s long, and its words may wait a little for their voice. */
const KEEP_SAMPLES = SLICE_SAMPLES + 32 * SAMPLE_RATE_HZ;
/** Gap that one print may bridge. */
const BRIDGE_SAMPLES = 0.3 * SAMPLE_RATE_HZ;

export function createRoomEngine(setup: RoomSetup): Engine {
  return new RoomEngine(setup);
}

class RoomEngine implements Engine {
  closed: CloseFrame | undefined;
  private readonly sequencer = new Sequencer();
  private readonly grid: Grid;
  private readonly audio = new AudioWindow(KEEP_SAMPLES);
  private readonly timeline = new SpeechTimeline(BRIDGE_SAMPLES, KEEP_SAMPLES);
  private readonly vadStream: VadStream;
  private readonly vad: VadPolicy;
  private readonly turns: TurnTracker;
  private readonly bargein: BargeinTracker | undefined;
  private readonly idle: IdleTimer;
  private readonly languages: RoomLanguages;
  private readonly transcript: RoomTranscript;
  private readonly language: Language;
  private waiting: number[] = [];
  private lastProbability = 0;
  private nextStep = 1;
  private runStartSample = 0;
  private turnSpeechSamples = 0;
  private judgement: EotJudgement | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly setup: RoomSetup) {
    const { session, inference } = setup;
    this.grid = new Grid(session.inferenceIntervalSec);
    this.language = firstLanguage(session.language);
    const profile = selectPoint(session.eot, 'room', this.language, setup.points).profile;
    this.vadStream = new VadStream(inference, { session: setup.sessionId });
    this.vad = new VadPolicy(setup.vad ?? DEFAULT_VAD_OPTIONS, (VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ) * 1000);
    this.turns = new TurnTracker('room', profile, setup.limits(profile, this.language));
    this.idle = new IdleTimer(session.idleTimeoutSec);
    this.languages = new RoomLanguages(session.language, setup.asrLanguages, setup.identifier, inference);
    this.transcript = this.createTranscript();
    this.bargein = session.signals.has('bargein') ? this.createBargein() : undefined;
  }

  private createTranscript(): RoomTranscript {
    const { setup } = this;
    const { expectedVoices } = MODE_PRIORS[setup.session.mode];
    const tell = setup.onVoice;
    return new RoomTranscript({
      audio: this.audio,
      timeline: this.timeline,
      inference: setup.inference,
      sessionId: setup.sessionId,
      embedder: setup.embedder,
      languages: this.languages,
      options: setup.transcript ?? DEFAULT_TRANSCRIPT_OPTIONS,
      diarizer: { ...DEFAULT_DIARIZER_OPTIONS, expectedVoices, ...setup.diarizer },
      onVoice:
        tell &&
        (({ start, end, voice }: Span) =>
          tell({ startSec: start / SAMPLE_RATE_HZ, endSec: end / SAMPLE_RATE_HZ, voice })),
    });
  }

  private createBargein(): BargeinTracker {
    const { inference, bargeinClassifier, bargein, session, sessionId } = this.setup;
    const listen = createListen(this.language, inference, { session: sessionId });
    return new BargeinTracker({
      inference,
      classifier: bargeinClassifier,
      options: bargein ?? DEFAULT_BARGEIN_OPTIONS,
      priorLogit: MODE_PRIORS[session.mode].claimLogit,
      audio: this.audio,
      transcribe: async (from, to) => listen && (await listen(this.audio.slice(from, to))).heard.text,
    });
  }

  start(): WireEvent[] {
    const { setup } = this;
    const started: SessionStarted = {
      type: 'session.started',
      schema_version: 2,
      session_id: setup.sessionId,
      eot: toEotObject(selectPoint(setup.session.eot, 'room', this.language, setup.points)),
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
        return this.inOrder(async () => (this.closed ? [] : this.enveloped(await this.finalize())));
      case 'session.end':
        return this.end();
    }
  }

  notify(body: Extract<EventBody, { type: 'warning' }>): Promise<WireEvent[]> {
    return this.inOrder(async () => (this.closed ? [] : this.enveloped([body])));
  }

  end(): Promise<WireEvent[]> {
    return this.inOrder(async () => {
      if (this.closed) return [];
      const bodies = await this.lastWords();
      this.closed = CLOSE.normal;
      return this.enveloped(bodies);
    });
  }

  /** Calls take effect one after the other, in the order they were made. */
  private inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = this.last.then(work);
    this.last = result.catch(() => undefined);
    return result;
  }

  private enveloped(bodies: readonly EventBody[]): WireEvent[] {
    return bodies.map((body) => this.sequencer.envelope(body));
  }

  private async take(samples: Int16Array, events: WireEvent[]): Promise<void> {
    const before = this.audio.end;
    this.audio.push(samples);
    this.waiting.push(...(await this.vadStream.push(this.audio.slice(before, this.audio.end))));
    while (!this.closed && this.grid.sampleOf(this.nextStep) <= this.audio.end) {
      events.push(...this.enveloped(await this.step(this.nextStep)));
      this.nextStep += 1;
    }
  }

  private async step(step: number): Promise<EventBody[]> {
    const sample = this.grid.sampleOf(step);
    const t = this.grid.timeOf(step);
    const { vad, resumed, bargein, paused } = this.takeFrames(t, sample);
    const said = await this.transcript.step({ ...this.now(t, sample), paused });
    if (paused) await this.judgePause(sample);
    const barge = await this.bargein?.step(t, sample, this.lastSpeechSample, this.language);
    const silenceSec = (sample - this.lastSpeechSample) / SAMPLE_RATE_HZ;
    const pEot = this.turns.awaitingEnd ? this.judgement!.pEot(silenceSec) : null;
    this.trace(t, silenceSec, pEot);
    const turnEnd = pEot === null ? undefined : this.turns.step(t, silenceSec, pEot);
    return [
      ...vad,
      ...resumed,
      ...bargein,
      ...(barge ? [barge] : []),
      ...(turnEnd ? [turnEnd] : []),
      ...said,
      ...(await this.languageStep(t)),
      ...(await this.idleStep(t)),
    ];
  }

  private get lastSpeechSample(): number {
    return this.vad.lastSpeechFrame * VAD_FRAME_SAMPLES;
  }

  private now(t: number, sample: number) {
    return { t, sample, speaking: this.vad.speaking, paused: false, lastSpeechSample: this.lastSpeechSample };
  }

  /** Runs voice activity up to this step; `paused` when the step ends inside a new pause. */
  private takeFrames(t: number, sample: number) {
    const events = { vad: [] as EventBody[], resumed: [] as EventBody[], bargein: [] as EventBody[] };
    const due = Math.floor(sample / VAD_FRAME_SAMPLES) - this.vad.frames;
    let paused = false;
    for (const probability of this.waiting.splice(0, due)) {
      this.lastProbability = probability;
      const change = this.vad.push(probability);
      if (!change) continue;
      const at = change.atFrame * VAD_FRAME_SAMPLES;
      paused = change.kind === 'end';
      if (change.kind === 'start') this.speechStart(t, at, events);
      else this.speechEnd(t, at, events);
    }
    return { ...events, paused };
  }

  private speechStart(
    t: number,
    sample: number,
    events: { vad: EventBody[]; resumed: EventBody[]; bargein: EventBody[] },
  ): void {
    if (this.turns.startsNewTurn(t)) {
      this.transcript.texts.newTurn();
      this.turnSpeechSamples = 0;
    }
    this.runStartSample = sample;
    this.timeline.start(sample);
    this.transcript.speechStart(sample);
    const { vad, resumed } = this.turns.speechStart(t);
    events.vad.push(vad);
    if (resumed) events.resumed.push(resumed);
    const onset = this.bargein?.speechStart(t, sample);
    if (onset) events.bargein.push(onset);
  }

  private speechEnd(t: number, sample: number, events: { vad: EventBody[] }): void {
    events.vad.push(this.turns.speechEnd(t));
    this.timeline.end(sample);
    this.turnSpeechSamples += sample - this.runStartSample;
    this.bargein?.speechEnd();
  }

  private async judgePause(sample: number): Promise<void> {
    const { scorer, inference } = this.setup;
    const decoded = this.transcript.decoded;
    const heard = decoded ? toHeard(decoded) : NOTHING_HEARD;
    this.judgement = await scorer.judge(
      {
        audio: this.audio.slice(sample - SCORER_SEC * SAMPLE_RATE_HZ, sample),
        silenceSec: (sample - this.lastSpeechSample) / SAMPLE_RATE_HZ,
        turnSpeechSec: this.turnSpeechSamples / SAMPLE_RATE_HZ,
        lastRunSec: (this.lastSpeechSample - this.runStartSample) / SAMPLE_RATE_HZ,
        heard: { ...heard, text: this.transcript.turnText },
        messages: [],
        language: this.language,
      },
      inference,
    );
  }

  private languageStep(t: number): Promise<EventBody[]> {
    const { texts } = this.transcript;
    return this.languages.step(
      t,
      (voice) => texts.nameOf(voice),
      (voice) => this.transcript.evidenceOf(voice),
    );
  }

  private async finalize(): Promise<EventBody[]> {
    const said = await this.transcript.flush(this.now(this.grid.timeOf(this.nextStep - 1), this.audio.end));
    return [...said, { type: 'asr.flushed' }];
  }

  /** Everything that is still open, then the summaries. */
  private async lastWords(): Promise<EventBody[]> {
    const t = this.grid.timeOf(this.nextStep - 1);
    const speech = this.turns.speaking ? [this.turns.speechEnd(t)] : [];
    const said = await this.transcript.flush(this.now(t, this.audio.end));
    return [
      ...speech,
      ...said,
      this.languages.summary(t, (voice) => this.transcript.texts.nameOf(voice)),
      {
        type: 'session.summary',
        audio_s: roundMs(this.audio.end / SAMPLE_RATE_HZ),
        turns: this.turns.turns,
      },
    ];
  }

  private async idleStep(t: number): Promise<EventBody[]> {
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
