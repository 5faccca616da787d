/**
 * Who says what in a room. Theory of operation:
 *
 *   sound ──recogniser──> hypothesis ──agreed──> committed words ──voice and language known──> finals
 *     └─────diarizer────> labels of 0.25 s blocks ──────┘
 *
 * 1. One recogniser follows the mixed sound (asr/streaming-recogniser.ts). It commits a word when decodings agree on it.
 * 2. The same sound is labelled with voices (room-diarizer.ts). A word belongs to the voice at its middle; until it is final, its
 *    voice may change.
 * 3. A committed word waits in one queue (pending-words.ts) until its voice is known and that voice's language is not in doubt.
 *    Then its label is frozen and the word goes out as final. All words that are not final yet are shown as partials.
 * 4. After a pause (`finalizeSec`) every word is final; after a longer one (`closeSec`) the recogniser begins a new window.
 * 5. When another voice speaks, or a voice's language changes, the recogniser starts again in that voice's language; words of that
 *    voice that still wait are withdrawn and decoded again.
 * 6. Where two known voices speak at once, each of them is decoded in its own sound, and those words take the place of the
 *    recogniser's (overlapped-words.ts).
 *
 * When to decode and when to diarize is fixed on the audio clock, so the events do not depend on the machine.
 */
import { decodeKernelFor } from '../../asr/decode-kernels.js';
import type { RecognisedWord } from '../../asr/recognised-word.js';
import { StreamingRecogniser, type Decode } from '../../asr/streaming-recogniser.js';
import type { DecodingEvidence } from '../../lid/identifier.js';
import type { EventBody } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { Segment } from '../../voices/diarizer/blocks.js';
import { diarizerOptionsFor } from '../../voices/diarizer/diarizer-options.js';
import { learnedEmbedder } from '../../voices/embedder/learned-embedder.js';
import { MODE_PRIORS } from '../session/mode-priors.js';
import type { GridStep } from '../session/session-port.js';
import type { FloorVoices, VoiceSeconds } from './floor.js';
import { DecodingLanguage } from './decoding-language.js';
import { OverlappedWords } from './overlapped-words.js';
import { PendingWords } from './pending-words.js';
import { RoomDiarizer, type RoomSound } from './room-diarizer.js';
import type { RoomLanguages } from './room-languages.js';
import type { RoomSetup } from './room-setup.js';
import { TranscriptEvents } from './transcript-events.js';
import { DEFAULT_TRANSCRIPT_OPTIONS, hopSamples, type TranscriptOptions } from './transcript-options.js';
import { addSolo } from './voice-language.js';
import { decodingEvidenceOf, type DecodedWord, type Voice, type VoicedWord } from './voice.js';
import type { Voices } from './voices.js';

/** Sound before the onset of speech that a window begins with. Chosen by hand: voice activity notices a word after its onset. */
const PRE_ROLL_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
/** Sound after the end of speech that a window ends with. Chosen by hand. Raising it: words invented on silence. */
const POST_ROLL_SAMPLES = 0.3 * SAMPLE_RATE_HZ;
/**
 * Speech between two embeddings: of a window of 1.5 s a third is new. Embeddings every 0.6 s make the DER of seven meeting clips
 * 21.2 instead of 16.8 % (docs/decisions/2026-11-27-room-transcript.md).
 */
const EMBEDDING_HOP_SAMPLES = 0.5 * SAMPLE_RATE_HZ;
/** A pause this soon after a decoding or an embedding makes no new one. Chosen by hand. Raising it: less work, later last words. */
const REUSE_SAMPLES = 0.2 * SAMPLE_RATE_HZ;
/** The same for a decoding of Whisper: two that read nearly the same sound agree on anything, and their words would be final. */
const WHISPER_REUSE_SAMPLES = 0.5 * SAMPLE_RATE_HZ;
/** How far back before the newest solo speech words tell how well a language is decoded: the window of an identification and 1 s. */
const EVIDENCE_SAMPLES = 4 * SAMPLE_RATE_HZ;

export class RoomTranscript implements FloorVoices {
  private readonly options: TranscriptOptions;
  private readonly diarizer: RoomDiarizer;
  private readonly recogniser: StreamingRecogniser;
  private readonly pending: PendingWords;
  private readonly events: TranscriptEvents;
  private readonly language: DecodingLanguage;
  private readonly overlapped: OverlappedWords;
  private lastDecoded = 0;
  /** Where the window of the last finalized pause ended. */
  private lastEnd = 0;
  /** True from the moment a pause made every word final to the next speech. */
  private isFinalized = false;

  constructor(
    private readonly setup: RoomSetup,
    private readonly sound: RoomSound,
    private readonly voices: Voices,
    private readonly languages: RoomLanguages,
  ) {
    const { embedder, inference, session, sessionId } = setup;
    this.options = setup.transcript ?? DEFAULT_TRANSCRIPT_OPTIONS;
    const { expectedVoices } = MODE_PRIORS[session.mode];
    const diarizer = { ...diarizerOptionsFor(embedder), expectedVoices, ...setup.diarizer };
    this.diarizer = new RoomDiarizer(sound, inference, embedder, diarizer);
    this.overlapped = new OverlappedWords(sound, this.diarizer, inference, embedder, sessionId);
    this.pending = new PendingWords(this.options.voiceWaitSec);
    this.events = new TranscriptEvents(voices);
    this.language = new DecodingLanguage(languages);
    const spoken = {
      slice: (from: number, to: number) => sound.audio.slice(from, to),
      speechIn: (from: number, to: number) => sound.timeline.speechIn(from, to),
    };
    const decode: Decode = (input, call) =>
      inference.call(
        decodeKernelFor(this.language.current, 'large'),
        { ...input, language: this.language.current },
        { session: sessionId, ...call },
      );
    this.recogniser = new StreamingRecogniser(spoken, decode, session.language.kind !== 'pin');
  }

  secondsIn(from: number, to: number): VoiceSeconds {
    return this.diarizer.secondsIn(from, to);
  }

  languageOf(voice: number | undefined): Language {
    return this.languages.spokenBy(this.voiceOrOnly(voice));
  }

  speechStart(sample: number): void {
    this.isFinalized = false;
    this.diarizer.speechStart(sample);
    this.lastDecoded = Math.max(this.lastDecoded, sample);
    if (this.recogniser.isOpen) return;
    this.recogniser.open(Math.max(0, this.lastEnd, sample - PRE_ROLL_SAMPLES));
  }

  /** Diarizes and decodes when either is due. @returns transcript events due at this step. */
  async step(step: GridStep): Promise<EventBody[]> {
    const { options } = this;
    const { sample } = step;
    if (this.recogniser.isOpen) {
      this.followLanguage(sample);
      const isDue = (last: number, hop: number, reuse = REUSE_SAMPLES) =>
        step.speaking ? sample - last >= hop : step.paused && sample - last >= reuse;
      if (isDue(this.diarizer.diarizedUntil, EMBEDDING_HOP_SAMPLES)) await this.diarize(step);
      const isMoonshine = this.setup.witnesses.includes(this.language.current);
      const reuse = isMoonshine ? REUSE_SAMPLES : WHISPER_REUSE_SAMPLES;
      if (isDue(this.lastDecoded, hopSamples(options, isMoonshine), reuse)) await this.decode(step);
      const silenceSec = step.speaking ? 0 : (sample - step.lastSpeechSample) / SAMPLE_RATE_HZ;
      if (!this.isFinalized && silenceSec >= options.finalizeSec) await this.finalizePause(step);
      if (silenceSec >= options.closeSec) this.recogniser.close();
    }
    await this.readOverlaps(sample, false);
    this.release(sample);
    return this.events.take(step.t, this.openWords());
  }

  /** Makes every word final now: as it was shown (`finalize`), or as a last decoding has it (end of the session). */
  async flush(step: GridStep, asShown: boolean): Promise<EventBody[]> {
    if (this.recogniser.isOpen) {
      await this.diarizer.diarize(step.sample, step.lastSpeechSample);
      const end = this.windowEnd(step);
      this.enqueue(await (asShown ? this.recogniser.finalize(end) : this.recogniser.flush(end)), step.sample);
      this.lastDecoded = step.sample;
    }
    await this.readOverlaps(step.sample, true);
    this.release(step.sample, true);
    return this.events.take(step.t, this.openWords());
  }

  /** How well the recogniser does on the sound that a voice's language is identified on, final words or not. */
  evidenceOf(voice: Voice): DecodingEvidence | undefined {
    return decodingEvidenceOf(voice, this.openWords(), this.diarizer.soloUntil - EVIDENCE_SAMPLES);
  }

  private async diarize({ sample, lastSpeechSample }: GridStep): Promise<void> {
    await this.diarizer.diarize(sample, lastSpeechSample);
    this.followLanguage(sample);
    this.addSolo(this.diarizer.takeLikelySolo(sample));
  }

  /** Reads both voices of overlaps that are over or long, or of all. */
  private async readOverlaps(sample: number, isEnd: boolean): Promise<void> {
    if (!this.readsOverlaps) return;
    const finals = this.voices.numbered.flatMap(({ transcript }) => transcript.recentFinals);
    const read = await this.overlapped.take(isEnd, this.language.current, finals);
    if (read.length > 0) this.pending.withdraw((word) => this.isReplaced(word));
    for (const words of read) this.pending.insert(words, sample);
  }

  /** True if overlaps are read: the separator knows voices by the learned embedder, and was measured with Moonshine. */
  private get readsOverlaps(): boolean {
    return this.setup.embedder === learnedEmbedder && this.setup.witnesses.includes(this.language.current);
  }

  private isReplaced(word: RecognisedWord & { readonly of?: number }): boolean {
    return word.of === undefined && this.overlapped.isReplaced(word);
  }

  private async decode({ sample, speaking }: GridStep): Promise<void> {
    this.lastDecoded = sample;
    // Turn events wait for a decoding at a pause, not for one in the middle of speech.
    const priority = speaking ? 'partial' : 'turn';
    this.enqueue(await this.recogniser.decodeTo(sample, { priority }), sample);
  }

  /** Nobody has spoken for a while: every word becomes final. */
  private async finalizePause(step: GridStep): Promise<void> {
    this.lastEnd = this.windowEnd(step);
    this.isFinalized = true;
    this.enqueue(await this.recogniser.flush(this.lastEnd), step.sample);
    await this.readOverlaps(step.sample, true);
    this.release(step.sample, true);
    this.freeze(step.sample);
  }

  /** End of the sound to decode: no further than a little after the last speech, as the model invents words on long silences. */
  private windowEnd({ sample, lastSpeechSample, speaking }: GridStep): number {
    return speaking ? sample : Math.min(sample, lastSpeechSample + POST_ROLL_SAMPLES);
  }

  /** Decodes on in the language of whoever speaks now. */
  private followLanguage(sample: number): void {
    const { only } = this.diarizer;
    const id = this.diarizer.at(sample) ?? only;
    const { committedEnd } = this.recogniser;
    if (id === undefined || committedEnd === undefined) return;
    const changed = only === undefined ? Math.min(sample, this.diarizer.lastChange ?? 0) : 0;
    const { stretchStart } = this.sound.timeline;
    const language = this.language.languageFor(this.voices.of(id), changed, stretchStart);
    if (language === this.language.current) return;
    const isOfVoice = (word: DecodedWord) => (this.diarizer.of(word) ?? id) === id;
    const firstWithdrawn = this.pending.withdraw((word) => word.start >= changed && isOfVoice(word));
    const from = Math.max(Math.min(firstWithdrawn ?? committedEnd, committedEnd), changed);
    this.enqueue(this.recogniser.restart(from), sample);
    this.language.switchTo(language, sample);
  }

  /** @param since absolute sample at which the words were committed */
  private enqueue(words: readonly RecognisedWord[], since: number): void {
    const { timeline } = this.sound;
    for (const word of words) {
      if (!timeline.hasSpeechNear(word) || this.isReplaced(word)) continue;
      const { start, end } = timeline.clamp(word.start, word.end);
      this.pending.add({ ...word, start, end, language: this.language.current }, since);
    }
  }

  /** Makes words final, in order: those that need not wait for their voice or its language any longer, or `all`. */
  private release(sample: number, all = false): void {
    const doubtsOf = (word: DecodedWord) => {
      const id = this.voiceOf(word);
      const voice = this.voiceOrOnly(id);
      const isLanguageDoubtful =
        voice !== undefined && this.languages.isDoubtful(voice, this.evidenceOf(voice));
      const isOverlapped = this.readsOverlaps && word.of === undefined && this.overlapped.isOpen(word);
      return { hasVoice: id !== undefined, isOverlapped, isLanguageDoubtful };
    };
    for (const word of this.pending.release(sample, all ? undefined : doubtsOf)) {
      this.freeze(word.end);
      this.events.finalize({ ...word, voice: this.voices.of(this.voiceOf(word) ?? 0) });
    }
  }

  /** Freezes the labels before absolute `sample` and passes on what that makes sure. */
  private freeze(sample: number): void {
    const { segments, solo } = this.diarizer.freeze(sample);
    for (const { start, end, voice } of segments) {
      this.setup.onVoice?.({ startSec: start / SAMPLE_RATE_HZ, endSec: end / SAMPLE_RATE_HZ, voice });
    }
    this.addSolo(solo);
  }

  private addSolo(segments: readonly Segment[]): void {
    for (const { voice, start, end } of segments) {
      addSolo(this.voices.of(voice).language, this.sound.audio.slice(start, end), start);
    }
  }

  /** Words that are not final, with the voice that they seem to belong to. */
  private openWords(): VoicedWord[] {
    const heard = this.recogniser.pending.filter(
      (word) => this.sound.timeline.hasSpeechNear(word) && !this.isReplaced(word),
    );
    const words = [...this.pending.words, ...heard];
    const fallback = this.diarizer.count === 0 ? 0 : undefined;
    return words.flatMap((word) => {
      const id = this.voiceOf(word) ?? fallback;
      return id === undefined
        ? []
        : [{ language: this.language.current, ...word, voice: this.voices.of(id) }];
    });
  }

  private voiceOf(word: RecognisedWord & { readonly of?: number }): number | undefined {
    return word.of ?? this.diarizer.of(word);
  }

  /** The voice; if it is unknown, the only voice of the room. */
  private voiceOrOnly(id: number | undefined): Voice | undefined {
    const known = id ?? this.diarizer.only;
    return known === undefined ? undefined : this.voices.of(known);
  }
}
