/** The flags of `turnwire run`, as commander reads them. */
import type { LogFormat } from '../../sinks/index.js';
import type { SessionFlags } from '../options/session-options.js';

export interface RunFlags extends SessionFlags {
  agent?: string;
  agentChannel?: string;
  cancelEcho?: boolean;
  channel?: string;
  raw?: string;
  out?: string;
  format: LogFormat;
  trace?: string;
  realtime?: boolean;
  jobs?: string;
  scorer?: string;
  points?: string;
  voices?: string;
  lid?: string;
  transcript: boolean;
  /** Path of the page; true: named after the recording. */
  view?: string | true;
  open: boolean;
  quiet?: boolean;
}
