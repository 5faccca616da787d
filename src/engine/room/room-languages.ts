/**
 * The languages of a room's voices: identifies each on its last 3 s of solo speech and decides what is said and done
 * (service-v2 section 3 and 6.3; decisions.md "Languages"). Without an allowed list it warns; with one, or in automatic
 * mode, decoding switches when the recogniser is there, and is recommended to switch when it is not.
 */
import { joinFloats } from '../../audio/pcm.js';
import type { Inference } from '../../inference/kernel.js';
import type { DecodingEvidence, LanguageIdentifier, LanguageProbabilities } from '../../lid/identifier.js';
import { LanguageBelief } from '../../lid/language-belief.js';
import { LanguagePolicy } from '../../lid/policy.js';
import type { EventBody } from '../../protocol/events.js';
import { roundMs, SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage, type Language, type LanguageChoice } from '../../protocol/languages.js';

/** Solo speech that an identification hears, the least it needs, and new speech between two; less when a change is near. */
const HEARD_SAMPLES = 3 * SAMPLE_RATE_HZ;
const LEAST_SAMPLES = 2 * SAMPLE_RATE_HZ;
const EVERY_SAMPLES = 1.5 * SAMPLE_RATE_HZ;
const CHANGING_EVERY_SAMPLES = 1 * SAMPLE_RATE_HZ;
/** Solo speech between two `asr.language` events of the same language. */
const REPORT_SAMPLES = 3 * SAMPLE_RATE_HZ;

/** A voice that has been silent for longer is heard anew: its next identification hears nothing from before. */
const APART_SAMPLES = 5 * SAMPLE_RATE_HZ;

/** Mean log-probability of tokens above which nobody asks the other recognisers. */
const FLUENT = -0.25;
/** And below which, over some words, the recogniser halts: another language, or hard to hear. */
const HALTING = { meanLogProb: -0.55, words: 3 } as const;
/** Below this it may be halting where the voice did not surely sound like its language either. */
const UNEVEN = { meanLogProb: -0.4, confidence: 0.8 } as const;
/** How much likelier a language is that the client has allowed: who names languages expects them. */
const ALLOWED_WEIGHT = 4;

interface VoiceLanguage {
  readonly policy: LanguagePolicy;
  readonly belief: LanguageBelief;
  decoded: Language;
  solo: Float32Array;
  /** Sample of the recording at which `solo` ends. */
  soloEnd: number;
  /** Samples of solo speech since the last identification, since the last event, and not yet counted under a language. */
  fresh: number;
  unreported: number;
  /** Language that was told last. */
  reported: Language | undefined;
  uncounted: number;
  /** True once its language was asked for. */
  isHeard: boolean;
  /** True where the last answer was surely the language it is decoded in. */
  isConfirmed: boolean;
  readonly seconds: Map<Language, number>;
  readonly said: Set<string>;
}

export class RoomLanguages {
  private readonly voices = new Map<number, VoiceLanguage>();

  constructor(
    private readonly choice: LanguageChoice,
    private readonly loaded: readonly Language[],
    private readonly identifier: LanguageIdentifier,
    private readonly inference: Inference,
    /** Decodes sound in a language and says how that went. */
    private readonly evidence: (audio: Float32Array, language: Language) => Promise<DecodingEvidence>,
  ) {}

  /** Language a voice is decoded in. */
  decodedFor(voice: number | undefined): Language {
    return (voice === undefined ? undefined : this.voices.get(voice)?.decoded) ?? firstLanguage(this.choice);
  }

  /** Language that a voice speaks, as far as it is known: the one it is decoded in, else. */
  spokenBy(voice: number | undefined): Language {
    return (
      (voice === undefined ? undefined : this.voices.get(voice)?.policy.spoken) ?? this.decodedFor(voice)
    );
  }

  /** A voice that is heard for the first time begins in `language`; one that is known keeps its own. */
  begin(voice: number, language: Language): void {
    if (!this.voices.has(voice)) this.stateOf(voice).decoded = language;
  }

  /**
   * True while a voice may turn out to speak another language that can be decoded: until it was heard once, and whenever a
   * change is near. Its words had better wait.
   */
  isDoubtful(voice: number, own: DecodingEvidence | undefined): boolean {
    const state = this.voices.get(voice);
    const decoded = this.decodedFor(voice);
    if (!this.loaded.some((language) => language !== decoded && this.isAllowed(language))) return false;
    if (!state?.isHeard || state.policy.isChanging || isHalting(own)) return true;
    return !state.isConfirmed && own !== undefined && own.meanLogProb < UNEVEN.meanLogProb;
  }

  /** Adds solo speech of a voice, in order, that begins at sample `start` of the recording. */
  addSolo(voice: number, samples: Float32Array, start: number): void {
    const state = this.stateOf(voice);
    if (start - state.soloEnd > APART_SAMPLES) state.solo = new Float32Array(0);
    const all = joinFloats([state.solo, samples]);
    state.soloEnd = start + samples.length;
    state.solo = all.slice(Math.max(0, all.length - HEARD_SAMPLES));
    state.fresh += samples.length;
    state.unreported += samples.length;
    state.uncounted += samples.length;
  }

  /** @param evidenceOf how the recogniser did on a voice's last words. @returns events by voice number. */
  async step(
    tSec: number,
    nameOf: (voice: number) => string | undefined,
    evidenceOf: (voice: number) => DecodingEvidence | undefined,
  ): Promise<EventBody[]> {
    const events: EventBody[] = [];
    for (const [voice, state] of this.voices) {
      const speaker = nameOf(voice);
      if (!speaker || state.solo.length < LEAST_SAMPLES || state.fresh < CHANGING_EVERY_SAMPLES) continue;
      const decoding = evidenceOf(voice);
      const isNear = state.policy.isChanging || isHalting(decoding);
      if (!isNear && state.fresh < EVERY_SAMPLES) continue;
      state.fresh = 0;
      state.isHeard = true;
      const question = { audio: state.solo, decoding, others: await this.others(state, decoding) };
      const heard = await this.identifier.identify(question, this.inference);
      const { identified, changedTo } = state.policy.push(this.withAllowed(heard));
      const { language, confidence = 0 } = identified ?? {};
      state.isConfirmed = language === state.decoded && confidence >= UNEVEN.confidence;
      const believed = state.belief.push(heard, changedTo);
      if (!believed) continue;
      if (state.reported !== believed.language || state.unreported >= REPORT_SAMPLES) {
        events.push({ type: 'asr.language', t: tSec, speaker, ...believed });
        state.reported = believed.language;
        state.unreported = 0;
      }
      count(state, believed.language);
      if (changedTo) events.push(...this.changed(tSec, speaker, state, changedTo));
    }
    return events;
  }

  /** What the other recognisers make of a voice whose own one halts. */
  private async others(state: VoiceLanguage, own: DecodingEvidence | undefined): Promise<DecodingEvidence[]> {
    if (own && own.meanLogProb > FLUENT) return [];
    const found: DecodingEvidence[] = [];
    for (const language of this.loaded.filter((other) => other !== state.decoded)) {
      found.push(await this.evidence(state.solo, language));
    }
    return found;
  }

  summary(tSec: number, nameOf: (voice: number) => string | undefined): EventBody {
    const speakers: Record<string, Record<string, number>> = {};
    for (const [voice, state] of this.voices) {
      count(state, state.policy.spoken ?? state.reported ?? state.decoded);
      const speaker = nameOf(voice);
      if (!speaker) continue;
      const into = (speakers[speaker] ??= {});
      for (const [language, samples] of state.seconds) {
        into[language] = roundMs((into[language] ?? 0) + samples / SAMPLE_RATE_HZ);
      }
    }
    return { type: 'language.summary', t: tSec, speakers };
  }

  private changed(tSec: number, speaker: string, state: VoiceLanguage, language: Language): EventBody[] {
    if (language === state.decoded) return [];
    const { choice } = this;
    const mismatch = { type: 'warning', code: 'language_mismatch', t: tSec, speaker, language } as const;
    const recommended = { type: 'language.switch_recommended', t: tSec, speaker, language } as const;
    if (choice.kind === 'pin') return once(state, `mismatch ${language}`, [mismatch]);
    if (this.isAllowed(language) && this.loaded.includes(language)) {
      state.decoded = language;
      return [{ type: 'language.switched', t: tSec, speaker, language }];
    }
    const events = choice.kind === 'auto' ? [mismatch, recommended] : [recommended];
    return once(state, `recommended ${language}`, events);
  }

  /** What was heard, with the client's list as a prior. */
  private withAllowed(heard: LanguageProbabilities): LanguageProbabilities {
    if (this.choice.kind !== 'allowed') return heard;
    const entries = Object.entries(heard) as [Language, number][];
    const weights = entries.map(([language, p]) => p * this.weightOf(language));
    const total = entries.reduce((sum, [, p], i) => sum + weights[i]! - p, 1);
    return Object.fromEntries(entries.map(([language], i) => [language, weights[i]! / total]));
  }

  /** How much likelier a language is than another before a voice is heard. */
  private weightOf(language: Language): number {
    return this.choice.kind === 'allowed' && this.choice.languages.includes(language) ? ALLOWED_WEIGHT : 1;
  }

  private isAllowed(language: Language): boolean {
    const { choice } = this;
    return choice.kind === 'auto' || (choice.kind === 'allowed' && choice.languages.includes(language));
  }

  private stateOf(voice: number): VoiceLanguage {
    let state = this.voices.get(voice);
    if (!state) {
      state = {
        policy: new LanguagePolicy(this.loaded),
        belief: new LanguageBelief((language) => this.weightOf(language)),
        decoded: firstLanguage(this.choice),
        solo: new Float32Array(0),
        soloEnd: 0,
        fresh: 0,
        unreported: REPORT_SAMPLES,
        reported: undefined,
        uncounted: 0,
        isHeard: false,
        isConfirmed: false,
        seconds: new Map(),
        said: new Set(),
      };
      this.voices.set(voice, state);
    }
    return state;
  }
}

function isHalting(own: DecodingEvidence | undefined): boolean {
  return own !== undefined && own.words >= HALTING.words && own.meanLogProb < HALTING.meanLogProb;
}

function count(state: VoiceLanguage, language: Language): void {
  if (state.uncounted === 0) return;
  state.seconds.set(language, (state.seconds.get(language) ?? 0) + state.uncounted);
  state.uncounted = 0;
}

function once(state: VoiceLanguage, key: string, events: EventBody[]): EventBody[] {
  if (state.said.has(key)) return [];
  state.said.add(key);
  return events;
}
