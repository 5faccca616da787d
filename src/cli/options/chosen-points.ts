/** `--points` of run, live and serve: the operating points that a session selects from, and the policies behind them. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEFAULT_SCORER } from '../../engine/session/scorers.js';
import {
  holdsWholePoints,
  measuredPolicies,
  readPointsFile,
  withMeasuredPoints,
} from '../../operating-points/measured.js';
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import { PUBLISHED_POINTS, type PointsTable } from '../../operating-points/published.js';
import { TurnwireError } from '../../protocol/errors.js';

export interface ChosenPoints {
  readonly points: PointsTable;
  /** The policies that the points were measured with; undefined: the scorer's own. */
  readonly policies?: PoliciesByLanguage;
}

/** Where `turnwire calibrate` writes by default, and where the package keeps the points measured for it. */
const MEASURED_POINTS = 'reports/calibration/points.json';
const SHIPPED_POINTS = fileURLToPath(new URL(`../../../${MEASURED_POINTS}`, import.meta.url));

/**
 * @param name `published` (default), `measured`, or a file that `turnwire calibrate` wrote.
 * @throws TurnwireError kind `usage` for another name, `source` for a file that cannot be read.
 */
export async function readPoints(name = 'published', scorer = DEFAULT_SCORER): Promise<ChosenPoints> {
  if (name === 'published') return { points: PUBLISHED_POINTS };
  const measured = existsSync(MEASURED_POINTS) ? MEASURED_POINTS : SHIPPED_POINTS;
  // A value with a dot or a slash, or of an existing file, is a file. Anything else must be a known name.
  if (name !== 'measured' && !/[./\\]/.test(name) && !existsSync(name)) {
    const text = `unknown points '${name}': choose published, measured, or a points.json that turnwire calibrate wrote`;
    throw new TurnwireError('usage', 'unknown_points', text);
  }
  const chosen = name === 'measured' ? measured : name;
  const file = await readPointsFile(chosen);
  if (!holdsWholePoints(file)) {
    const text = `${chosen} holds no operating points: turnwire calibrate found no policy that keeps to every profile's rate; calibrate on more turns, or leave --points out for those that ship`;
    throw new TurnwireError('source', 'no_points', text);
  }
  return { points: withMeasuredPoints(PUBLISHED_POINTS, file), policies: measuredPolicies(file, scorer) };
}
