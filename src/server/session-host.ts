/** What the server lends to each socket session. */
import type { Logger } from 'pino';
import type { Endpoint } from '../protocol/names.js';
import type { Admission } from './admission.js';
import type { ApiKeys } from './api-keys.js';
import type { EngineSource } from './engine-source.js';
import type { Metrics } from './metrics.js';
import type { Recorder } from './recorder.js';
import type { ServerLimits } from './server-options.js';

export interface SessionHost {
  readonly limits: ServerLimits;
  readonly keys: ApiKeys;
  readonly engines: EngineSource;
  readonly admission: Admission;
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Resolves to undefined if sessions are not recorded. Rejects if the recording's files cannot be made. */
  openRecorder(endpoint: Endpoint, sessionId: string): Promise<Recorder | undefined>;
}
