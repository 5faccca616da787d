/** The policies file: what `calibrate` writes and `eval --policies` reads. */
import { z } from 'zod';
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import { LANGUAGES } from '../../protocol/languages.js';
import { readJson } from '../files/json-lines.js';

const policy = z.object({ threshold: z.number(), actionDelaySec: z.number(), timeoutSec: z.number() });
const byProfile = z.object({ cutoff_10pct: policy, cutoff_5pct: policy, cutoff_2pct: policy });

export const policiesSchema = z.partialRecord(
  z.enum(LANGUAGES),
  z.object({ stream: byProfile, room: byProfile }),
);

export function readPolicies(file: string): Promise<PoliciesByLanguage> {
  return readJson(file, policiesSchema);
}
