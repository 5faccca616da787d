/** The flags of `turnwire replay`, as commander reads them. */
import type { LogFormat } from '../../sinks/index.js';

export interface ReplayFlags {
  audio?: string;
  sound: boolean;
  trace?: string;
  speed: string;
  from: string;
  follow?: boolean;
  check?: boolean;
  json?: boolean;
  format: LogFormat;
  plain?: boolean;
}
