/**
 * The operating points of other languages on people's read speech, from the engine's own `turn.end` events. Writes
 * src/operating-points/read-speech.ts, whose points the service publishes, and the tables of reports/end-of-turn/languages.md. The
 * recordings are not in this repository: the step `languages-points` of training/README.md makes a corpus of them. Streams are
 * measured on all of it, rooms on a smaller corpus, because they take longer; without one, rooms have no such points.
 *   node scripts/read-speech-points.mjs STREAM-CORPUS ROOM-CORPUS [--resume]
 *   node scripts/read-speech-points.mjs --from STREAM-RUN ROOM-RUN     from existing run folders
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { openRun, unfinished } from '../dist/eval/results/run-folder.js';
import { LANGUAGES } from '../dist/protocol/languages.js';
import { ENDPOINTS } from '../dist/protocol/names.js';
import { evidenceOf, measuredTurns, writeSource } from './point-evidence.mjs';
import { speechTable } from './point-tables.mjs';
import { freshFolder, turnwire } from './turnwire-steps.mjs';

/**
 * A language has points of its own if it has this many ends and pauses. With 50 pauses one is 2 %, the finest nominal rate; with
 * fewer ends than 30 the interval of the mean latency is wider than the distance of two profiles. Languages with fewer share the
 * points of all such languages together.
 */
const LEAST = { ends: 30, holds: 50 };
/** The repositories of the folders that `languages-points` reads. */
const SOURCES = {
  cuttledoc: 'FLEURS clips of cuttledoc',
  deeply: 'Korean-Read-Speech-Corpus',
  flemishguy: 'dataset-voice-flemishguy',
  hi: 'Speech-Dataset-in-Hindi-Language',
  id: 'data_indsp_teldialog_svcsr',
  ko: 'emotiontts_open_db',
  speechmatics: 'speechmatics samples',
  watson: 'Watson samples',
  whisperstt: 'FLEURS clips of WhisperSTT',
};
const OUT = 'src/operating-points/read-speech.ts';
const REPORT = 'reports/end-of-turn/languages.md';

const given = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const folders = process.argv.includes('--from') ? given : measured(given);
const runs = await Promise.all(folders.map((folder) => openRun(folder)));
for (const run of runs)
  if (unfinished(run.manifest, run.results)) throw new Error(unfinished(run.manifest, run.results));
const turns = Object.fromEntries(
  ENDPOINTS.map((endpoint, i) => [endpoint, runs[i] ? measuredTurns(runs[i]) : []]),
);
const published = Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, publishedOn(endpoint)]));
await writeSource(
  OUT,
  `/**
 * Operating points of other languages than English on people's read speech: what the engine's own \`turn.end\` events did, in each
 * language that has enough turns, and pooled over the others. Written by scripts/read-speech-points.mjs; do not edit.
 */
import type { EvidenceByLanguage } from './point-evidence.js';

export const READ_SPEECH_EVIDENCE: EvidenceByLanguage = ${JSON.stringify(published)};
`,
);
const report = readFileSync(REPORT, 'utf8');
const tables = ENDPOINTS.slice(0, runs.length)
  .map((endpoint) => {
    const languages = languagesOf(endpoint);
    const rows = [...languages.toSorted().map((language) => [language]), languages];
    return speechTable(
      endpoint,
      rows.map((row) => evidence(endpoint, row)),
    );
  })
  .join('\n\n');
const [before, after] = ['<!-- read speech -->\n', '<!-- end of read speech -->'].map((mark) =>
  report.indexOf(mark),
);
if (before < 0 || after < before) throw new Error(`${REPORT} has no place for the tables`);
writeFileSync(
  REPORT,
  `${report.slice(0, before)}<!-- read speech -->\n\n${tables}\n\n${report.slice(after)}`,
);

/** @returns the folders of new runs. */
function measured(corpora) {
  freshFolder('runs/read-speech');
  return ENDPOINTS.slice(0, corpora.length).map((endpoint, i) => {
    const out = `runs/read-speech/${endpoint}`;
    turnwire('eval', corpora[i], '--endpoint', endpoint, '--method', 'service', '--out', out);
    return out;
  });
}

function languagesOf(endpoint) {
  return LANGUAGES.filter((language) => turns[endpoint].some((turn) => turn.language === language));
}

/** Languages with points of their own, and the others together. */
function publishedOn(endpoint) {
  const present = languagesOf(endpoint);
  const own = present.filter((language) => isEnough(turnsIn(endpoint, [language])));
  const others = present.filter((language) => !own.includes(language));
  return [...own.map((language) => [language]), others]
    .filter(({ length }) => length > 0)
    .map((languages) => ({ published_for: languages, ...evidence(endpoint, languages) }));
}

function turnsIn(endpoint, languages) {
  return turns[endpoint].filter(({ language }) => languages.includes(language));
}

function evidence(endpoint, languages) {
  const chosen = turnsIn(endpoint, languages);
  const { startedAt } = runs[ENDPOINTS.indexOf(endpoint)].manifest;
  // The split of a row is its source.
  const corpora = [...new Set(chosen.map(({ split }) => SOURCES[split] ?? split))].sort();
  const about = { corpora, synthetic: false, date: startedAt.slice(0, 10) };
  return evidenceOf(chosen, about, holdsOf(chosen) >= LEAST.holds);
}

function isEnough(chosen) {
  return chosen.length >= LEAST.ends && holdsOf(chosen) >= LEAST.holds;
}

function holdsOf(chosen) {
  return chosen.reduce((sum, { silence_spans: spans }) => sum + spans.length - 1, 0);
}
