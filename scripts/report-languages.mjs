/**
 * `npm run report:languages`: puts real clips of the 14 languages through rooms, streams and language identification, and writes
 * reports/languages.md. The clips are not part of this project: TURNWIRE_LANGUAGE_CLIPS names a folder with `clips.jsonl`, whose rows
 * have `file`, `language`, `text` (null if nobody wrote it down), `corpus` and `licence`. Without the folder it does nothing.
 * `--resume` goes on after an interruption. `--most N` takes so many clips with a text from each language (default 7).
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInlineInference, LANGUAGES } from '../dist/index.js';
import { TokenTable } from '../dist/asr/whisper/token-table.js';
import { measureClip, measureMemory, readClip } from './languages/measure-clip.mjs';
import { report } from './languages/write-report.mjs';
import { freshFolder, repo } from './turnwire-steps.mjs';

const clips = process.env.TURNWIRE_LANGUAGE_CLIPS;
if (!clips || !existsSync(path.join(clips, 'clips.jsonl'))) {
  process.stderr.write(
    'report:languages skipped: TURNWIRE_LANGUAGE_CLIPS names no folder with clips.jsonl\n',
  );
  process.exit(0);
}

const RUN = 'runs/languages';
freshFolder(RUN);
mkdirSync(path.join(repo, RUN), { recursive: true });
const results = path.join(repo, RUN, 'results.jsonl');
const linesOf = (file) =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').filter(Boolean) : [];
const at = process.argv.indexOf('--most');
const most = at < 0 ? 7 : Number(process.argv[at + 1]);

/** Longer clips are left out of the words; their first windows are identified. */
const MOST_SEC = 20;
/** Windows of 3 s that are identified in a clip. */
const MOST_WINDOWS = 3;

const rows = linesOf(path.join(clips, 'clips.jsonl')).map((line) => JSON.parse(line));
const done = new Map(resultsSoFar().map((one) => [one.file, one]));
const inference = createInlineInference();
const ofLanguage = (language) => rows.filter((row) => row.language === language);
// One clip of each language after another: a run that is cut short has some of all.
const longest = Math.max(...LANGUAGES.map((language) => ofLanguage(language).length));
const taken = Object.fromEntries(LANGUAGES.map((language) => [language, 0]));
for (let i = 0; i < longest; i++) {
  for (const language of LANGUAGES) {
    const all = ofLanguage(language);
    const hasTexts = all.some(({ text }) => text);
    const row = all[i];
    if (!row) continue;
    const samples = await readClip(path.join(clips, row.file));
    const isShort = samples.length <= MOST_SEC * 16_000;
    const wantsWords = isShort && (row.text || !hasTexts) && taken[language] < (hasTexts ? most : 2);
    if (wantsWords) taken[language] += 1;
    const before = done.get(row.file);
    if (before && (before.words || !wantsWords)) continue;
    const measured = await measureClip(row, samples, inference, { wantsWords, mostWindows: MOST_WINDOWS });
    appendFileSync(results, `${JSON.stringify(measured)}\n`);
  }
}
await inference.close();

const measured = resultsSoFar();
const memory = measureMemory(
  path.join(clips, measured.find((one) => one.language === 'de' && one.words).file),
);
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: repo, encoding: 'utf8' }).trim();
writeFileSync(
  path.join(repo, 'reports/languages.md'),
  report(measured, { memory, commit, most, reference: referenceTexts() }),
);

/** What the published model hears, by file (training/whisper/reference.py); empty if nobody wrote it. */
function referenceTexts() {
  const table = TokenTable.parse(readFileSync(path.join(repo, 'models/whisper-base/tokens.txt'), 'utf8'));
  const decoded = linesOf(path.join(clips, 'reference.jsonl')).map((line) => JSON.parse(line));
  return new Map(decoded.map(({ file, tokens }) => [file, table.text(tokens)]));
}

/** The newest result of each clip. */
function resultsSoFar() {
  const all = linesOf(results).map((line) => JSON.parse(line));
  return [...new Map(all.map((one) => [one.file, one])).values()];
}
