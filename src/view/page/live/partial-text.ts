/** What a voice's words that may still change look like behind those that will not. Pure. */
import { joinPieces } from '../../../asr/writing-systems.js';

/** The partial words, with a blank before them if the languages of both are written with one. */
export const partialText = (final: string, partial: string): string =>
  joinPieces(final, partial).slice(final.length);
