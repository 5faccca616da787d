/** The flags of `turnwire client`, as commander reads them. */
import type { SessionFlags } from '../options/session-options.js';

export interface ClientFlags extends SessionFlags {
  apiKey?: string;
  channel?: string;
  raw?: string;
  speed: string;
  frameMs: string;
  schedule?: string;
  out?: string;
  arrivals?: string;
  retries: string;
  ca?: string;
  insecure?: boolean;
  quiet?: boolean;
  tui?: boolean;
  plain?: boolean;
}
