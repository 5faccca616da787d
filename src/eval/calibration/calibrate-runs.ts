/**
 * Makes calibrations of evaluation runs. Each endpoint gets one calibration that pools all languages, and one of its own
 * for each language that has enough pauses. Called by `turnwire calibrate`.
 */
import { isCountedHold, holdDurations } from '../silences/counted-holds.js';
import { TurnwireError } from '../../protocol/errors.js';
import { isLanguage, LANGUAGES, type Language } from '../../protocol/languages.js';
import { ENDPOINTS, type Endpoint } from '../../protocol/names.js';
import type { PointEntry } from '../../operating-points/measured.js';
import type { PoliciesByLanguage } from '../../operating-points/policies.js';
import type { RowResult } from '../results/row-result.js';
import { endpointOf, type RunManifest } from '../results/run-manifest.js';
import { calibrate, calibrateByFolds, policyTable, type Calibration } from './calibrate.js';
import type { PolicyRules } from './choose-policies.js';
import { pointEntries } from './point-entries.js';

export interface CalibrationSplits extends PolicyRules {
  /**
   * Split that policies are chosen on, and split that they are measured on. Null: by folds, where each split is measured with
   * policies chosen on all other splits.
   */
  readonly parts: { readonly fit: string; readonly report: string } | null;
  /** Number of pauses that a language needs in each split to get a calibration of its own. */
  readonly minHolds: number;
}

export interface EndpointCalibration {
  readonly endpoint: Endpoint;
  /** Languages whose turns the pooled calibration was fitted on. */
  readonly languages: readonly string[];
  readonly pooled: Calibration;
  readonly own: ReadonlyMap<string, Calibration>;
}

type Run = { readonly manifest: RunManifest; readonly results: readonly RowResult[] };

/**
 * @returns one calibration for each endpoint that the runs scored. @throws TurnwireError when the runs hold nothing to
 * fit on.
 */
export function calibrateRuns(runs: readonly Run[], splits: CalibrationSplits): EndpointCalibration[] {
  const found = ENDPOINTS.flatMap((endpoint) => {
    const scored = runs
      .filter(({ manifest }) => endpointOf(manifest) === endpoint)
      .flatMap(({ results }) => results.filter(({ spans }) => spans !== undefined));
    requireOnce(scored);
    return scored.length === 0 ? [] : [calibrateEndpoint(endpoint, scored, splits)];
  });
  if (found.length === 0)
    throw new TurnwireError(
      'source',
      'no_scores',
      'these runs hold no scored turn; evaluate with --method eot-bench or all',
    );
  return found;
}

/** Refuses two runs of the same turn: their scores would be taken for those of one turn. */
function requireOnce(scored: readonly RowResult[]): void {
  const seen = new Set<string>();
  for (const { corpus, id } of scored) {
    const turn = `${corpus}/${id}`;
    if (seen.has(turn))
      throw new TurnwireError(
        'usage',
        'same_turn',
        `two of these runs scored ${turn}: give one run of each corpus`,
      );
    seen.add(turn);
  }
}

function calibrateEndpoint(
  endpoint: Endpoint,
  scored: readonly RowResult[],
  { parts, minHolds, ...rules }: CalibrationSplits,
): EndpointCalibration {
  const of = (split: string): RowResult[] => {
    const rows = scored.filter((row) => row.split === split);
    if (rows.length > 0) {
      requireHold(rows, `${endpoint}: no turn of split ${split}`);
      return rows;
    }
    const known = [...new Set(scored.map((row) => row.split))].sort().join(', ');
    throw new TurnwireError(
      'source',
      'no_split',
      `${endpoint}: no scored turn of split ${split}; these runs have ${known}`,
    );
  };
  if (parts === null) requireFolds(scored, endpoint);
  const [fitOn, reportOn] = parts === null ? [scored, scored] : [of(parts.fit), of(parts.report)];
  const calibrateOn = (rows: (all: readonly RowResult[]) => RowResult[]): Calibration =>
    parts === null ? calibrateByFolds(rows(scored), rules) : calibrate(rows(fitOn), rows(reportOn), rules);

  const languages = [...new Set(fitOn.map(({ language }) => language))].sort();
  const only = (rows: readonly RowResult[], language: string) =>
    rows.filter((row) => row.language === language);
  const enough = languages.filter(
    (language) =>
      isLanguage(language) && [fitOn, reportOn].every((rows) => countHolds(only(rows, language)) >= minHolds),
  );
  return {
    endpoint,
    languages,
    pooled: calibrateOn((rows) => [...rows]),
    own: new Map(enough.map((language) => [language, calibrateOn((rows) => only(rows, language))])),
  };
}

function requireFolds(scored: readonly RowResult[], endpoint: Endpoint): void {
  if (new Set(scored.map(({ split }) => split)).size > 1) {
    requireHold(scored, `${endpoint}: none of these turns`);
    return;
  }
  throw new TurnwireError('usage', 'no_folds', `${endpoint}: --folds needs turns of two splits or more`);
}

function requireHold(rows: readonly RowResult[], noTurn: string): void {
  const spans = rows.flatMap(({ spans = [] }) => spans);
  if (spans.some(({ label, points }) => label === 'hold' && isCountedHold(points.at(-1)![1]))) return;
  throw new TurnwireError(
    'source',
    'no_holds',
    `${noTurn} has a pause of 0.2 to 5 s, whose cut-offs a policy is fitted to; give runs of turns with pauses`,
  );
}

function countHolds(rows: readonly RowResult[]): number {
  return holdDurations(rows.flatMap(({ silence_spans }) => (silence_spans ? [{ silence_spans }] : [])))
    .length;
}

/**
 * @returns the measured points of every language and endpoint, in the shape of the points file. What was measured in one language
 * alone says nothing of the others: they have no points then.
 */
export function pointsByLanguage(
  calibrations: readonly EndpointCalibration[],
): Record<Language, Partial<Record<Endpoint, PointEntry[]>>> {
  const row = (language: Language, { endpoint, languages, pooled, own }: EndpointCalibration) => {
    const isAlone = languages.length === 1 && languages[0] === language;
    const calibration = own.get(language) ?? (isAlone ? pooled : undefined);
    if (calibration) return [endpoint, pointEntries(calibration, 'measured')];
    return [endpoint, languages.length === 1 ? [] : pointEntries(pooled, 'multilingual')];
  };
  return Object.fromEntries(
    LANGUAGES.map((language) => [
      language,
      Object.fromEntries(calibrations.map((one) => row(language, one))),
    ]),
  ) as Record<Language, Partial<Record<Endpoint, PointEntry[]>>>;
}

/** @returns what `eval --policies` reads. A language is left out if one of its profiles has no policy on the stream. */
export function policiesByLanguage(calibrations: readonly EndpointCalibration[]): PoliciesByLanguage {
  const of = (endpoint: Endpoint, language: Language): Calibration | undefined => {
    const found = calibrations.find((one) => one.endpoint === endpoint);
    return found?.own.get(language) ?? found?.pooled;
  };
  return Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const table = policyTable(of('stream', language), of('room', language));
      return table === null ? [] : [[language, table]];
    }),
  );
}
