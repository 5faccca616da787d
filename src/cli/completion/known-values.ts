/**
 * Values of options that have no `choices` in commander, because another part of the program checks them. The names of scorers,
 * embedders and identifiers are repeated here: importing them would load the engines.
 */
import { LANGUAGES } from '../../protocol/languages.js';
import { MODES, PROFILES, SIGNALS } from '../../protocol/names.js';

export const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  '--profile': PROFILES,
  '--mode': MODES,
  '--signals': SIGNALS,
  '--language': LANGUAGES,
  '--scorer': ['learned', 'rules', 'smart-turn'],
  '--voices': ['learned', 'mel-statistics'],
  '--lid': ['decoding', 'learned', 'multilingual'],
};
