/**
 * The caller of a stream whose client allows several languages: at each pause their newest speech is identified, and from then on their
 * words are decoded and judged in the language that is followed. No event names it; the trace does.
 */
import type { LanguageProbabilities } from '../../lid/identifier.js';
import { believedAfter, followed, noBelief, type CallerBelief } from '../../lid/caller-language.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { AudioWindow } from '../session/audio-window.js';

/** Speech that an identification reads: docs/protocol.md, "Limits". */
const WINDOW_SAMPLES = 3 * SAMPLE_RATE_HZ;
/** New speech that an identification needs. Chosen by hand: Whisper names 75 of 100 windows of 1 s, 93 of 2 s, 98 of 3 s. */
const LEAST_SAMPLES = 1 * SAMPLE_RATE_HZ;

/** The language at one pause: its sound is fixed, it is identified when it is first asked for. */
export interface CallerPause {
  language(): Promise<Language>;
  /** Commits the pause: later ones build on it. Does nothing until `language` has resolved. */
  commit(): void;
}

export class Caller {
  private belief: CallerBelief;
  private current: Language;
  private spokenFrom = 0;
  /** Absolute sample up to which speech was identified. */
  private identifiedTo = 0;

  /** @param allowed at least one; the first is followed until another is heard */
  constructor(
    private readonly audio: AudioWindow,
    private readonly allowed: readonly [Language, ...Language[]],
    private readonly identify: (audio: Float32Array) => Promise<LanguageProbabilities>,
  ) {
    this.belief = noBelief(allowed);
    this.current = allowed[0];
  }

  /** The language that is followed now. */
  get language(): Language {
    return this.current;
  }

  /** Speech begins (again) at absolute `sample`. */
  speechStart(sample: number): void {
    this.spokenFrom = sample;
  }

  /** A pause after speech up to absolute `speechEnd`. */
  pause(speechEnd: number): CallerPause {
    const isNew = speechEnd - Math.max(this.spokenFrom, this.identifiedTo) >= LEAST_SAMPLES;
    const from = Math.max(this.spokenFrom, speechEnd - WINDOW_SAMPLES);
    const window = isNew && this.allowed.length > 1 ? this.audio.slice(from, speechEnd) : undefined;
    let after: Promise<CallerBelief> | undefined;
    let known: CallerBelief | undefined;
    const identified = async (): Promise<CallerBelief> => {
      known = window ? believedAfter(this.belief, await this.identify(window), this.allowed) : this.belief;
      return known;
    };
    return {
      language: async () => followed(await (after ??= identified()), this.allowed, this.current),
      commit: () => {
        if (!known || !window) return;
        this.current = followed(known, this.allowed, this.current);
        this.belief = known;
        this.identifiedTo = speechEnd;
        known = undefined;
      },
    };
  }
}
