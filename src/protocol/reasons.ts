/**
 * Close codes and reason strings of both endpoints, to the letter: docs/protocol.md, "Closes". Every door takes them from here.
 */
import { boundedJson, MAX_LEVELS } from './bounded-json.js';
import { PROFILES } from './names.js';

/** How a socket is closed: WebSocket code and reason. */
export interface CloseFrame {
  readonly code: number;
  readonly reason: string;
}

/** Writes a value inside a reason in the service's style: strings `'x'`, lists `['a', 'b']`, everything else as JSON. */
export function show(value: unknown, levels = MAX_LEVELS): string {
  if (typeof value === 'string') return `'${value}'`;
  if (levels > 0 && Array.isArray(value))
    return `[${value.map((item) => show(item, levels - 1)).join(', ')}]`;
  return value === undefined ? 'nothing' : boundedJson(value, levels);
}

const policy = (reason: string): CloseFrame => ({ code: 1008, reason });

/** All closes of the service. A reason that contains a value is a function of that value. */
export const CLOSE = {
  normal: { code: 1000, reason: '' },
  idleTimeout: { code: 1000, reason: 'idle_timeout' },
  goingAway: { code: 1001, reason: 'server shutting down' },
  malformedJson: { code: 1007, reason: 'malformed JSON' },
  expectedSessionStart: policy('expected session.start'),
  invalidApiKey: policy('invalid api key'),
  frameTooBig: { code: 1009, reason: 'frame over 1 MiB' },
  internal: { code: 1011, reason: 'internal error' },
  atCapacity: { code: 1013, reason: 'at capacity' },
  unknownMode: (mode: string) => policy(`unknown mode ${show(mode)}`),
  unknownSignal: (name: unknown) => policy(`unknown signal ${show(name)}`),
  badLanguageCodes: (codes: readonly unknown[]) => policy(`bad language code(s) ${show(codes)}`),
  unsupportedOnStream: (codes: readonly string[]) =>
    policy(`language(s) not supported by this ASR: ${show(codes)}`),
  unsupportedOnRoom: (codes: readonly string[]) =>
    policy(`unsupported language ${codes.map((code) => show(code)).join(', ')}`),
  unknownLanguageMode: (keys: readonly string[]) =>
    policy(`unknown language mode ${[...keys].sort().join(',')}`),
  eotBoth: policy('eot: give a profile or a latency_budget_ms, not both'),
  unknownProfile: (name: string) =>
    policy(`unknown eot profile ${show(name)}; published: ${show([...PROFILES])}`),
  badLatencyBudget: (value: unknown) =>
    policy(`eot.latency_budget_ms must be a positive number, got ${show(value)}`),
  badInterval: (value: unknown) =>
    policy(`inference_interval must be a number from 0.02 to 1, got ${show(value)}`),
  badField: (field: string, expected: string, value: unknown) =>
    policy(`${field}: expected ${expected}, got ${show(value)}`),
} as const;

/** Largest binary or text frame that is accepted, in bytes; a larger one closes with 1009. */
export const MAX_FRAME_BYTES = 1024 * 1024;
/** Longest wait for `session.start`, in seconds; later the connection is closed with 1008. */
export const START_DEADLINE_SEC = 10;

/** Thrown by `parseSessionStart`: the session cannot begin, close with this frame. */
export class SessionRejected extends Error {
  constructor(readonly close: CloseFrame) {
    super(close.reason);
    this.name = 'SessionRejected';
  }
}
