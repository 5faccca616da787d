/**
 * What any session needs beside its audio, whichever product it is of: options, scorers, points, policies. `sessionSetup`
 * fills it for the products' own setups (stream/stream-setup.ts, room/room-setup.ts).
 */
import type { BargeinClassifier } from '../../bargein/classifier.js';
import type { BargeinOptions } from '../../bargein/policy.js';
import type { EotPolicy } from '../../eot/policy.js';
import type { EotScorer } from '../../eot/scorer.js';
import type { Inference } from '../../inference/kernel.js';
import { policyFor, type PoliciesByLanguage } from '../../operating-points/policies.js';
import { PUBLISHED_POINTS, type PointsTable } from '../../operating-points/published.js';
import type { Language } from '../../protocol/languages.js';
import type { ProfileName } from '../../protocol/names.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import type { VadOptions } from '../../vad/policy.js';
import { DEFAULT_SCORER, scorersNamed } from './scorers.js';

/** What any session needs. */
export interface SessionSetup {
  readonly session: SessionOptions;
  /** Reported in `session.started`; also tells the pool whose call it runs. */
  readonly sessionId: string;
  readonly inference: Inference;
  readonly scorer: EotScorer;
  readonly bargeinClassifier: BargeinClassifier;
  /** Points that the selection rules and `session.started.eot` use. */
  readonly points: PointsTable;
  /** The end-of-turn policy behind a profile. */
  readonly policy: (profile: ProfileName, language: Language) => EotPolicy;
  /** Whether words are decoded; if not, no recogniser is loaded. Default true. */
  readonly isTranscribed?: boolean;
  /** Default DEFAULT_VAD_OPTIONS. */
  readonly vad?: VadOptions;
  /** Default DEFAULT_BARGEIN_OPTIONS. */
  readonly bargein?: BargeinOptions;
  /** True: a pause is judged when it begins, not when a score first matters. More work, earlier answers, same events. */
  readonly judgeAhead?: boolean;
  /** Called at every grid step with the numbers behind its decisions. */
  readonly onTrace?: (record: TraceRecord) => void;
}

/** One line of `--trace`. */
export interface TraceRecord {
  readonly t: number;
  /** Speech probability of the newest frame, 0..1. */
  readonly speech: number;
  readonly speaking: boolean;
  readonly silence_s: number;
  /** Null outside the silences of an open turn. */
  readonly p_eot: number | null;
  readonly parts?: Readonly<Record<string, number | string>>;
}

/** Choices of whoever runs the engine, beside the wire's `session.start`. */
export interface EngineChoices {
  /** `--scorer`. Default: the best one shipped. */
  readonly scorer?: string;
  /** False: voice activity and sound only, no transcript. Default true. */
  readonly transcript?: boolean;
  /** Points to publish. Default: the published table (operating-points/published.ts). */
  readonly points?: PointsTable;
  /** Policies behind the profiles, by language. A language without an entry has the policies that ship for the scorer. */
  readonly policies?: PoliciesByLanguage;
  readonly judgeAhead?: SessionSetup['judgeAhead'];
  readonly onTrace?: SessionSetup['onTrace'];
}

/**
 * The setup of a session: what was chosen, and the shipped default for everything else.
 * @throws TurnwireError kind `usage` if no scorer has the chosen name.
 */
export function sessionSetup(
  session: SessionOptions,
  sessionId: string,
  inference: Inference,
  { scorer, points, policies, judgeAhead, onTrace }: EngineChoices,
): SessionSetup {
  const scorers = scorersNamed(scorer ?? DEFAULT_SCORER);
  return {
    session,
    sessionId,
    inference,
    scorer: scorers.eot,
    bargeinClassifier: scorers.bargein,
    points: points ?? PUBLISHED_POINTS,
    policy: (profile, language) => policyFor(session.endpoint, profile, language, policies, scorers.eot.name),
    judgeAhead,
    onTrace,
  };
}
