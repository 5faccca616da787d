/** Writes the report as one self-contained page with plots and sounds. Called by `turnwire table`. */
import { PROFILES } from '../../protocol/names.js';
import { ms, percent, range } from './figure-text.js';
import { reportCss } from './report-css.js';
import { PROFILE_COLOURS, profileMarkers, publishedMarkers, runCurves } from './frontier-marks.js';
import { reportPictures, worstFirst } from './report-pictures.js';
import { escapeHtml, frontierPlot, latencyHistogram } from './svg-plots.js';
import type { RunTable, TableData, WorstCut } from './table-data.js';
import { noteAndPoints, reportTail } from './write-markdown.js';
import { runSection } from './run-section.js';
import { markdownToHtml } from './markdown-to-html.js';

/** @returns the sound around a cut as WAV; null if the recording can no longer be read. */
export type ReadClip = (run: RunTable, cut: WorstCut) => Promise<Uint8Array | null>;

/** How many of the worst cut-offs stand below the pictures. */
const CUTS_AT_TOP = 4;

export async function toHtml(data: TableData, readClip: ReadClip): Promise<string> {
  const html = (lines: readonly string[]) => markdownToHtml(lines.join('\n'));
  const first = worstFirst(data.runs, CUTS_AT_TOP);
  const listed = new Set(first.map(({ cut }) => cut));
  const runs = await Promise.all(
    data.runs.map(async (run) => `${html(runSection(run))}\n${await runPlots(data, run, listed, readClip)}`),
  );
  const top = first.map(({ run, cut }) => cutItem(run, cut, readClip));
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(data.title)}</title><style>${reportCss}</style></head>
<body><main>
<h1>${escapeHtml(data.title)}</h1>
${reportPictures(data)}
${worstHtml('Worst cut-offs, to listen to', await Promise.all(top))}
${html(noteAndPoints(data))}
${runs.join('\n')}
${html(reportTail(data))}
</main></body></html>
`;
}

async function runPlots(
  data: TableData,
  run: RunTable,
  listed: ReadonlySet<WorstCut>,
  readClip: ReadClip,
): Promise<string> {
  const { name } = run;
  const parts: string[] = [];
  if (run.silence.length > 0)
    parts.push(figure(`Cut-offs against latency: ${name}`, frontier(data, run), legend(run)));
  for (const profile of PROFILES) {
    const latencies = run.latenciesMs[profile];
    if (latencies !== undefined && latencies.length > 0)
      parts.push(
        figure(
          `${profile}: turns by latency (${latencies.length}), ${name}`,
          latencyHistogram(latencies, PROFILE_COLOURS[profile]),
          '',
        ),
      );
  }
  const cuts = run.worst.filter((cut) => !listed.has(cut)).map((cut) => cutItem(run, cut, readClip));
  parts.push(heatMap(run), worstHtml(`More cut-offs: ${name}`, await Promise.all(cuts)));
  return `<section>${parts.join('\n')}</section>`;
}

function frontier({ published }: TableData, run: RunTable): string {
  const ours = profileMarkers(run).map((marker) => ({ ...marker, intervals: undefined }));
  return frontierPlot(runCurves(run), [...publishedMarkers(published, run.endpoint), ...ours]);
}

function legend(run: RunTable): string {
  const entries: [string, string][] = [
    ['--muted', 'waiting for silence alone'],
    ...(run.frontier.length > 0
      ? [['--accent', 'best policies (eot-bench method)'] as [string, string]]
      : []),
    ...PROFILES.filter((profile) => run.summary.groups[0]?.service[profile]).map(
      (profile): [string, string] => [PROFILE_COLOURS[profile], `ours, ${profile} (real events)`],
    ),
    ['--published', 'published by the service, its own data'],
  ];
  return entries
    .map(([colour, text]) => `<span><i style="background:var(${colour})"></i>${text}</span>`)
    .join(' ');
}

function figure(caption: string, svg: string, legendHtml: string): string {
  return `<figure><figcaption>${escapeHtml(caption)}</figcaption>${svg}<div class="legend">${legendHtml}</div></figure>`;
}

/** Table of cut-offs per pause by language and profile. A deeper colour means more cut-offs. */
function heatMap(run: RunTable): string {
  const groups = run.summary.groups.filter(({ service }) => Object.keys(service).length > 0);
  if (groups.length < 2) return '';
  const cell = (rate: number | null, title: string) =>
    `<td style="background:color-mix(in srgb, var(--bad) ${Math.round(Math.min(1, (rate ?? 0) * 2) * 70)}%, transparent)" title="${escapeHtml(title)}">${percent(rate)}</td>`;
  // Every profile was measured on the same turns.
  const [first] = PROFILES.filter((profile) => groups[0]!.service[profile]);
  const rows = groups.map(({ group, service }) => {
    const cells = PROFILES.map((profile) => {
      const t = service[profile];
      return t === undefined
        ? '<td>-</td>'
        : cell(
            t.cutoffPerHold,
            `${t.cutHolds} of ${t.holds} pauses ${range(t.cutoffPerHoldInterval, percent)}`,
          );
    });
    return `<tr><th>${group}</th><td>${service[first!]?.holds ?? '-'}</td>${cells.join('')}<td>${ms(service[first!]?.meanLatencySec ?? null)}</td></tr>`;
  });
  return `<h3>Cut-offs per pause, by language: ${escapeHtml(run.name)}</h3><table class="heat"><tr><th></th><th>pauses</th>${PROFILES.map((profile) => `<th>${profile}</th>`).join('')}<th>mean latency, ${first}</th></tr>${rows.join('')}</table>`;
}

async function cutItem(run: RunTable, cut: WorstCut, readClip: ReadClip): Promise<string> {
  const clip = await readClip(run, cut);
  const sound =
    clip === null
      ? '<em>recording not found</em>'
      : `<audio controls preload="none" src="data:audio/wav;base64,${Buffer.from(clip).toString('base64')}"></audio>`;
  return `<li><b>${escapeHtml(cut.id)}</b> (${cut.language}, ${cut.profile}): ended at ${cut.cutAtSec.toFixed(2)} s with p_eot ${cut.pEot.toFixed(2)}; the caller went on after a pause of ${Math.round(cut.pauseSec * 1000)} ms<br>${sound}</li>`;
}

function worstHtml(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h3>${escapeHtml(title)}</h3><p>Each clip runs from 3 s before the cut to 2 s after it.</p><ol class="worst">${items.join('')}</ol>`;
}
