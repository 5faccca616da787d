/**
 * The languages of a room's voices: identifies each on its last 3 s of solo speech and decides what is reported and done.
 * `asr.language` says what those 3 s alone sound like; what all windows together say decides whether the voice has changed
 * (docs/protocol.md, "Limits" and "language.switched (room)"). Without an allowed list the room warns. With one, or in automatic
 * mode, a voice's decoding switches if the recogniser is loaded; if it is not, a switch is recommended.
 */
import type { Inference } from '../../inference/kernel.js';
import { EVEN_LOG_PROB } from '../../lid/decoding-evidence.js';
import type { DecodingEvidence, LanguageIdentifier, LanguageProbabilities } from '../../lid/identifier.js';
import type { EventBody } from '../../protocol/events.js';
import { roundMs, SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage, type Language, type LanguageChoice } from '../../protocol/languages.js';
import { nameOf, type Voice } from './voice.js';
import {
  countFor,
  firstOf,
  isAllowed,
  priorWeight,
  REPORT_SAMPLES,
  type VoiceLanguage,
} from './voice-language.js';
import type { Voices } from './voices.js';

/** Solo speech that an identification needs. Chosen by hand. Raising it: later and surer first identifications. */
const LEAST_SAMPLES = 2 * SAMPLE_RATE_HZ;
/** New solo speech between two identifications: half a window. Chosen by hand. Raising it: less work, later changes. */
const HOP_SAMPLES = 1.5 * SAMPLE_RATE_HZ;
/** New solo speech between two identifications while a change of language may be near. */
const CHANGING_HOP_SAMPLES = 1 * SAMPLE_RATE_HZ;

/**
 * Mean log-probability of tokens from which the recogniser is fluent, so that the other recognisers are not asked. English by
 * Moonshine tiny lies at -0.05 to -0.35. Chosen by hand. Raising it: more work.
 */
const FLUENT = -0.25;
/** The recogniser halts if the mean over at least `words` words is below `meanLogProb`: another language, or hard to hear. */
const HALTING = { meanLogProb: EVEN_LOG_PROB, words: 3 } as const;
/**
 * Below this mean log-probability the recogniser may be halting, unless the last identification was the decoded language with at
 * least this `confidence`. Chosen by hand. Raising either: more words wait for their language.
 */
const UNEVEN = { meanLogProb: -0.4, confidence: 0.8 } as const;

export class RoomLanguages {
  constructor(
    private readonly voices: Voices,
    private readonly choice: LanguageChoice,
    /** Languages whose recogniser is installed. */
    private readonly loaded: readonly Language[],
    /** Languages whose fluency counts; their recognisers are asked how well they decode a voice that its own decodes badly. */
    private readonly moonshineLanguages: readonly Language[],
    private readonly identifier: LanguageIdentifier,
    private readonly inference: Inference,
    /** Decodes sound in a language and says how well that went. */
    private readonly evidence: (audio: Float32Array, language: Language) => Promise<DecodingEvidence>,
    /** The recogniser's own identification (LanguageQuestion.byRecogniser); undefined if the session decodes English alone. */
    private readonly byRecogniser?: (audio: Float32Array) => Promise<readonly number[]>,
  ) {}

  /** Language that a voice is decoded in; of an unknown voice, the session's first. */
  decodedFor(voice: Voice | undefined): Language {
    return voice?.language.decoded ?? firstLanguage(this.choice);
  }

  /** Language that a voice speaks: the identified one, or else the one it is decoded in. */
  spokenBy(voice: Voice | undefined): Language {
    return voice?.language.policy.spoken ?? this.decodedFor(voice);
  }

  /** Lets a new voice begin in `language`; a voice that is known keeps its own. */
  begin({ language: state }: Voice, language: Language): void {
    if (state.isNew) state.decoded = language;
    state.isNew = false;
  }

  /**
   * True while a voice may turn out to speak another language that can be decoded: until its first identification, and whenever a
   * change is near. Until then its words should wait.
   * @param decoding how well the voice's last words were decoded
   */
  isDoubtful({ language: state }: Voice, decoding: DecodingEvidence | undefined): boolean {
    const own = this.fluencyOf(decoding);
    const isOther = (language: Language) => language !== state.decoded && isAllowed(this.choice, language);
    if (!this.loaded.some(isOther)) return false;
    if (!state.isIdentified || state.policy.isChanging || isHalting(own)) return true;
    return !state.isConfirmed && own !== undefined && own.meanLogProb < UNEVEN.meanLogProb;
  }

  /**
   * Identifies the voices that have enough new solo speech.
   * @param evidenceOf how well the recogniser did on a voice's last words
   * @returns events by voice number.
   */
  async step(tSec: number, evidenceOf: (voice: Voice) => DecodingEvidence | undefined): Promise<EventBody[]> {
    const events: EventBody[] = [];
    for (const voice of this.voices.numbered) {
      const { language: state } = voice;
      if (state.solo.length < LEAST_SAMPLES || state.unidentified < CHANGING_HOP_SAMPLES) continue;
      const decoding = this.fluencyOf(evidenceOf(voice));
      const isNear = state.policy.isChanging || isHalting(decoding);
      if (isNear || state.unidentified >= HOP_SAMPLES)
        events.push(...(await this.identify(tSec, voice, decoding)));
    }
    return events;
  }

  /** Seconds of solo speech by voice and language, as far as the language was identified. */
  summary(tSec: number): EventBody {
    const speakers: Record<string, Record<string, number>> = {};
    for (const voice of this.voices.numbered) {
      const { language: state } = voice;
      if (state.isNew) continue;
      const seconds = [...state.samplesOf].map(([language, samples]) => [
        language,
        roundMs(samples / SAMPLE_RATE_HZ),
      ]);
      speakers[nameOf(voice)!] = Object.fromEntries(seconds) as Record<string, number>;
    }
    return { type: 'language.summary', t: tSec, speakers };
  }

  private async identify(
    tSec: number,
    voice: Voice,
    decoding: DecodingEvidence | undefined,
  ): Promise<EventBody[]> {
    const { language: state } = voice;
    const speaker = nameOf(voice)!;
    state.unidentified = 0;
    state.isIdentified = true;
    const audio = state.solo;
    const others = await this.otherRecognisers(state, decoding);
    const question = { audio, decoding, others, byRecogniser: await this.byRecogniser?.(audio) };
    const probabilities = await this.identifier.identify(question, this.inference);
    const weighted = this.withPrior(probabilities);
    state.belief.push(probabilities);
    const clear = state.belief.clear ?? this.firstOf(state, probabilities);
    const { identified, changedTo } = state.policy.push(weighted, clear);
    const isOwn = identified?.language === state.decoded;
    state.isConfirmed = isOwn && identified.confidence >= UNEVEN.confidence;
    if (!identified) return [];
    const { language } = identified;
    const events: EventBody[] = [];
    if (state.reported !== language || state.unreported >= REPORT_SAMPLES) {
      const confidence = Math.round(identified.confidence * 1e3) / 1e3;
      events.push({ type: 'asr.language', t: tSec, speaker, language, confidence });
      state.reported = language;
      state.unreported = 0;
    }
    countFor(state, language);
    return changedTo ? [...events, ...this.changed(tSec, voice, changedTo)] : events;
  }

  /** The evidence if it is of a Moonshine model, which decodes one language: only there does fluency tell the language. */
  private fluencyOf(decoding: DecodingEvidence | undefined): DecodingEvidence | undefined {
    return decoding && this.moonshineLanguages.includes(decoding.language) ? decoding : undefined;
  }

  /** How well the other recognisers decode a voice's solo speech; none is asked while its own is fluent, or Whisper identifies. */
  private async otherRecognisers(
    state: VoiceLanguage,
    own: DecodingEvidence | undefined,
  ): Promise<DecodingEvidence[]> {
    if (this.byRecogniser || (own && own.meanLogProb > FLUENT)) return [];
    const found: DecodingEvidence[] = [];
    for (const language of this.moonshineLanguages.filter((other) => other !== state.decoded)) {
      found.push(await this.evidence(state.solo, language));
    }
    return found;
  }

  /** The language in which a voice begins, if one window is enough to switch to it; a warning needs more. */
  private firstOf(state: VoiceLanguage, window: LanguageProbabilities): Language | undefined {
    const first = this.byRecogniser && firstOf(state, window);
    return first && isAllowed(this.choice, first) && this.loaded.includes(first) ? first : undefined;
  }

  /** A voice was found to speak `language`: switches, recommends or warns. */
  private changed(tSec: number, voice: Voice, language: Language): EventBody[] {
    const { language: state } = voice;
    if (language === state.decoded) return [];
    const { choice } = this;
    const speaker = nameOf(voice)!;
    const mismatch = { type: 'warning', code: 'language_mismatch', t: tSec, speaker, language } as const;
    const recommended = { type: 'language.switch_recommended', t: tSec, speaker, language } as const;
    if (choice.kind === 'pin') return once(state, `mismatch ${language}`, [mismatch]);
    if (isAllowed(choice, language) && this.loaded.includes(language)) {
      state.decoded = language;
      return [{ type: 'language.switched', t: tSec, speaker, language }];
    }
    const events = choice.kind === 'auto' ? [mismatch, recommended] : [recommended];
    return once(state, `recommended ${language}`, events);
  }

  /** The probabilities with the client's list as a prior. */
  private withPrior(probabilities: LanguageProbabilities): LanguageProbabilities {
    if (this.choice.kind !== 'allowed') return probabilities;
    const entries = Object.entries(probabilities) as [Language, number][];
    const weights = entries.map(([language, p]) => p * priorWeight(this.choice, language));
    const total = entries.reduce((sum, [, p], i) => sum + weights[i]! - p, 1);
    return Object.fromEntries(entries.map(([language], i) => [language, weights[i]! / total]));
  }
}

function isHalting(own: DecodingEvidence | undefined): boolean {
  return own !== undefined && own.words >= HALTING.words && own.meanLogProb < HALTING.meanLogProb;
}

function once(state: VoiceLanguage, key: string, events: EventBody[]): EventBody[] {
  if (state.announced.has(key)) return [];
  state.announced.add(key);
  return events;
}
