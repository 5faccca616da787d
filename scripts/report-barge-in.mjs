/**
 * `npm run report:barge-in`: barge-in on real recordings that taught nothing, into reports/barge-in.
 *   node scripts/report-barge-in.mjs [--only claims,backchannels,...] [--engine dist] [--name after] [--write]
 * --engine takes another build, such as that of an earlier commit; --name says under which name its figures are kept. The
 * report has the figures named `after`, and beside them those named `before` if there are any. --write only makes the report again
 * from figures that are there.
 */
import { existsSync, readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { repo } from './turnwire-steps.mjs';
import { engineOf } from './barge-in/session.mjs';
import { missingRecordings } from './barge-in/recordings.mjs';
import { echoRows } from './barge-in/echoes.mjs';
import { farOnes } from './barge-in/far-voices.mjs';
import { goingOn } from './barge-in/going-on.mjs';
import { choosing, singleSounds } from './barge-in/single-sounds.mjs';
import { writeReport } from './barge-in/write-report.mjs';
import { soundOf } from './barge-in/sound.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    engine: { type: 'string', default: path.join(repo, 'dist') },
    name: { type: 'string', default: 'after' },
    rows: { type: 'string', default: path.join(repo, 'runs/barge-in') },
    write: { type: 'boolean', default: false },
  },
});
const missing = values.write ? [] : missingRecordings();
if (missing.length > 0) {
  console.error(
    'report:barge-in lacks recordings; scripts/barge-in/recordings.mjs says where each folder comes from:',
  );
  for (const line of missing) console.error(`  ${line}`);
  process.exit(0);
}
const PARTS = { ...singleSounds, ...goingOn, ...farOnes, ...echoRows };
const ALL = { ...PARTS, ...choosing };
mkdirSync(values.rows, { recursive: true });
const rowsFile = path.join(values.rows, `${values.name}.json`);
const rows = existsSync(rowsFile) ? JSON.parse(readFileSync(rowsFile, 'utf8')) : {};
if (!values.write) {
  const build = path.resolve(values.engine);
  const [engine, sound] = [await engineOf(build), await soundOf(build)];
  for (const part of values.only?.split(',') ?? Object.keys(PARTS)) {
    const begun = Date.now();
    rows[part] = await ALL[part](engine, sound);
    writeFileSync(rowsFile, JSON.stringify(rows, null, 1));
    console.error(
      `${values.name} ${part}: ${rows[part].length} in ${((Date.now() - begun) / 1000).toFixed(0)} s`,
    );
  }
  await engine.inference.close();
}
const figures = (name) => {
  const file = path.join(values.rows, `${name}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};
writeReport(path.join(repo, 'reports/barge-in'), figures('before'), figures('after'));
