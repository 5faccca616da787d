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
import type { RecognisedWord } from '../../asr/recognised-word.js';
import type { StreamingRecogniser } from '../../asr/streaming-recogniser.js';
import type { DecodingEvidence } from '../../lid/identifier.js';
import type { EventBody } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { Segment } from '../../voices/diarizer/blocks.js';
import type { GridStep } from '../session/session-port.js';
import type { FloorVoices, VoiceSeconds } from './floor.js';
import { DecodingLanguage } from './decoding-language.js';
import { OpenWords } from './open-words.js';
import { OverlappedWords } from './overlapped-words.js';
import { PendingWords } from './pending-words.js';
import type { RoomDiarizer, RoomSound } from './room-diarizer.js';
import type { RoomLanguages } from './room-languages.js';
import { roomDiarizer, roomRecogniser } from './room-listeners.js';
import type { RoomSetup } from './room-setup.js';
import { TranscriptEvents } from './transcript-events.js';
import {
  DEFAULT_TRANSCRIPT_OPTIONS,
  EMBEDDING_HOP_SAMPLES,
  EVIDENCE_SAMPLES,
  hopSamples,
  PRE_ROLL_SAMPLES,
  REUSE_SAMPLES,
  type TranscriptOptions,
  WHISPER_REUSE_SAMPLES,
  windowEnd,
} from './transcript-options.js';
import { addSolo } from './voice-language.js';
import { decodingEvidenceOf, type DecodedWord, type Voice } from './voice.js';
import type { Voices } from './voices.js';

export class RoomTranscript implements FloorVoices {
  private readonly options: TranscriptOptions;
  private readonly diarizer: RoomDiarizer;
  private readonly recogniser: StreamingRecogniser;
  private readonly pending: PendingWords;
  private readonly open: OpenWords;
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
    this.options = setup.transcript ?? DEFAULT_TRANSCRIPT_OPTIONS;
    this.diarizer = roomDiarizer(setup, sound);
    this.language = new DecodingLanguage(languages);
    this.overlapped = new OverlappedWords(sound, this.diarizer, setup, this.language);
    this.pending = new PendingWords(this.options.voiceWaitSec);
    this.open = new OpenWords(this.diarizer, voices);
    this.events = new TranscriptEvents(voices);
    this.recogniser = roomRecogniser(setup, sound, () => this.language.current);
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
    this.recogniser.open(Math.max(0, this.lastEnd, sample - PRE_ROLL_SAMPLES));
  }

  /** Diarizes and decodes when either is due. @returns transcript events due at this step. */
  async step(step: GridStep): Promise<EventBody[]> {
    const { options } = this;
    const { sample } = step;
    if (this.recogniser.isOpen) {
      this.followLanguage(sample);
      const isDue = (last: number, hop: number, reuse = REUSE_SAMPLES) =>
        step.speaking ? sample - last >= hop : step.pauseBegins && sample - last >= reuse;
      if (isDue(this.diarizer.diarizedUntil, EMBEDDING_HOP_SAMPLES)) await this.diarize(step);
      const isMoonshine = this.setup.moonshineLanguages.includes(this.language.current);
      const reuse = isMoonshine ? REUSE_SAMPLES : WHISPER_REUSE_SAMPLES;
      if (isDue(this.lastDecoded, hopSamples(options, isMoonshine), reuse)) await this.decode(step);
      const silenceSec = step.speaking ? 0 : (sample - step.lastSpeechSample) / SAMPLE_RATE_HZ;
      if (!this.isFinalized && silenceSec >= options.finalizeSec) await this.finalizePause(step);
      if (silenceSec >= options.closeSec) this.recogniser.close();
    }
    await this.readOverlaps(sample, false);
    this.release(sample);
    return this.events.take(step.t, this.open.take(this.openWords()));
  }

  /** Makes every word final now: as it was shown (`finalize`), or as a last decoding has it (end of the session). */
  async flush(step: GridStep, asShown: boolean): Promise<EventBody[]> {
    if (this.recogniser.isOpen) {
      await this.diarizer.diarize(step.sample, step.lastSpeechSample);
      const end = windowEnd(step);
      this.enqueue(await (asShown ? this.recogniser.finalize(end) : this.recogniser.flush(end)), step.sample);
      this.lastDecoded = step.sample;
    }
    await this.readOverlaps(step.sample, true);
    this.release(step.sample, true);
    return this.events.take(step.t, this.open.take(this.openWords()));
  }

  /** How well the recogniser does on the sound that a voice's language is identified on, final words or not. */
  evidenceOf(voice: Voice): DecodingEvidence | undefined {
    return decodingEvidenceOf(
      voice,
      this.open.voiced(this.openWords()),
      this.diarizer.soloUntil - EVIDENCE_SAMPLES,
    );
  }

  private async diarize({ sample, lastSpeechSample }: GridStep): Promise<void> {
    await this.diarizer.diarize(sample, lastSpeechSample);
    this.followLanguage(sample);
    this.addSolo(this.diarizer.takeLikelySolo(sample));
  }

  /** Reads both voices of overlaps that are over or long, or of all. */
  private async readOverlaps(sample: number, isEnd: boolean): Promise<void> {
    const finals = () => this.voices.numbered.flatMap(({ transcript }) => transcript.recentFinals);
    const read = await this.overlapped.take(isEnd, finals);
    if (read.length > 0) this.pending.withdraw((word) => this.overlapped.isReplaced(word));
    for (const words of read) this.pending.insert(words, sample);
  }

  private async decode({ sample, speaking }: GridStep): Promise<void> {
    this.lastDecoded = sample;
    // Turn events wait for a decoding at a pause, not for one in the middle of speech.
    const priority = speaking ? 'partial' : 'turn';
    this.enqueue(await this.recogniser.decodeTo(sample, { priority }), sample);
  }

  /** Nobody has spoken for a while: every word becomes final. */
  private async finalizePause(step: GridStep): Promise<void> {
    this.lastEnd = windowEnd(step);
    this.isFinalized = true;
    this.enqueue(await this.recogniser.flush(this.lastEnd), step.sample);
    await this.readOverlaps(step.sample, true);
    this.release(step.sample, true);
    this.freeze(step.sample);
  }

  /** Decodes on in the language of whoever speaks now. */
  private followLanguage(sample: number): void {
    const { only } = this.diarizer;
    const id = this.diarizer.voiceAt(sample) ?? only;
    const { committedEnd } = this.recogniser;
    if (id === undefined || committedEnd === undefined) return;
    const changed = only === undefined ? Math.min(sample, this.diarizer.lastChange ?? 0) : 0;
    const { stretchStart } = this.sound.timeline;
    const language = this.language.languageFor(this.voices.of(id), changed, stretchStart);
    if (language === this.language.current) return;
    const isOfVoice = (word: DecodedWord) => (this.diarizer.voiceOf(word) ?? id) === id;
    const firstWithdrawn = this.pending.withdraw((word) => word.start >= changed && isOfVoice(word));
    const from = Math.max(Math.min(firstWithdrawn ?? committedEnd, committedEnd), changed);
    this.enqueue(this.recogniser.restart(from), sample);
    this.language.switchTo(language, sample);
  }

  /** @param since absolute sample at which the words were committed */
  private enqueue(words: readonly RecognisedWord[], since: number): void {
    const { timeline } = this.sound;
    for (const word of words) {
      if (!timeline.hasSpeechNear(word) || this.overlapped.isReplaced(word)) continue;
      const { start, end } = timeline.clamp(word.start, word.end);
      this.pending.add({ ...word, start, end, language: this.language.current }, since);
    }
  }

  /** Makes words final, in order: those that need not wait for their voice or its language any longer, or `all`. */
  private release(sample: number, all = false): void {
    const doubtsOf = (word: DecodedWord) => {
      const id = this.open.voiceOf(word);
      const voice = this.voiceOrOnly(id);
      const isLanguageDoubtful =
        voice !== undefined && this.languages.isDoubtful(voice, this.evidenceOf(voice));
      const isOverlapped = this.overlapped.isUnread(word);
      return { hasVoice: id !== undefined, isOverlapped, isLanguageDoubtful };
    };
    for (const word of this.pending.release(sample, all ? undefined : doubtsOf)) {
      this.freeze(word.end);
      this.events.finalize({ ...word, voice: this.voices.of(this.open.voiceOf(word) ?? 0) });
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

  /** Words that are not final. */
  private openWords(): DecodedWord[] {
    const heard = this.recogniser.uncommitted.filter(
      (word) => this.sound.timeline.hasSpeechNear(word) && !this.overlapped.isReplaced(word),
    );
    const language = this.language.current;
    return [...this.pending.words, ...heard.map((word) => ({ language, ...word }))];
  }

  /** The voice; if it is unknown, the only voice of the room. */
  private voiceOrOnly(id: number | undefined): Voice | undefined {
    const known = id ?? this.diarizer.only;
    return known === undefined ? undefined : this.voices.of(known);
  }
}
