/** The language that a room's one recogniser decodes in: that of whoever speaks now. */
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { RoomLanguages } from './room-languages.js';
import type { Voice } from './voice.js';

/**
 * A voice that is new this soon after a change of language begins in that language: it is most likely the same person, labelled as
 * somebody new. Chosen by hand. Raising it: a real newcomer begins in the wrong language more often.
 */
const SAME_PERSON_SAMPLES = 5 * SAMPLE_RATE_HZ;

export class DecodingLanguage {
  current: Language;
  /** Absolute sample at which the current language was chosen. */
  private since = -Infinity;

  constructor(private readonly languages: RoomLanguages) {
    this.current = languages.decodedFor(undefined);
  }

  /**
   * The language in which the voice that speaks now is decoded.
   * @param from absolute sample at which its uninterrupted speech began
   * @param stretchStart absolute sample at which the room's uninterrupted speech began
   */
  languageFor(voice: Voice, from: number, stretchStart: number): Language {
    const isSameStretch = from > stretchStart;
    if (isSameStretch && from - this.since < SAME_PERSON_SAMPLES) this.languages.begin(voice, this.current);
    return this.languages.decodedFor(voice);
  }

  switchTo(language: Language, sample: number): void {
    this.current = language;
    this.since = sample;
  }
}
