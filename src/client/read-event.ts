/** Reads one text frame of a service as one event. */
import { TurnwireError } from '../protocol/errors.js';
import { shorten } from '../protocol/describe-shape.js';

/** @returns the event in the line, or the error if the line is not a JSON object. */
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
    return fault('no_event', 'JSON that is not an object');
  } catch (error) {
    return fault('not_json', 'text that is not JSON', error);
  }
}
