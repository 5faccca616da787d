/**
 * Who says what in a room. One recogniser follows the mixed sound; the diarizer labels the same sound with voices; a word
 * belongs to the voice at its middle. A word goes out as final when the recogniser has committed it and its voice is
 * known; what is still open goes out as the voices' partials. Decoding times are fixed on the audio clock.
 */
import { asrDecode, type AsrDecodeOutput } from '../asr/asr-decode.js';
import { StreamingRecogniser, type HeardWord } from '../asr/streaming-recogniser.js';
import { CallSkipped, type CallOptions, type Inference } from '../inference/kernel.js';
import type { DecodingEvidence } from '../lid/identifier.js';
import type { EventBody } from '../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../protocol/grid.js';
import type { Language } from '../protocol/languages.js';
import type { DiarizerOptions } from '../voices/diarizer-options.js';
import type { VoiceEmbedder } from '../voices/embedder.js';
import { OVERLAP_TAP } from '../voices/two-at-once.js';
import { OnlineDiarizer, type Span } from '../voices/online-diarizer.js';
import type { AudioWindow } from './audio-window.js';
import type { Moment } from './endpoint.js';
import type { RoomLanguages } from './room-languages.js';
import { RoomOverlap } from './room-overlap.js';
import type { SpeechTimeline } from './speech-timeline.js';
import type { TranscriptOptions } from './transcript-options.js';
import { VoiceCredits } from './voice-credits.js';
import { VoiceTexts, type VoicedWord } from './voice-texts.js';

/** In speech, an overloaded server may skip hops; this long after the last decoding it may not, seconds. */
const MUST_HEAR_SEC = 3;
/** Sound before an onset that the window begins with, and after the last sound that it ends with. */
const PRE_ROLL_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
const POST_ROLL_SAMPLES = 0.3 * SAMPLE_RATE_HZ;
/** A pause this soon after a decoding does not decode again. */
const REUSE_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
/** A word must have speech within this reach, or it was invented. */
const REACH_SAMPLES = 0.25 * SAMPLE_RATE_HZ;

export interface TranscriptDeps {
  readonly audio: AudioWindow;
  readonly timeline: SpeechTimeline;
  readonly inference: Inference;
  readonly sessionId: string;
  readonly embedder: VoiceEmbedder;
  readonly languages: RoomLanguages;
  readonly options: TranscriptOptions;
  readonly diarizer: DiarizerOptions;
  /** Told of every stretch of speech once its voice is settled. */
  readonly onVoice?: (span: Span) => void;
}

export class RoomTranscript {
  readonly texts = new VoiceTexts();
  private readonly diarizer: OnlineDiarizer;
  private readonly recogniser: StreamingRecogniser;
  private readonly overlap: RoomOverlap;
  private readonly credits: VoiceCredits | undefined;
  private language: Language;
  private lastHeard = 0;
  /** Sample of the last decoding that was not skipped. */
  private lastDecoded = 0;
  /** How the next decoding is asked for. */
  private urgency: CallOptions = {};
  private lastEnd = 0;
  /** True from the settling of a pause to the next speech. */
  private settled = false;
  /** Committed words whose voice is not settled. */
  private held: { readonly word: HeardWord; readonly language: Language; readonly since: number }[] = [];

  constructor(private readonly deps: TranscriptDeps) {
    this.diarizer = new OnlineDiarizer(deps.embedder, deps.diarizer);
    this.overlap = new RoomOverlap(deps.inference);
    const { onVoice, timeline } = deps;
    this.credits = onVoice && new VoiceCredits(timeline, (sample) => this.diarizer.voiceAt(sample), onVoice);
    this.language = deps.languages.decodedFor(undefined);
    const audio = {
      slice: (from: number, to: number) => deps.audio.slice(from, to),
      speechIn: (from: number, to: number) => deps.timeline.speechIn(from, to),
    };
    this.recogniser = new StreamingRecogniser(audio, (input) =>
      deps.inference.call(
        asrDecode,
        { ...input, language: this.language, taps: [OVERLAP_TAP] },
        { session: deps.sessionId, ...this.urgency },
      ),
    );
  }

  /** What was said in the current turn so far, by anyone, final or not. */
  get turnText(): string {
    const open = [...this.held.map(({ word }) => word), ...this.recogniser.pending];
    return [this.texts.turnText, ...open.map((word) => word.text)].filter((part) => part !== '').join(' ');
  }

  /** The last decoding. */
  get decoded(): AsrDecodeOutput | undefined {
    return this.recogniser.last;
  }

  speechStart(sample: number): void {
    this.settled = false;
    this.lastHeard = Math.max(this.lastHeard, sample);
    if (this.recogniser.isOpen) return;
    this.recogniser.open(Math.max(0, this.lastEnd, sample - PRE_ROLL_SAMPLES));
  }

  async step(step: Moment): Promise<EventBody[]> {
    const { options } = this.deps;
    const { sample } = step;
    if (this.recogniser.isOpen) {
      const since = sample - this.lastHeard;
      const due = step.speaking
        ? since >= options.hopSec * SAMPLE_RATE_HZ
        : step.paused && since >= REUSE_SAMPLES;
      if (due) await this.hear(step);
      const silenceSec = step.speaking ? 0 : (sample - step.lastSpeechSample) / SAMPLE_RATE_HZ;
      if (!this.settled && silenceSec >= options.settleSec) await this.settle(step);
      if (silenceSec >= options.closeSec) this.recogniser.close();
    }
    this.release(sample, false);
    return this.texts.events(step.t, this.language, this.openWords());
  }

  /** Every pending word becomes final now (`finalize`, end of session). */
  async flush(step: Moment): Promise<EventBody[]> {
    if (this.recogniser.isOpen) {
      await this.embed(step.sample, step.lastSpeechSample);
      this.hold(await this.recogniser.flush(this.windowEnd(step)), step.sample);
      this.lastHeard = step.sample;
    }
    this.release(step.sample, true);
    return this.texts.events(step.t, this.language, this.openWords());
  }

  /** How well the recogniser did on a voice's last words. */
  evidenceOf(voice: number): DecodingEvidence | undefined {
    return this.texts.evidenceOf(voice, this.deps.languages.decodedFor(voice));
  }

  private async hear({ sample, lastSpeechSample, speaking }: Moment): Promise<void> {
    this.lastHeard = sample;
    await this.embed(sample, lastSpeechSample);
    this.followLanguage(sample);
    // Turn events do not wait for a hop in the middle of speech; one at a pause they do.
    const canWait = speaking && sample - this.lastDecoded < MUST_HEAR_SEC * SAMPLE_RATE_HZ;
    this.urgency = { priority: speaking ? 'partial' : 'turn', skippable: canWait };
    try {
      this.hold(await this.recogniser.hear(sample), sample);
      this.lastDecoded = sample;
      if (this.recogniser.last) await this.overlap.heard(this.recogniser.last, this.recogniser.lastStart);
    } catch (error) {
      // The words come with the next hop.
      if (!(error instanceof CallSkipped)) throw error;
    } finally {
      this.urgency = {};
    }
  }

  /** Nobody has spoken for a while: every pending word is final. */
  private async settle(step: Moment): Promise<void> {
    const end = this.windowEnd(step);
    this.lastEnd = end;
    this.settled = true;
    this.hold(await this.recogniser.flush(end), step.sample);
    this.release(step.sample, true);
    this.fix(step.sample);
  }

  /** No further than a little after the last sound of speech: the model invents words on long silences. */
  private windowEnd({ sample, lastSpeechSample, speaking }: Moment): number {
    return speaking ? sample : Math.min(sample, lastSpeechSample + POST_ROLL_SAMPLES);
  }

  /** The print of the last stretch of speech. */
  private async embed(sample: number, lastSpeechSample: number): Promise<void> {
    const { embedder, timeline, audio, inference } = this.deps;
    const end = Math.min(sample, lastSpeechSample);
    const start = Math.max(timeline.stretchStart, end - embedder.windowSec * SAMPLE_RATE_HZ);
    if (end - start < embedder.minSec * SAMPLE_RATE_HZ) return;
    const print = await embedder.embed(audio.slice(start, end), inference);
    this.diarizer.addWindow(start, end, { overlap: this.overlap.probability(start, end), ...print });
  }

  /** Goes on in the language of whoever speaks now. */
  private followLanguage(sample: number): void {
    const voice = this.diarizer.voiceAt(sample);
    const language = this.deps.languages.decodedFor(voice);
    if (language === this.language || this.recogniser.committedEnd === undefined) return;
    const changed = Math.min(sample, this.diarizer.lastChange ?? 0);
    this.hold(this.recogniser.restart(Math.max(this.recogniser.committedEnd, changed)), sample);
    this.language = language;
  }

  private hold(words: readonly HeardWord[], since: number): void {
    const { timeline } = this.deps;
    for (const word of words) {
      const near = timeline.speechIn(word.start - REACH_SAMPLES, word.end + REACH_SAMPLES);
      if (near === 0) continue;
      const spoken = { ...word, ...timeline.clamp(word.start, word.end) };
      this.held.push({ word: spoken, language: this.language, since });
    }
  }

  /** Sends held words on, in order, as far as their voices are known. */
  private release(sample: number, all: boolean): void {
    const patience = this.deps.options.voiceWaitSec * SAMPLE_RATE_HZ;
    for (let next = this.held[0]; next; next = this.held[0]) {
      const { word, language, since } = next;
      if (!all && this.voiceOf(word) === undefined && sample - since < patience) return;
      this.fix(word.end);
      this.texts.final({ ...word, voice: this.voiceOf(word) ?? 0, language });
      this.held.shift();
    }
  }

  private fix(sample: number): void {
    const spans = this.diarizer.fix(sample);
    const second = new Map(
      spans.map((span) => [span, this.overlap.secondVoice(span, (at) => this.diarizer.voiceAt(at))]),
    );
    this.credits?.tell(sample, spans, second);
    for (const span of spans) {
      const half = (span.end - span.start) / 2;
      if (second.get(span) !== undefined || this.deps.timeline.speechIn(span.start, span.end) < half)
        continue;
      this.deps.languages.addSolo(span.voice, this.deps.audio.slice(span.start, span.end));
    }
  }

  private voiceOf(word: { readonly start: number; readonly end: number }): number | undefined {
    return this.diarizer.voiceAt((word.start + word.end) >> 1);
  }

  /** Words not final yet, with the voice they seem to belong to. */
  private openWords(): VoicedWord[] {
    const words = [...this.held.map(({ word }) => word), ...this.recogniser.pending];
    const fallback = this.diarizer.voices.size === 0 ? 0 : undefined;
    return words.flatMap((word) => {
      const voice = this.voiceOf(word) ?? fallback;
      return voice === undefined ? [] : [{ ...word, voice, language: this.language }];
    });
  }
}
