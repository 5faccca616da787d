/** Says in one clause what is wrong with the shape of a logged event (check-log.ts) or of a JSON file that a person wrote. */
import type { z } from 'zod';
import { boundedJson } from './bounded-json.js';

/** One clause about the first fault in an event's shape. */
export function describeShape(value: unknown, error: z.ZodError): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `not an object: ${shorten(boundedJson(value))}`;
  const { type, code } = value as { type?: unknown; code?: unknown };
  const issue = firstIssue(error, type, code);
  if (type === undefined) return 'type: missing';
  const name = shorten(typeof type === 'string' ? type : boundedJson(type));
  if (!issue) return `unknown event type '${name}'`;
  const field = issue.path.join('.');
  const given = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  return given === undefined
    ? `${name}: ${field} is missing`
    : `${name}: ${field} is ${shorten(boundedJson(given))}: ${issue.message}`;
}

/** The issue in that branch of the union which has the event's own type (and warning code). */
function firstIssue(error: z.ZodError, type: unknown, code: unknown): z.core.$ZodIssue | undefined {
  const leaves: { issues: readonly z.core.$ZodIssue[] }[] = [];
  const collect = (issues: readonly z.core.$ZodIssue[]): void => {
    const unions = issues.filter((issue) => issue.code === 'invalid_union');
    const nested = unions.flatMap((issue) => ('errors' in issue ? issue.errors : []));
    if (nested.length > 0) nested.forEach((branch) => collect(branch));
    else leaves.push({ issues });
  };
  collect(error.issues);
  const own = leaves.filter(
    ({ issues }) =>
      !issues.some(({ path }) => path.length === 1 && (path[0] === 'type' || path[0] === 'code')),
  );
  const found = own.at(-1)?.issues[0];
  if (found) return found;
  if (type === 'warning' && code !== undefined) {
    return { code: 'custom', path: ['code'], message: 'not a warning of this service', input: code };
  }
  return type === 'warning'
    ? { code: 'custom', path: ['code'], message: 'missing', input: undefined }
    : undefined;
}

/** At most 60 characters of a foreign text, safe to print on a terminal. */
export function shorten(text: string): string {
  return visible(text.length > 60 ? `${text.slice(0, 57)}...` : text);
}

/** Writes control characters out (`\x1b`), so that they do not act as commands to the terminal. */
export function visible(text: string): string {
  return text.replace(
    /[\x00-\x1f\x7f-\x9f]/g,
    (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
}

/** The first fault and its place; the place is left out if it is the whole value. */
export function describeIssue({ issues: [issue] }: z.ZodError): string {
  const { path, message } = issue!;
  return path.length > 0 ? `at ${path.join('.')}: ${message}` : message;
}
