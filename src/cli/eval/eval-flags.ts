/** The flags of `turnwire eval`, as commander reads them. */
import type { Endpoint } from '../../protocol/names.js';

export interface EvalFlags {
  endpoint: Endpoint;
  profile?: string;
  method?: 'service' | 'eot-bench' | 'all';
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
