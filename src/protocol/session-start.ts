/**
 * `session.start`: one schema decides what is valid, fills the defaults and feeds the tables of docs/protocol.md. How a
 * refused field reads is in session-start-refusals.ts. Fields are checked in the order of the schema; the first fault
 * closes the session (docs/protocol.md, "session.start" and "Closes").
 */
import { z } from 'zod';
import { INTERVAL_MAX_SEC, INTERVAL_MIN_SEC } from './grid.js';
import { LANGUAGES, type Language, type LanguageChoice } from './languages.js';
import { conversationMessageSchema, type ConversationMessage } from './messages.js';
import {
  MODES,
  PROFILES,
  SIGNALS,
  type Endpoint,
  type Mode,
  type ProfileName,
  type Signal,
} from './names.js';
import { newestMessages } from './newest-messages.js';
import { withoutNulls } from './nulls.js';
import { SessionRejected } from './reasons.js';
import { refusalOf, unsupportedCodes, type FieldContext } from './session-start-refusals.js';

/** How `eot` names an operating point: by profile, or as the one nearest to a mean latency in milliseconds. */
export type EotChoice =
  | { readonly kind: 'profile'; readonly profile: ProfileName }
  | { readonly kind: 'budget'; readonly latencyBudgetMs: number };

/** A checked session, defaults filled. Units in the names; the defaults are in `sessionStartSchema`. */
export interface SessionOptions {
  readonly endpoint: Endpoint;
  readonly mode: Mode;
  readonly language: LanguageChoice;
  readonly eot: EotChoice;
  readonly signals: ReadonlySet<Signal>;
  /** Seconds without speech before the session closes; 0 or less never closes. */
  readonly idleTimeoutSec: number;
  /** Scoring step, 0.02 to 1 s. */
  readonly inferenceIntervalSec: number;
  /** Newest last, at most 20 messages and 8 000 characters. Always empty in rooms. */
  readonly messages: readonly ConversationMessage[];
}

/** What the check depends on beside the message. */
export interface ParseContext {
  /** Languages a room can decode (loaded recognisers). Ignored on a stream, which accepts all 14. */
  readonly asrLanguages?: readonly Language[];
}

const DEFAULT_PROFILE: ProfileName = 'cutoff_10pct';

const eotSchema = z
  .object({ profile: z.enum(PROFILES).optional(), latency_budget_ms: z.number().positive().optional() })
  .refine(({ profile, latency_budget_ms: budget }) => profile === undefined || budget === undefined);

function languageSchema(context: FieldContext) {
  return z
    .union([
      z.strictObject({ pin: z.string() }),
      z.strictObject({ allowed: z.array(z.string()).min(1) }),
      z.strictObject({ auto: z.literal(true) }),
    ])
    .refine((choice) => {
      if ('auto' in choice) return true;
      return unsupportedCodes('pin' in choice ? [choice.pin] : choice.allowed, context).length === 0;
    });
}

/** The whole message as a client sends it. `context` says which languages the endpoint takes. */
export function sessionStartSchema(context: FieldContext) {
  return z.object({
    type: z.literal('session.start').optional(),
    api_key: z.string().optional(),
    mode: z.enum(MODES).default('transactional_call'),
    language: languageSchema(context).default({ pin: 'en' }),
    eot: eotSchema.default({ profile: DEFAULT_PROFILE }),
    signals: z.array(z.enum(SIGNALS)).default([]),
    idle_timeout_s: z.number().default(600),
    inference_interval: z.number().min(INTERVAL_MIN_SEC).max(INTERVAL_MAX_SEC).default(0.1),
    messages:
      context.endpoint === 'room' ? z.unknown().optional() : z.array(conversationMessageSchema).default([]),
  });
}

/**
 * @param fields the parsed `session.start`; unknown fields are ignored, absent and `null` ones have their defaults.
 * @throws SessionRejected with the close frame to send.
 */
export function parseSessionStart(
  fields: Readonly<Record<string, unknown>>,
  endpoint: Endpoint,
  { asrLanguages = LANGUAGES }: ParseContext = {},
): SessionOptions {
  const context = { endpoint, decodable: asrLanguages };
  const given = withoutNulls(fields, hasForm(fields.language) ? ['eot', 'language'] : ['eot']);
  const parsed = sessionStartSchema(context).safeParse(given);
  if (!parsed.success) throw new SessionRejected(refusalOf(parsed.error.issues[0]!, given, context));
  const { mode, language, eot, signals, idle_timeout_s, inference_interval, messages } = parsed.data;
  return {
    endpoint,
    mode,
    language: languageChoice(language),
    eot: eotChoice(eot),
    signals: new Set<Signal>(['vad', 'eot', ...signals]),
    idleTimeoutSec: idle_timeout_s,
    inferenceIntervalSec: inference_interval,
    messages: endpoint === 'room' ? [] : conversation(messages),
  };
}

/** False if all of it is null: then the refusal shows the null. */
function hasForm(language: unknown): boolean {
  return typeof language === 'object' && Object.values(language ?? {}).some((value) => value !== null);
}

type SessionStart = z.output<ReturnType<typeof sessionStartSchema>>;

function languageChoice(choice: SessionStart['language']): LanguageChoice {
  if ('auto' in choice) return { kind: 'auto' };
  if ('pin' in choice) return { kind: 'pin', language: choice.pin as Language };
  return { kind: 'allowed', languages: [...new Set(choice.allowed)] as [Language, ...Language[]] };
}

function eotChoice({ profile = DEFAULT_PROFILE, latency_budget_ms: budget }: SessionStart['eot']): EotChoice {
  return budget === undefined ? { kind: 'profile', profile } : { kind: 'budget', latencyBudgetMs: budget };
}

/** A `content` of null counts as empty. */
function conversation(messages: unknown): ConversationMessage[] {
  const checked = messages as z.output<typeof conversationMessageSchema>[];
  return newestMessages(checked.map(({ role, content }) => ({ role, content: content ?? '' })));
}
