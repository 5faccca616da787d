/**
 * `npm run points`: the operating points of languages other than English, from the engine's own `turn.end` events on the shipped
 * calls, pooled over these languages. Writes src/operating-points/multilingual.ts, whose points the service publishes. Takes
 * about 10 minutes on two quiet cores.
 *   node scripts/multilingual-points.mjs [--resume]
 *   node scripts/multilingual-points.mjs --from STREAM-RUN ROOM-RUN     from existing run folders
 */
import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { eventFigures } from '../dist/eval/calibration/event-figures.js';
import { openRun } from '../dist/eval/results/run-folder.js';
import { LANGUAGES } from '../dist/protocol/languages.js';
import { PROFILES } from '../dist/protocol/names.js';
import { freshFolder, turnwire } from './turnwire-steps.mjs';

const OUT = 'src/operating-points/multilingual.ts';
const given = process.argv.indexOf('--from');
const folders = given < 0 ? measured() : process.argv.slice(given + 1, given + 3);
const [stream, room] = await Promise.all(folders.map(evidenceOf));
const text = `/**
 * Operating points of languages other than English: what the engine's own \`turn.end\` events did, pooled over languages,
 * because the turns of one are too few. Written by \`npm run points\`; do not edit.
 */
import type { PooledEvidence } from './pooled-evidence.js';

export const MULTILINGUAL_EVIDENCE: PooledEvidence = ${JSON.stringify({ stream, room })};
`;
writeFileSync(OUT, await format(text, { ...(await resolveConfig(OUT)), filepath: OUT }));

/** @returns the folders of new runs. */
function measured() {
  const runs = 'runs/points';
  freshFolder(runs);
  const others = LANGUAGES.filter((language) => language !== 'en').join(',');
  for (const endpoint of ['stream', 'room'])
    turnwire(
      ...['eval', 'sample-calls', '--language', others, '--endpoint', endpoint],
      ...['--method', 'service', '--out', `${runs}/${endpoint}`],
    );
  return ['stream', 'room'].map((endpoint) => `${runs}/${endpoint}`);
}

/** @returns what one run measured: corpora, languages, counts, and a point for each profile. */
async function evidenceOf(folder) {
  const { manifest, results } = await openRun(folder);
  const turns = results.filter(({ error, service }) => error === undefined && service !== undefined);
  return {
    corpora: manifest.corpora.map(({ name, version }) => `${name} ${version}`),
    synthetic: manifest.corpora.some(({ synthetic }) => synthetic),
    languages: [...new Set(turns.map(({ language }) => language))].sort(),
    date: manifest.startedAt.slice(0, 10),
    turns: turns.length,
    points: PROFILES.map((profile) => pointOf(profile, eventFigures(turns, profile, null))),
  };
}

function pointOf(profile, figures) {
  const rounded = (interval, scale, digits) =>
    interval && {
      low: Number((interval.low * scale).toFixed(digits)),
      high: Number((interval.high * scale).toFixed(digits)),
    };
  return {
    profile,
    mean_latency_ms: Math.round(figures.meanLatencySec * 1000),
    cutoff_rate: Number(figures.cutoffRate.toFixed(4)),
    ended: figures.ends,
    ended_by_score: figures.detected,
    holds: figures.holds,
    cut_holds: figures.cutHolds,
    mean_latency_interval_ms: rounded(figures.meanLatencyInterval, 1000, 0),
    cutoff_rate_interval: rounded(figures.cutoffRateInterval, 1, 4),
  };
}
