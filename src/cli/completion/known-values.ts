/**
 * What options take that have no `choices` in commander, because another part of the program judges their value: a session's
 * flags (service-v2 section 2.1), and what engines here are made of.
 */
import { EMBEDDERS, IDENTIFIERS } from '../../engine/room-setup.js';
import { SCORERS } from '../../engine/scorers.js';
import { LANGUAGES } from '../../protocol/languages.js';
import { MODES, PROFILES, SIGNALS } from '../../protocol/names.js';

export const KNOWN_VALUES: Readonly<Record<string, readonly string[]>> = {
  '--profile': PROFILES,
  '--mode': MODES,
  '--signals': SIGNALS,
  '--language': LANGUAGES,
  '--scorer': Object.keys(SCORERS),
  '--voices': Object.keys(EMBEDDERS),
  '--lid': Object.keys(IDENTIFIERS),
};
