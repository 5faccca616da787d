/** The flags of `turnwire live`, as commander reads them. */
import type { SessionFlags } from '../options/session-options.js';

export interface LiveFlags extends SessionFlags {
  input?: string;
  recorder?: string;
  device?: string;
  channel?: string;
  raw?: string;
  agent?: string;
  agentChannel?: string;
  cancelEcho?: boolean;
  out?: string;
  record?: string;
  scorer?: string;
  points?: string;
  transcript: boolean;
  plain?: boolean;
}
