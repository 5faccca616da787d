/**
 * What each `mode` changes: priors only, never the end-of-turn point (docs/protocol.md, "Modes"). The numbers are chosen by
 * hand. A shift of 0.5 moves a p_claim of 0.5 to 0.38 or 0.62: it decides unclear onsets and leaves clear ones alone.
 */
import type { Mode } from '../../protocol/names.js';

export interface ModePriors {
  /** Voices that a room expects; each further one needs strong evidence. */
  readonly expectedVoices: number;
  /** Log-odds added to those of `claim`; negative if backchannels are common in the mode. */
  readonly claimLogit: number;
}

export const MODE_PRIORS = {
  transactional_call: { expectedVoices: 2, claimLogit: 0 },
  one_on_one: { expectedVoices: 2, claimLogit: 0 },
  working_session: { expectedVoices: 8, claimLogit: -0.5 },
  brainstorm: { expectedVoices: 8, claimLogit: -0.5 },
  formal: { expectedVoices: 8, claimLogit: 0.5 },
} as const satisfies Record<Mode, ModePriors>;
