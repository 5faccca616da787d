/** The work behind `turnwire table`. */
import path from 'node:path';
import { readSamples, wavBytes } from '../../audio/index.js';
import { openRun } from '../../eval/results/run-folder.js';
import { figuresJson } from '../../eval/tables/figures-json.js';
import { runNames } from '../../eval/tables/run-names.js';
import {
  publishedRows,
  readOthers,
  runTable,
  type TableData,
  type WorstCut,
} from '../../eval/tables/table-data.js';
import { toCsv } from '../../eval/tables/write-csv.js';
import { toHtml } from '../../eval/tables/write-html.js';
import { toMarkdown } from '../../eval/tables/write-markdown.js';
import { readPointsFile } from '../../operating-points/measured.js';
import { readText } from '../../eval/files/json-lines.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { makeOutputDir, writeFileAtomic } from '../../sinks/index.js';

export interface TableFlags {
  out: string;
  title: string;
  note?: string;
  points?: string;
  others: string[];
}

/** Sound kept before and after a cut-off in the HTML page, in seconds. */
const CLIP_BEFORE_SEC = 3;
const CLIP_AFTER_SEC = 2;

export async function writeTable(folders: readonly string[], flags: TableFlags): Promise<void> {
  const runs = await Promise.all(folders.map(openRun));
  const names = runNames(runs);
  const data: TableData = {
    title: flags.title,
    note: flags.note === undefined ? null : (await readText(flags.note)).trim(),
    runs: runs.map(({ manifest, results }, index) => runTable(names[index]!, manifest, results)),
    published: publishedRows(),
    measured: flags.points === undefined ? null : await readPointsFile(flags.points),
    others: await Promise.all(flags.others.map(readOthers)),
  };
  makeOutputDir(flags.out);
  const write = (name: string, content: string) => writeFileAtomic(path.join(flags.out, name), content);
  await write('report.md', toMarkdown(data));
  await write('report.csv', toCsv(data));
  await write('report.json', figuresJson(withoutCurves(data)));
  await write(
    'report.html',
    await toHtml(data, (run, cut) => readClip(folderOf(run.manifest.corpora, cut), cut)),
  );
  process.stdout.write(`${path.join(flags.out, 'report.html')}\n`);
}

/** Leaves out what only plots of single turns need: the JSON holds figures. */
function withoutCurves(data: TableData) {
  return {
    ...data,
    runs: data.runs.map(({ name, unfinished, manifest, endpoint, summary, frontier, worst }) => ({
      name,
      unfinished,
      manifest: {
        ...manifest,
        corpora: manifest.corpora.map((corpus) => ({ ...corpus, folder: undefined })),
      },
      endpoint,
      summary,
      frontier,
      worst,
    })),
  };
}

function folderOf(corpora: readonly { name: string; folder: string }[], cut: WorstCut): string | undefined {
  return corpora.find(({ name }) => name === cut.corpus)?.folder;
}

/** The sound around a cut-off; null if the corpus is no longer where it was. */
async function readClip(folder: string | undefined, cut: WorstCut): Promise<Uint8Array | null> {
  if (folder === undefined) return null;
  try {
    const samples = await readSamples(path.join(folder, cut.audio), { channel: cut.channel ?? 'mix' });
    const from = Math.max(0, Math.round((cut.cutAtSec - CLIP_BEFORE_SEC) * SAMPLE_RATE_HZ));
    const to = Math.round((cut.cutAtSec + CLIP_AFTER_SEC) * SAMPLE_RATE_HZ);
    return wavBytes(samples.subarray(from, to));
  } catch {
    return null;
  }
}
