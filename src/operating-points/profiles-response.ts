/** Body of `GET /v2/eot/profiles` (decisions.md, "Operating points"). */
import { SCHEMA_VERSION } from '../protocol/names.js';
import type { PointsTable } from './published.js';

export function profilesResponse(table: PointsTable) {
  return { schema_version: SCHEMA_VERSION, default: 'cutoff_10pct', languages: table } as const;
}
