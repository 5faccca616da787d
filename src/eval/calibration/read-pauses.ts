/** `--pauses` of `turnwire calibrate`: the distribution that pauses are weighed to. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { TurnwireError } from '../../protocol/errors.js';
import { readJson } from '../files/json-lines.js';
import { isCountedHold } from '../silences/counted-holds.js';
import type { PauseCounts } from '../silences/pause-counts.js';
import { PUBLIC_PAUSES } from '../silences/public-pauses.js';

const counts = z.record(z.string().regex(/^\d+(\.\d+)?$/), z.number().nonnegative());
/** A plain object of counts, or one that names them as eot-bench's extract does. */
const countsFile = z.union([z.object({ hold_duration_counts_s: counts }), counts]);

/**
 * @param choice `as-recorded`, `public`, or a JSON file with a count for each length in seconds.
 * @returns null for `as-recorded`. @throws TurnwireError kind `usage` or `source`.
 */
export async function readPauses(choice: string): Promise<PauseCounts | null> {
  if (choice === 'as-recorded') return null;
  if (choice === 'public') return PUBLIC_PAUSES;
  if (!/[./\\]/.test(choice) && !existsSync(choice))
    throw new TurnwireError(
      'usage',
      'unknown_pauses',
      `--pauses: '${choice}' is none of public and as-recorded, and no such file is there`,
    );
  const content = countsFile.safeParse(await readJson(choice, z.unknown()));
  const found =
    content.data &&
    ('hold_duration_counts_s' in content.data
      ? (content.data.hold_duration_counts_s as PauseCounts)
      : (content.data as PauseCounts));
  const isUsable =
    found && Object.entries(found).some(([sec, count]) => count > 0 && isCountedHold(Number(sec)));
  if (isUsable) return found;
  throw new TurnwireError(
    'source',
    'bad_pauses_file',
    `${choice} holds no counts of pauses of 0.2 to 5 s: give JSON such as {"0.2": 173, "0.3": 140}, a count for each length in seconds`,
  );
}
