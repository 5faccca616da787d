/**
 * Checks a `session.start` and fills its defaults. Rejections carry the close frame of reasons.ts.
 * Order of checks: api_key's type, mode, language, eot, signals, idle_timeout_s, inference_interval, messages.
 * Source: service-v2 sections 2.1, 2.2, 7; decisions.md "Languages", "messages", "Bad input on a socket".
 */
import { INTERVAL_MAX_SEC, INTERVAL_MIN_SEC } from './grid.js';
import { isLanguage, isTwoLetterCode, LANGUAGES, type Language, type LanguageChoice } from './languages.js';
import type { ConversationMessage } from './messages.js';
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
import { CLOSE, SessionRejected, type CloseFrame } from './reasons.js';

/** How `eot` names an operating point: by profile, or as the one nearest to a mean latency in milliseconds. */
export type EotChoice =
  | { readonly kind: 'profile'; readonly profile: ProfileName }
  | { readonly kind: 'budget'; readonly latencyBudgetMs: number };

/** A checked session, defaults filled. Units in the names; see each default in `parseSessionStart`. */
export interface SessionOptions {
  readonly endpoint: Endpoint;
  readonly mode: Mode;
  readonly language: LanguageChoice;
  readonly eot: EotChoice;
  readonly signals: ReadonlySet<Signal>;
  /** Seconds without speech before the session closes; 0 or less never closes. Default 600. */
  readonly idleTimeoutSec: number;
  /** Scoring step, 0.02 to 1 s. Default 0.1. */
  readonly inferenceIntervalSec: number;
  /** Newest last, at most 20 messages and 8 000 characters. Always empty in rooms. */
  readonly messages: readonly ConversationMessage[];
}

/** What the check depends on beside the message. */
export interface ParseContext {
  /** Languages a room can decode (loaded recognisers). Ignored on a stream, which accepts all 14. */
  readonly asrLanguages?: readonly Language[];
}

type Fields = Record<string, unknown>;

/**
 * @param fields the parsed `session.start`; unknown fields are ignored, absent ones have their defaults.
 * @throws SessionRejected with the close frame to send.
 */
export function parseSessionStart(
  fields: Fields,
  endpoint: Endpoint,
  context: ParseContext = {},
): SessionOptions {
  if (fields.api_key !== undefined && typeof fields.api_key !== 'string') {
    reject(CLOSE.badField('api_key', 'a string', fields.api_key));
  }
  return {
    endpoint,
    mode: parseMode(fields.mode),
    language: parseLanguage(fields.language, endpoint, context.asrLanguages ?? LANGUAGES),
    eot: parseEot(fields.eot),
    signals: parseSignals(fields.signals),
    idleTimeoutSec: parseIdleTimeout(fields.idle_timeout_s),
    inferenceIntervalSec: parseInterval(fields.inference_interval),
    messages: endpoint === 'room' ? [] : parseMessages(fields.messages),
  };
}

function reject(close: CloseFrame): never {
  throw new SessionRejected(close);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parseMode(value: unknown): Mode {
  if (value === undefined) return 'transactional_call';
  if (typeof value !== 'string') reject(CLOSE.badField('mode', 'a string', value));
  if (!MODES.includes(value as Mode)) reject(CLOSE.unknownMode(value));
  return value as Mode;
}

function parseLanguage(value: unknown, endpoint: Endpoint, decodable: readonly Language[]): LanguageChoice {
  if (value === undefined) return { kind: 'pin', language: 'en' };
  if (!isObject(value)) reject(CLOSE.badField('language', 'an object', value));
  const keys = Object.keys(value);
  const form = keys.length === 1 ? keys[0] : undefined;
  if (form === 'pin') {
    return { kind: 'pin', language: checkCodes([value.pin], endpoint, decodable)[0] };
  }
  if (form === 'allowed') {
    if (!Array.isArray(value.allowed)) {
      reject(CLOSE.badField('language.allowed', 'an array of language codes', value.allowed));
    }
    return { kind: 'allowed', languages: checkCodes(value.allowed, endpoint, decodable) };
  }
  if (form === 'auto' && value.auto === true) return { kind: 'auto' };
  reject(CLOSE.unknownLanguageMode(keys));
}

function checkCodes(
  codes: readonly unknown[],
  endpoint: Endpoint,
  decodable: readonly Language[],
): [Language, ...Language[]] {
  const unique = [...new Set(codes)];
  const malformed = unique.filter((code) => !isTwoLetterCode(code));
  if (malformed.length > 0 || unique.length === 0) reject(CLOSE.badLanguageCodes(malformed));
  const wellFormed = unique as string[];
  const unsupported = wellFormed.filter(
    (code) => !isLanguage(code) || (endpoint === 'room' && !decodable.includes(code)),
  );
  if (unsupported.length > 0) {
    reject(
      endpoint === 'room' ? CLOSE.unsupportedOnRoom(unsupported) : CLOSE.unsupportedOnStream(unsupported),
    );
  }
  return wellFormed as [Language, ...Language[]];
}

function parseEot(value: unknown): EotChoice {
  if (value === undefined) return { kind: 'profile', profile: 'cutoff_10pct' };
  if (!isObject(value)) reject(CLOSE.badField('eot', 'an object', value));
  const { profile, latency_budget_ms: budget } = value;
  if (profile !== undefined && budget !== undefined) reject(CLOSE.eotBoth);
  if (budget !== undefined) {
    if (typeof budget !== 'number' || !Number.isFinite(budget) || budget <= 0)
      reject(CLOSE.badLatencyBudget(budget));
    return { kind: 'budget', latencyBudgetMs: budget };
  }
  if (profile === undefined) return { kind: 'profile', profile: 'cutoff_10pct' };
  if (typeof profile !== 'string') reject(CLOSE.badField('eot.profile', 'a string', profile));
  if (!PROFILES.includes(profile as ProfileName)) reject(CLOSE.unknownProfile(profile));
  return { kind: 'profile', profile: profile as ProfileName };
}

function parseSignals(value: unknown): ReadonlySet<Signal> {
  if (value === undefined) return new Set(['vad', 'eot']);
  if (!Array.isArray(value)) reject(CLOSE.badField('signals', 'an array of signal names', value));
  for (const name of value) {
    if (!SIGNALS.includes(name as Signal)) reject(CLOSE.unknownSignal(name));
  }
  return new Set<Signal>(['vad', 'eot', ...(value as Signal[])]);
}

function parseIdleTimeout(value: unknown): number {
  if (value === undefined) return 600;
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    reject(CLOSE.badField('idle_timeout_s', 'a number', value));
  }
  return value;
}

function parseInterval(value: unknown): number {
  if (value === undefined) return 0.1;
  const valid = typeof value === 'number' && value >= INTERVAL_MIN_SEC && value <= INTERVAL_MAX_SEC;
  if (!valid) reject(CLOSE.badInterval(value));
  return value;
}

function parseMessages(value: unknown): ConversationMessage[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) reject(CLOSE.badField('messages', 'an array of {role, content}', value));
  const messages = value.map((item: unknown, index): ConversationMessage => {
    const field = `messages[${index}]`;
    if (!isObject(item)) reject(CLOSE.badField(field, 'an object with role and content', item));
    const { role, content } = item;
    if (typeof role !== 'string' || role === '')
      reject(CLOSE.badField(`${field}.role`, 'a non-empty string', role));
    if (content !== null && typeof content !== 'string') {
      reject(CLOSE.badField(`${field}.content`, 'a string', content));
    }
    return { role, content: content ?? '' };
  });
  return newestMessages(messages);
}
