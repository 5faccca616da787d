// The policies file: what `calibrate` writes and `eval --policies` reads.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { LANGUAGES } from '../../protocol/languages.js';
import { check } from '../files/json-lines.js';

const policy = z.object({ threshold: z.number(), actionDelaySec: z.number(), timeoutSec: z.number() });
const byProfile = z.object({ cutoff_10pct: policy, cutoff_5pct: policy, cutoff_2pct: policy });

export const policiesSchema = z.partialRecord(
  z.enum(LANGUAGES),
  z.object({ stream: byProfile, room: byProfile }),
);

export async function readPolicies(file: string): Promise<PoliciesByLanguage> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new TurnwireError('source', 'unreadable', `cannot read ${file}: ${messageOf(error)}`, {
      cause: error,
    });
  }
  return check(content, policiesSchema, file);
}
