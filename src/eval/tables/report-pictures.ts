/**
 * The first screen of the report: the frontier, waits by profile and by language, and rooms by their number of voices. Runs on
 * recorded people come before runs on synthetic speech. Called by write-html.ts.
 */
import { PROFILES, type ProfileName } from '../../protocol/names.js';
import { der } from '../metrics/diarization.js';
import { errorRate } from '../metrics/word-errors.js';
import { barPlot, type Bar, type BarGroup } from './bar-plot.js';
import { ms, percent } from './figure-text.js';
import { PROFILE_COLOURS, profileMarkers, publishedMarkers, runCurves } from './frontier-marks.js';
import { escapeHtml, frontierPlot, type Curve } from './svg-plots.js';
import type { RunTable, TableData, WorstCut } from './table-data.js';

/** What the first screen shows of the plane of latency and cut-offs: where agents are usable. Chosen by hand. */
const SHOWN = { maxLatencySec: 2.5, maxCutoff: 0.25 };
/** Runs in the picture of profiles: more do not fit a screen. Chosen by hand. */
const MOST_RUNS = 3;
/** The profile of the picture of languages. */
const OF_LANGUAGES: ProfileName = 'cutoff_5pct';

export function reportPictures(data: TableData): string {
  const runs = realFirst(data.runs);
  const pictures = [frontier(data, runs), byProfile(data, runs), byLanguage(runs), byVoices(runs)];
  return `<section class="pictures">${pictures.join('\n')}</section>`;
}

/** The worst cut-offs of all runs, those on recorded people first. */
export function worstFirst(runs: readonly RunTable[], most: number): { run: RunTable; cut: WorstCut }[] {
  const streams = realFirst(runs).filter(({ endpoint }) => endpoint === 'stream');
  return streams.flatMap((run) => run.worst.map((cut) => ({ run, cut }))).slice(0, most);
}

/** Recorded people, then speech of unstated origin, then synthetic speech; in each the run with most pauses first. */
function realFirst(runs: readonly RunTable[]): RunTable[] {
  const rank = ({ manifest }: RunTable): number =>
    Math.max(...manifest.corpora.map(({ synthetic }) => (synthetic === null ? 1 : synthetic ? 2 : 0)));
  return runs.toSorted((a, b) => rank(a) - rank(b) || holdsOf(b) - holdsOf(a));
}

const totalsOf = (run: RunTable, profile: ProfileName) => run.summary.groups[0]?.service[profile];
const holdsOf = (run: RunTable): number =>
  Math.max(0, ...PROFILES.map((profile) => totalsOf(run, profile)?.holds ?? 0));

function speechOf({ manifest }: RunTable): string {
  const kinds = manifest.corpora.map(({ synthetic }) => synthetic);
  if (kinds.includes(true)) return 'synthetic speech';
  return kinds.includes(null) ? 'speech of unstated origin' : 'recorded people';
}

function frontier({ published, others }: TableData, runs: readonly RunTable[]): string {
  const run = runs.find((candidate) => candidate.endpoint === 'stream' && candidate.silence.length > 0);
  if (!run) return '';
  const curves: Curve[] = [
    ...others.flatMap(({ rows }) => rows.map(otherCurve)).filter(({ points }) => points.length > 1),
    ...runCurves(run),
  ];
  const legend: [string, string][] = [
    ...PROFILES.filter((profile) => totalsOf(run, profile)).map((profile): [string, string] => [
      PROFILE_COLOURS[profile],
      `${profile}, with its 95 % interval`,
    ]),
    ['--accent', 'best policies on these data'],
    ['--muted', 'silence alone (dashed)'],
    ['--published', 'published by the service, its data'],
    ['--other', 'others on eot-bench, its data'],
  ];
  return picture(
    'Wait after a turn against pauses cut: down and left is better',
    `${run.name}: ${speechOf(run)}, ${holdsOf(run)} ${holdsOf(run) === 1 ? 'pause' : 'pauses'}`,
    frontierPlot(curves, [...publishedMarkers(published, 'stream'), ...profileMarkers(run)], SHOWN),
    legend,
  );
}

type OtherRow = TableData['others'][number]['rows'][number];

function otherCurve({ name, latencyAt2pctMs, latencyAt5pctMs, latencyAt10pctMs }: OtherRow): Curve {
  const points = [
    [latencyAt10pctMs, 0.1],
    [latencyAt5pctMs, 0.05],
    [latencyAt2pctMs, 0.02],
  ] as const;
  return {
    name,
    colour: '--other',
    thin: true,
    points: points.flatMap(([latencyMs, rate]) =>
      latencyMs === null ? [] : [[latencyMs / 1000, rate] as const],
    ),
  };
}

function byProfile({ published }: TableData, runs: readonly RunTable[]): string {
  const groups = runs
    .filter((run) => PROFILES.some((profile) => typeof totalsOf(run, profile)?.meanLatencySec === 'number'))
    .slice(0, MOST_RUNS)
    .map((run): BarGroup => ({
      label: shortName(run),
      detail: `${run.endpoint}, ${totalsOf(run, PROFILES[0])?.turns ?? 0} turns`,
      bars: PROFILES.flatMap((profile): Bar[] => {
        const t = totalsOf(run, profile);
        if (!t || t.meanLatencySec === null) return [];
        const theirs = published.find((row) => row.endpoint === run.endpoint && row.profile === profile);
        return [
          {
            colour: PROFILE_COLOURS[profile],
            value: t.meanLatencySec,
            interval: t.meanLatencyInterval,
            ...(theirs && { mark: theirs.latencyMs / 1000 }),
            text: `${ms(t.meanLatencySec)}, cuts ${percent(t.cutoffPerHold)}`,
          },
        ];
      }),
    }));
  if (groups.length === 0) return '';
  const legend = PROFILES.map((profile): [string, string] => [PROFILE_COLOURS[profile], profile]);
  return picture(
    'Mean wait after a turn, by profile',
    'black: 95 % interval; line: published by the service',
    barPlot(groups, largest(groups)),
    [...legend, ['--published', 'published']],
  );
}

function byLanguage(runs: readonly RunTable[]): string {
  const measured = ({ summary }: RunTable) =>
    summary.groups
      .slice(1)
      .filter(({ service }) => typeof service[OF_LANGUAGES]?.meanLatencySec === 'number');
  const run = runs
    .filter(({ endpoint }) => endpoint === 'stream')
    .find((candidate) => measured(candidate).length > 0);
  if (!run) return '';
  const groups = measured(run).map(({ group, service }): BarGroup => {
    const t = service[OF_LANGUAGES]!;
    return {
      label: group,
      bars: [
        {
          colour: '--accent',
          value: t.meanLatencySec!,
          interval: t.meanLatencyInterval,
          text: `${ms(t.meanLatencySec)}, cuts ${t.cutHolds} of ${t.holds}`,
        },
      ],
    };
  });
  return picture(
    `Mean wait after a turn, by language (${OF_LANGUAGES})`,
    `${run.name}: ${speechOf(run)}`,
    barPlot(groups, largest(groups)),
    [],
  );
}

function byVoices(runs: readonly RunTable[]): string {
  const run = runs.find((candidate) => candidate.byVoices.length > 0);
  if (!run) return '';
  const groups = run.byVoices.map(({ voices, summary }): BarGroup => {
    const [diarization, words] = [der(summary.diarization), errorRate(summary.cpwer)];
    const bars: Bar[] = [];
    if (diarization !== null)
      bars.push({ colour: '--middle', value: diarization, text: `DER ${percent(diarization)}` });
    if (words !== null && summary.transcribed > 0)
      bars.push({ colour: '--accent', value: words, text: `cpWER ${percent(words)}` });
    return {
      label: `${voices} ${voices === 1 ? 'voice' : 'voices'}`,
      // A room of a few words has a rate of 100 % if they were missed: the seconds say what it weighs.
      detail: `${summary.rooms} ${summary.rooms === 1 ? 'room' : 'rooms'}, ${Math.round(summary.diarization.speech)} s speech`,
      bars,
    };
  });
  return picture(
    'Rooms by number of voices: errors',
    `${run.name}: ${speechOf(run)}`,
    barPlot(groups, Math.max(0.5, largest(groups))),
    [
      ['--middle', 'DER: who spoke when'],
      ['--accent', 'cpWER: words by voice'],
    ],
  );
}

/** The name without its endpoint, which stands below it, cut to what fits beside a bar. */
function shortName({ name }: RunTable): string {
  const short = name.replace(/, (stream|room)\b/, '');
  return short.length > 19 ? `${short.slice(0, 18)}…` : short;
}

const largest = (groups: readonly BarGroup[]): number =>
  Math.max(
    ...groups.flatMap(({ bars }) =>
      bars.map(({ value, interval, mark }) => Math.max(value, interval?.high ?? 0, mark ?? 0)),
    ),
  );

function picture(
  title: string,
  detail: string,
  drawing: string,
  legend: readonly (readonly [colour: string, text: string])[],
): string {
  const entries = legend.map(
    ([colour, text]) => `<span><i style="background:var(${colour})"></i>${escapeHtml(text)}</span>`,
  );
  return `<figure><figcaption>${escapeHtml(title)}<small>${escapeHtml(detail)}</small></figcaption>${drawing}<div class="legend">${entries.join(' ')}</div></figure>`;
}
