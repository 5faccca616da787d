/** The policies file: `calibrate` writes it, `eval --policies` reads it. */
import { z } from 'zod';
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import { TurnwireError } from '../../protocol/errors.js';
import { LANGUAGES } from '../../protocol/languages.js';
import { readJson } from './json-lines.js';

const policy = z.object({ threshold: z.number(), actionDelaySec: z.number(), timeoutSec: z.number() });
const byProfile = z.object({ cutoff_10pct: policy, cutoff_5pct: policy, cutoff_2pct: policy });

export const policiesSchema = z.partialRecord(
  z.enum(LANGUAGES),
  z.object({ stream: byProfile, room: byProfile }),
);

/** @throws TurnwireError kind `source` */
export async function readPolicies(file: string): Promise<PoliciesByLanguage> {
  const parsed = policiesSchema.safeParse(await readJson(file, z.unknown()));
  if (parsed.success) {
    if (Object.keys(parsed.data).length > 0) return parsed.data;
    // An empty table would silently give every language the policies that ship.
    const text = `${file} holds no policies: turnwire calibrate found none that keeps to every profile's rate; calibrate on more turns, or leave --policies out for those that ship`;
    throw new TurnwireError('source', 'no_policies', text);
  }
  const { path, message } = parsed.error.issues[0]!;
  const why = path.length > 0 ? `${path.join('.')} is missing or wrong` : message;
  const text = `${file} holds no policies (${why}): give the policies.json that turnwire calibrate writes`;
  throw new TurnwireError('source', 'bad_policies_file', text, { cause: parsed.error });
}
