/**
 * What a room knows of one voice's language: its newest solo speech, what was identified, what it is decoded in, and how many
 * seconds count for which language. room-languages.ts decides what follows from it.
 */
import { joinFloats } from '../../audio/pcm.js';
import { LanguageBelief } from '../../lid/language-belief.js';
import type { LanguageProbabilities } from '../../lid/identifier.js';
import { LanguagePolicy } from '../../lid/policy.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage, LANGUAGES, type Language, type LanguageChoice } from '../../protocol/languages.js';

/** Samples of solo speech that one identification reads (docs/protocol.md, "Limits"). */
const WINDOW_SAMPLES = 3 * SAMPLE_RATE_HZ;
/** A voice that was silent for longer is identified from new speech only. Chosen by hand. Raising it: old speech counts longer. */
const APART_SAMPLES = 5 * SAMPLE_RATE_HZ;
/** Solo speech between two `asr.language` events of the same language: one window, so that no sound is reported twice. */
export const REPORT_SAMPLES = WINDOW_SAMPLES;
/**
 * How much likelier each language of the client's list is than any other before a voice is heard. Chosen by hand: one
 * identification of 0.55 is enough for a listed language. Raising it: sooner switches, also for accents.
 */
const ALLOWED_WEIGHT = 4;

/**
 * Least probability of one identification that names a voice's first language, if the recogniser that switches takes part in it. Of 149
 * recordings in English, 104 of them by people whose first language is Mandarin, the first 2.2 s are never taken for another language
 * with 0.9, and twice with 0.8; of 68 in ten other languages 55 are named (scripts/rooms/first-windows.mjs, 30 November 2026). Raising
 * it: later first switches.
 */
const FIRST_SURE = 0.9;

export interface VoiceLanguage {
  readonly policy: LanguagePolicy;
  readonly belief: LanguageBelief;
  /** Language that the voice is decoded in. */
  decoded: Language;
  /** True until the voice has solo speech or was given a language. */
  isNew: boolean;
  /** Newest solo speech, 3 s at most. */
  solo: Float32Array;
  /** Absolute sample at which `solo` ends. */
  soloEnd: number;
  /** Samples of solo speech since the last identification. */
  unidentified: number;
  /** Samples of solo speech since the last `asr.language`. */
  unreported: number;
  /** Samples of solo speech that do not count for a language yet. */
  uncounted: number;
  /** Language of the last `asr.language`. */
  reported: Language | undefined;
  /** True once an identification was made. */
  isIdentified: boolean;
  /** True if the last identification was surely the language that the voice is decoded in. */
  isConfirmed: boolean;
  /** Samples of solo speech by language. */
  readonly samplesOf: Map<Language, number>;
  /** What was announced already and is announced once only. */
  readonly announced: Set<string>;
}

/** @param confirmed languages whose recogniser takes part in identifying them */
export function newVoiceLanguage(choice: LanguageChoice, confirmed: readonly Language[]): VoiceLanguage {
  return {
    policy: new LanguagePolicy(confirmed),
    belief: new LanguageBelief((language) => priorWeight(choice, language)),
    decoded: firstLanguage(choice),
    isNew: true,
    solo: new Float32Array(0),
    soloEnd: 0,
    unidentified: 0,
    unreported: REPORT_SAMPLES,
    uncounted: 0,
    reported: undefined,
    isIdentified: false,
    isConfirmed: false,
    samplesOf: new Map(),
    announced: new Set(),
  };
}

/** Adds solo speech, in order, that begins at absolute sample `start`. */
export function addSolo(state: VoiceLanguage, samples: Float32Array, start: number): void {
  if (start - state.soloEnd > APART_SAMPLES) state.solo = new Float32Array(0);
  const all = joinFloats([state.solo, samples]);
  state.isNew = false;
  state.soloEnd = start + samples.length;
  state.solo = all.slice(Math.max(0, all.length - WINDOW_SAMPLES));
  state.unidentified += samples.length;
  state.unreported += samples.length;
  state.uncounted += samples.length;
}

/** The language that a window leaves no doubt of, if the voice was never identified as another one. */
export function firstOf(state: VoiceLanguage, window: LanguageProbabilities): Language | undefined {
  const sure = LANGUAGES.find((language) => (window[language] ?? 0) >= FIRST_SURE);
  const isFirst =
    state.policy.spoken === undefined && [...state.samplesOf.keys()].every((one) => one === sure);
  return isFirst ? sure : undefined;
}

/** Counts the solo speech of an identified window for its language; what is older than the window was not identified. */
export function countFor(state: VoiceLanguage, language: Language): void {
  const samples = Math.min(state.uncounted, state.solo.length);
  state.uncounted = 0;
  if (samples > 0) state.samplesOf.set(language, (state.samplesOf.get(language) ?? 0) + samples);
}

/** True if the client lets a voice be decoded in the language. */
export function isAllowed(choice: LanguageChoice, language: Language): boolean {
  return choice.kind === 'auto' || (choice.kind === 'allowed' && choice.languages.includes(language));
}

/** True if the room may decode the language: it is the session's first, or a voice may switch to it. */
export function isDecoded(choice: LanguageChoice, language: Language): boolean {
  return language === firstLanguage(choice) || isAllowed(choice, language);
}

/** How much likelier a language is than another before a voice is heard: 1 for most. */
export function priorWeight(choice: LanguageChoice, language: Language): number {
  return choice.kind === 'allowed' && choice.languages.includes(language) ? ALLOWED_WEIGHT : 1;
}
