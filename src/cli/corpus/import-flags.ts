/** Flags of `corpus import`, and the check before anything is read: it refuses empty names and options that the kind ignores. */
import { TurnwireError } from '../../protocol/errors.js';
import { isLanguage, LANGUAGES } from '../../protocol/languages.js';

export interface ImportFlags {
  out: string;
  licence: string;
  name?: string;
  language: string;
  pairs?: boolean;
  reference: string[];
  uem: string[];
  languages?: string;
}

/** Which kinds use an option. Options not listed are for every kind. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  '--language': ['call', 'turns', 'rooms'],
  '--pairs': ['call'],
  '--reference': ['rooms'],
  '--uem': ['rooms'],
  '--languages': ['rooms'],
};

/** @param given long names of the options on the command line. @throws TurnwireError kind `usage` */
export function checkImportFlags(kind: string, flags: ImportFlags, given: readonly string[]): void {
  const useless = given.find((name) => READ_BY[name] && !READ_BY[name].includes(kind));
  if (useless !== undefined)
    reject(`${useless} is for ${READ_BY[useless]!.join(', ')}, this is ${kind}: leave it out`);
  for (const name of ['licence', 'name'] as const)
    if (flags[name]?.trim() === '') reject(`--${name} is empty: a corpus needs one`);
  // A room may be in any language: its voices can be separated all the same.
  if (kind !== 'rooms' && !isLanguage(flags.language))
    reject(`--language: '${flags.language}' is none of ${LANGUAGES.join(', ')}`);
}

function reject(sentence: string): never {
  throw new TurnwireError('usage', 'bad_import', sentence);
}
