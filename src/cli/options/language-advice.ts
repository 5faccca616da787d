/** What to do about a refused language, added on the command line to the service's reason, whose wording is fixed. */
import { LANGUAGES } from '../../protocol/languages.js';

/** The languages of a room depend on the models installed here. */
const ROOM = '`turnwire models list` says which ones a room transcribes here and how to add one';
const CODES = `give two-letter codes: ${[...LANGUAGES].sort().join(', ')}; several with --allowed, any with --auto-language`;

/** @param reason of the refusal. @returns the reason with the advice, if it is about languages. */
export function withLanguageAdvice(reason: string): string {
  if (reason.startsWith('unsupported language')) return `${reason}; ${ROOM}`;
  return /^(bad language code|language\(s\) not supported)/.test(reason) ? `${reason}; ${CODES}` : reason;
}
