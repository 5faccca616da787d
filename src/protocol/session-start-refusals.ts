/**
 * How a refused field of `session.start` reads in the close frame (docs/protocol.md, "Closes"). The schema in
 * session-start.ts has decided that the field is wrong; here is only the wording, which is fixed to the letter.
 */
import type { z } from 'zod';
import { isLanguage, isTwoLetterCode, type Language } from './languages.js';
import type { Endpoint } from './names.js';
import { CLOSE, type CloseFrame } from './reasons.js';

/** What decides which languages are taken. */
export interface FieldContext {
  readonly endpoint: Endpoint;
  /** Languages a room can decode; a stream takes all 14 without one. */
  readonly decodable: readonly Language[];
}

type Refusal = (value: unknown, issue: z.core.$ZodIssue, context: FieldContext) => CloseFrame;

const REFUSALS: Readonly<Record<string, Refusal>> = {
  // A key is never repeated, whatever came in its place.
  api_key: () => CLOSE.invalidApiKey,
  mode: (value) =>
    typeof value === 'string' ? CLOSE.unknownMode(value) : CLOSE.badField('mode', 'a string', value),
  language: (value, _, context) => refusedLanguage(value, context),
  eot: (value) => refusedEot(value),
  signals: (value, { path }) =>
    Array.isArray(value)
      ? CLOSE.unknownSignal(value[path[1] as number])
      : CLOSE.badField('signals', 'an array of signal names', value),
  idle_timeout_s: (value) => CLOSE.badField('idle_timeout_s', 'a number', value),
  inference_interval: (value) => CLOSE.badInterval(value),
  messages: (value, { path }) => refusedMessages(value, path),
};

/** The close frame for the first issue that the schema found in `fields`. */
export function refusalOf(
  issue: z.core.$ZodIssue,
  fields: Readonly<Record<string, unknown>>,
  context: FieldContext,
): CloseFrame {
  const field = String(issue.path[0]);
  const refusal = REFUSALS[field];
  return refusal ? refusal(fields[field], issue, context) : CLOSE.expectedSessionStart;
}

/** The codes that are not two letters, else those that the endpoint does not take; each once, in order. */
export function unsupportedCodes(
  codes: readonly unknown[],
  { endpoint, decodable }: FieldContext,
): unknown[] {
  const unique = [...new Set(codes)];
  const malformed = unique.filter((code) => !isTwoLetterCode(code));
  if (malformed.length > 0) return malformed;
  return unique.filter((code) => !isLanguage(code) || (endpoint === 'room' && !decodable.includes(code)));
}

function refusedLanguage(value: unknown, context: FieldContext): CloseFrame {
  if (!isObject(value)) return CLOSE.badField('language', 'an object', value);
  const keys = Object.keys(value);
  const form = keys.length === 1 ? keys[0] : undefined;
  if (form === 'pin') return refusedCodes([value.pin], context);
  if (form === 'allowed') {
    return Array.isArray(value.allowed)
      ? refusedCodes(value.allowed, context)
      : CLOSE.badField('language.allowed', 'an array of language codes', value.allowed);
  }
  return CLOSE.unknownLanguageMode(keys);
}

function refusedCodes(codes: readonly unknown[], context: FieldContext): CloseFrame {
  const refused = unsupportedCodes(codes, context);
  if (refused.length === 0 || !refused.every(isTwoLetterCode)) return CLOSE.badLanguageCodes(refused);
  return context.endpoint === 'room' ? CLOSE.unsupportedOnRoom(refused) : CLOSE.unsupportedOnStream(refused);
}

function refusedEot(value: unknown): CloseFrame {
  if (!isObject(value)) return CLOSE.badField('eot', 'an object', value);
  const { profile, latency_budget_ms: budget } = value;
  if (profile !== undefined && budget !== undefined) return CLOSE.eotBoth;
  if (budget !== undefined) return CLOSE.badLatencyBudget(budget);
  return typeof profile === 'string'
    ? CLOSE.unknownProfile(profile)
    : CLOSE.badField('eot.profile', 'a string', profile);
}

function refusedMessages(value: unknown, [, index, name]: readonly PropertyKey[]): CloseFrame {
  if (!Array.isArray(value)) return CLOSE.badField('messages', 'an array of {role, content}', value);
  const message: unknown = value[index as number];
  const field = `messages[${String(index)}]`;
  if (!isObject(message)) return CLOSE.badField(field, 'an object with role and content', message);
  return name === 'role'
    ? CLOSE.badField(`${field}.role`, 'a non-empty string', message.role)
    : CLOSE.badField(`${field}.content`, 'a string', message.content);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
