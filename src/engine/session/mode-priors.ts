/** What each `mode` changes: priors only, never the end-of-turn point (decisions.md, "mode"). */
import type { Mode } from '../../protocol/names.js';

export interface ModePriors {
  /** Voices a room expects; one more needs strong evidence. */
  readonly expectedVoices: number;
  /** Log-odds added for `claim`: negative where backchannels are common. */
  readonly claimLogit: number;
}

export const MODE_PRIORS = {
  transactional_call: { expectedVoices: 2, claimLogit: 0 },
  one_on_one: { expectedVoices: 2, claimLogit: 0 },
  working_session: { expectedVoices: 8, claimLogit: -0.5 },
  brainstorm: { expectedVoices: 8, claimLogit: -0.5 },
  formal: { expectedVoices: 8, claimLogit: 0.5 },
} as const satisfies Record<Mode, ModePriors>;
