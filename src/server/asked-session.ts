/** What the address of a socket asks for. */
import type { Endpoint } from '../protocol/names.js';

export interface AskedSession {
  readonly endpoint: Endpoint;
  /** True: the score over each silence is sent beside the events (score-message.ts). */
  readonly withScores: boolean;
}

const PATHS: Readonly<Record<string, Endpoint>> = { '/v2/stream': 'stream', '/v2/room': 'room' };

/** @returns undefined if no endpoint has this address. */
export function askedBy(url = ''): AskedSession | undefined {
  const [path, query] = url.split('?', 2);
  const endpoint = PATHS[path!];
  return endpoint && { endpoint, withScores: new URLSearchParams(query).get('scores') === '1' };
}
