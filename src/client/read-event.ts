/** Reads what a service sends, a line a frame. */
import { TurnwireError } from '../protocol/errors.js';
import { shorten } from '../protocol/describe-shape.js';

/** The event in a line, or what is wrong with the line. */
export function readEvent(
  line: string,
  url: string,
): { event?: Record<string, unknown>; fault?: TurnwireError } {
  const fault = (code: string, what: string, cause?: unknown): { fault: TurnwireError } => ({
    fault: new TurnwireError(
      'protocol',
      code,
      `the service sent ${what}: ${shorten(line)}; see that ${url} is the address of a /v2 service`,
      { cause },
    ),
  });
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { event: value as Record<string, unknown> };
    return fault('no_event', 'JSON that is no object, so no event');
  } catch (error) {
    return fault('not_json', 'what is no JSON', error);
  }
}
