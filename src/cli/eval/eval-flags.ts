/** The flags of `turnwire eval`, as commander reads them. */
import type { Endpoint } from '../../protocol/names.js';

/** The flags of one run: at most one scorer, address or detector. */
export interface EvalFlags {
  endpoint: Endpoint;
  profile?: string;
  method?: 'service' | 'eot-bench' | 'all' | 'turnbench';
  split?: string;
  language?: string;
  limit?: string;
  jobs?: string;
  out?: string;
  url?: string;
  apiKey?: string;
  ca?: string;
  detector?: string;
  detectorTimeout: string;
  queue?: string;
  work?: boolean;
  scorer?: string;
  transcript: boolean;
  policies?: string;
  scoreInterval: string;
  allowed?: string;
  json?: boolean;
}

/** The flags as commander reads them: each of these three may be given several times. */
export interface GivenEvalFlags extends Omit<EvalFlags, 'scorer' | 'url' | 'detector'> {
  scorer?: string[];
  url?: string[];
  detector?: string[];
}
