/**
 * Every event the service sends (docs/protocol.md, "From the service"), as zod schemas and types. Times are in seconds of audio,
 * fields ending in `_ms` are integers in milliseconds. The warnings `bad_message` and `bad_audio` are this project's own.
 */
import { z } from 'zod';
import { LANGUAGES } from './languages.js';
import { PROFILES, SCHEMA_VERSION } from './names.js';

const version = z.literal(SCHEMA_VERSION);
const seq = z.int().positive();
const seconds = z.number().nonnegative();
const ms = z.int().nonnegative();
const probability = z.number().min(0).max(1);
const by = z.enum(['score', 'timeout']);
const profile = z.enum(PROFILES);
const language = z.enum(LANGUAGES);
const voice = z.string().regex(/^spk_[1-9]\d*$/);
const wide = z.enum(['user', 'room']);

const base = <T extends string>(type: T) => ({ type: z.literal(type), schema_version: version, seq });
const timed = <T extends string>(type: T) => ({ ...base(type), t: seconds });

const eotObjectSchema = z.object({
  profile,
  mean_latency_ms: z.number().nonnegative(),
  cutoff_rate: probability,
  /** Whose figures these are: the service's, this engine's for this language, or this engine's over several languages. */
  basis: z.enum(['published', 'measured', 'multilingual']).optional(),
});
export type EotObject = z.infer<typeof eotObjectSchema>;

export const sessionStartedSchema = z.object({
  type: z.literal('session.started'),
  schema_version: version,
  session_id: z.string().min(1),
  tier: z.literal('full').optional(),
  eot: eotObjectSchema,
  models: z.record(z.string(), z.string()).optional(),
});
export const idleTimeoutWarningSchema = z.object({
  ...base('warning'),
  code: z.literal('idle_timeout'),
  close_in_s: seconds,
});
export const badInputWarningSchema = z.object({
  ...base('warning'),
  code: z.enum(['bad_message', 'bad_audio']),
  message: z.string(),
});
export const languageMismatchSchema = z.object({
  ...timed('warning'),
  code: z.literal('language_mismatch'),
  speaker: voice,
  // The warning may name a language outside the 14 when the identifier knows it.
  language: z.string().min(2),
});
export const sessionSummarySchema = z.object({
  ...base('session.summary'),
  audio_s: seconds,
  turns: z.int().nonnegative(),
});

export const vadStartSchema = z.object({ ...timed('vad.start'), speaker: wide });
export const vadEndSchema = z.object({ ...timed('vad.end'), speaker: wide, duration: seconds });
export const turnEndSchema = z.object({
  ...timed('turn.end'),
  speaker: wide,
  p_eot: probability,
  latency_ms: ms,
  by,
  profile,
});
export const turnResumedSchema = z.object({ ...timed('turn.resumed'), speaker: wide, after_ms: ms });
export const bargeinOnsetSchema = z.object({
  ...timed('bargein.onset'),
  agent_speaking: z.literal(true),
  utterance_id: z.string().optional(),
});
export const bargeinClassSchema = z.object({
  ...timed('bargein.class'),
  class: z.enum(['claim', 'backchannel']),
  p_claim: probability.nullable(),
  decided_after_ms: ms,
  utterance_id: z.string().optional(),
});

export const asrPartialSchema = z.object({
  ...timed('asr.partial'),
  speaker: voice,
  text: z.string(),
  language,
});
export const asrFinalSchema = z.object({
  ...timed('asr.final'),
  speaker: voice,
  text: z.string(),
  t0: seconds,
  t1: seconds,
  language,
});
export const asrFlushedSchema = z.object(base('asr.flushed'));
export const asrLanguageSchema = z.object({
  ...timed('asr.language'),
  speaker: voice,
  language: z.string().min(2),
  confidence: probability,
});
export const languageSwitchedSchema = z.object({ ...timed('language.switched'), speaker: voice, language });
export const languageSwitchRecommendedSchema = z.object({
  ...timed('language.switch_recommended'),
  speaker: voice,
  language,
});
export const languageSummarySchema = z.object({
  ...timed('language.summary'),
  speakers: z.record(voice, z.record(z.string(), seconds)),
});

/** Any event of either endpoint. */
export const wireEventSchema = z.union([
  sessionStartedSchema,
  z.discriminatedUnion('code', [idleTimeoutWarningSchema, badInputWarningSchema, languageMismatchSchema]),
  z.discriminatedUnion('type', [
    sessionSummarySchema,
    vadStartSchema,
    vadEndSchema,
    turnEndSchema,
    turnResumedSchema,
    bargeinOnsetSchema,
    bargeinClassSchema,
    asrPartialSchema,
    asrFinalSchema,
    asrFlushedSchema,
    asrLanguageSchema,
    languageSwitchedSchema,
    languageSwitchRecommendedSchema,
    languageSummarySchema,
  ]),
]);

export type WireEvent = z.infer<typeof wireEventSchema>;
/** Events of one type: `EventOf<'turn.end'>`. */
export type EventOf<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>;
export type SessionStarted = EventOf<'session.started'>;

/** An event without its envelope. Parts of the engine return bodies; the engine adds `schema_version` and `seq`. */
export type EventBody = DistributiveOmit<Exclude<WireEvent, SessionStarted>, 'schema_version' | 'seq'>;
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
export type BodyOf<T extends EventBody['type']> = Extract<EventBody, { type: T }>;

/** One line of the event log. The key order is fixed by `Sequencer`, so equal events give equal bytes. */
export function toJsonLine(event: WireEvent): string {
  return JSON.stringify(event) + '\n';
}
