/**
 * Who says what in a room. One recogniser follows the mixed sound; the same sound is labelled with voices
 * (room-diarizer.ts); a word belongs to the voice at its middle. A word goes out as final when the recogniser has committed
 * it and its voice is known; what is still open goes out as the voices' partials. Decoding times are fixed on the audio
 * clock.
 */
import { decodeKernelFor } from '../../asr/asr-decode.js';
import type { RecognisedWord } from '../../asr/recognised-word.js';
import { StreamingRecogniser } from '../../asr/streaming-recogniser.js';
import type { CallOptions, Inference } from '../../inference/kernel.js';
import type { DecodingEvidence } from '../../lid/identifier.js';
import type { EventBody } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { Span } from '../../voices/diarizer/blocks.js';
import type { DiarizerOptions } from '../../voices/diarizer/diarizer-options.js';
import type { VoiceEmbedder } from '../../voices/embedder/embedder.js';
import type { AudioWindow } from '../session/audio-window.js';
import type { GridStep } from '../session/session-port.js';
import type { VoiceSeconds } from './floor.js';
import { PendingWords } from './pending-words.js';
import type { RoomLanguages } from './room-languages.js';
import { RoomVoices } from './room-diarizer.js';
import type { SpeechTimeline } from './speech-timeline.js';
import type { TranscriptOptions } from './transcript-options.js';
import { VoiceTexts, type VoicedWord } from './transcript-events.js';

/** Sound before an onset that the window begins with, and after the last sound that it ends with. */
const PRE_ROLL_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
const POST_ROLL_SAMPLES = 0.3 * SAMPLE_RATE_HZ;
/** Speech between two looks at whose voice it is: of a window of 1.5 s, a third is new. */
const LISTEN_SAMPLES = 0.5 * SAMPLE_RATE_HZ;
/** A pause this soon after a decoding does not decode again, nor listen after listening. */
const REUSE_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
/** A voice that is new this soon after a change of language speaks the new one. */
const SAME_PERSON_SAMPLES = 5 * SAMPLE_RATE_HZ;
/** A word must have speech within this reach, or it was invented. */
const REACH_SAMPLES = 0.25 * SAMPLE_RATE_HZ;
/** How far back words tell how well a voice's language is decoded, before its newest solo sound. */
const EVIDENCE_SAMPLES = 4 * SAMPLE_RATE_HZ;

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
  private readonly voices: RoomVoices;
  private readonly recogniser: StreamingRecogniser;
  private language: Language;
  /** Sample from which that language is decoded. */
  private languageSince = -Infinity;
  private lastDecoded = 0;
  /** How the next decoding is asked for. */
  private urgency: CallOptions = {};
  private lastEnd = 0;
  /** True from the settling of a pause to the next speech. */
  private settled = false;
  private readonly held: PendingWords;

  constructor(private readonly deps: TranscriptDeps) {
    this.voices = new RoomVoices(deps);
    this.held = new PendingWords({
      voiceOf: (word) => this.voices.of(word),
      isDoubtful: (known) => {
        const voice = known ?? this.voices.only;
        return voice !== undefined && deps.languages.isDoubtful(voice, this.evidenceOf(voice));
      },
      voiceWaitSec: deps.options.voiceWaitSec,
    });
    this.language = deps.languages.decodedFor(undefined);
    const audio = {
      slice: (from: number, to: number) => deps.audio.slice(from, to),
      speechIn: (from: number, to: number) => deps.timeline.speechIn(from, to),
    };
    this.recogniser = new StreamingRecogniser(audio, (input) =>
      deps.inference.call(
        decodeKernelFor(this.language, true),
        { ...input, language: this.language },
        { session: deps.sessionId, ...this.urgency },
      ),
    );
  }

  /** The voice, as long as there is but one. */
  get onlyVoice(): number | undefined {
    return this.voices.only;
  }

  /** Who speaks in `[from, to)`, as far as voices are told apart. */
  voicesIn(from: number, to: number): VoiceSeconds {
    return this.voices.secondsIn(from, to);
  }

  speechStart(sample: number): void {
    this.settled = false;
    this.voices.speechStart(sample);
    this.lastDecoded = Math.max(this.lastDecoded, sample);
    if (this.recogniser.isOpen) return;
    this.recogniser.open(Math.max(0, this.lastEnd, sample - PRE_ROLL_SAMPLES));
  }

  async step(step: GridStep): Promise<EventBody[]> {
    const { options } = this.deps;
    const { sample } = step;
    if (this.recogniser.isOpen) {
      this.followLanguage(sample);
      const isDue = (last: number, hop: number) =>
        step.speaking ? sample - last >= hop : step.paused && sample - last >= REUSE_SAMPLES;
      if (isDue(this.voices.heardUntil, LISTEN_SAMPLES)) await this.listen(step);
      if (isDue(this.lastDecoded, options.hopSec * SAMPLE_RATE_HZ)) await this.decode(step);
      const silenceSec = step.speaking ? 0 : (sample - step.lastSpeechSample) / SAMPLE_RATE_HZ;
      if (!this.settled && silenceSec >= options.settleSec) await this.settle(step);
      if (silenceSec >= options.closeSec) this.recogniser.close();
    }
    this.release(sample, false);
    return this.texts.events(step.t, this.openWords());
  }

  /** Every pending word becomes final now (`finalize`, end of session). */
  async flush(step: GridStep): Promise<EventBody[]> {
    if (this.recogniser.isOpen) {
      await this.voices.hear(step.sample, step.lastSpeechSample);
      this.hold(await this.recogniser.flush(this.windowEnd(step)), step.sample);
      this.lastDecoded = step.sample;
    }
    this.release(step.sample, true);
    return this.texts.events(step.t, this.openWords());
  }

  /** How well the recogniser does on the sound that a voice's language is told by, final words or not. */
  evidenceOf(voice: number): DecodingEvidence | undefined {
    const language = this.deps.languages.decodedFor(voice);
    return this.texts.evidenceOf(voice, language, this.openWords(), this.voices.soloUntil - EVIDENCE_SAMPLES);
  }

  private async listen({ sample, lastSpeechSample }: GridStep): Promise<void> {
    await this.voices.hear(sample, lastSpeechSample);
    this.followLanguage(sample);
    this.voices.tellLabelled(sample);
  }

  private async decode({ sample, speaking }: GridStep): Promise<void> {
    this.lastDecoded = sample;
    // Turn events do not wait for a hop in the middle of speech; one at a pause they do.
    this.urgency = { priority: speaking ? 'partial' : 'turn' };
    this.hold(await this.recogniser.hear(sample), sample);
    this.urgency = {};
  }

  /** Nobody has spoken for a while: every pending word is final. */
  private async settle(step: GridStep): Promise<void> {
    this.lastEnd = this.windowEnd(step);
    this.settled = true;
    this.hold(await this.recogniser.flush(this.lastEnd), step.sample);
    this.release(step.sample, true);
    this.voices.settle(step.sample);
  }

  /** No further than a little after the last sound of speech: the model invents words on long silences. */
  private windowEnd({ sample, lastSpeechSample, speaking }: GridStep): number {
    return speaking ? sample : Math.min(sample, lastSpeechSample + POST_ROLL_SAMPLES);
  }

  /** Goes on in the language of whoever speaks now. */
  private followLanguage(sample: number): void {
    const { only } = this.voices;
    const voice = this.voices.at(sample) ?? only;
    const { committedEnd } = this.recogniser;
    if (voice === undefined || committedEnd === undefined) return;
    const { languages, timeline } = this.deps;
    const changed = only === undefined ? Math.min(sample, this.voices.lastChange ?? 0) : 0;
    // Whoever has just changed language is often taken for somebody new, in the middle of speech.
    const isSameStretch = changed > timeline.stretchStart;
    if (isSameStretch && changed - this.languageSince < SAME_PERSON_SAMPLES)
      languages.begin(voice, this.language);
    const language = languages.decodedFor(voice);
    if (language === this.language) return;
    const firstBack = this.held.takeBack(voice, changed) ?? committedEnd;
    this.hold(this.recogniser.restart(Math.max(Math.min(firstBack, committedEnd), changed)), sample);
    this.language = language;
    this.languageSince = sample;
  }

  private hold(words: readonly RecognisedWord[], since: number): void {
    const { timeline } = this.deps;
    for (const word of words) {
      if (timeline.speechIn(word.start - REACH_SAMPLES, word.end + REACH_SAMPLES) === 0) continue;
      this.held.hold({ ...word, ...timeline.clamp(word.start, word.end), language: this.language }, since);
    }
  }

  /** Sends held words on, in order, as far as their voices and languages are known. */
  private release(sample: number, all: boolean): void {
    for (const word of this.held.release(sample, all)) {
      this.voices.settle(word.end);
      this.texts.final({ ...word, voice: this.voices.of(word) ?? 0 });
    }
  }

  /** Words not final yet, with the voice they seem to belong to. */
  private openWords(): VoicedWord[] {
    const words = [...this.held.words, ...this.recogniser.pending];
    const fallback = this.voices.count === 0 ? 0 : undefined;
    return words.flatMap((word) => {
      const voice = this.voices.of(word) ?? fallback;
      return voice === undefined ? [] : [{ language: this.language, ...word, voice }];
    });
  }
}
