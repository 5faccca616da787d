// `npm run report:real`: puts real recordings through import, eval, calibrate and table, and writes reports/real.
// The recordings are not part of this project. If they are missing, it says so and does nothing.
import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { freshFolder, repo, turnwire } from './turnwire-steps.mjs';

const AUDIO = process.env.TURNWIRE_REAL_AUDIO ?? path.join(repo, '../shared/audio');
if (!existsSync(path.join(AUDIO, 'aws-call'))) {
  process.stderr.write(
    `report:real skipped: no recordings in ${AUDIO} (TURNWIRE_REAL_AUDIO names another folder)\n`,
  );
  process.exit(0);
}

const RUNS = 'runs/real';
const CORPORA = `${RUNS}/corpora`;
freshFolder(RUNS);

const clip = (name) => path.join(AUDIO, name);
const importOnce = (kind, name, files, ...flags) => {
  const out = `${CORPORA}/${name}`;
  if (!existsSync(path.join(repo, out, 'corpus.json')))
    turnwire('corpus', 'import', kind, ...files, '--name', name, '--out', out, ...flags);
  return out;
};

const call = importOnce(
  'call',
  'aws-call',
  ['caller', 'agent'].map((side) => clip(`aws-call/Auto_Repairs_40_UTC_${side}.wav`)),
  ...['--pairs', '--licence', 'Apache-2.0'],
);
const clips = { en: ['audio_05_16kHz', 'audio_06_16kHz', 'smart_turn/03_true_16kHz'] };
const read = {
  de: 'de_de_000675',
  es: 'es_419_000896',
  fr: 'fr_fr_000378',
  ja: 'ja_jp_000595',
  zh: 'cmn_hans_cn_000328',
};
for (const [language, name] of Object.entries(read)) clips[language] = [`languages/${name}`];
const speechmatics = Object.entries(clips).map(([language, names]) =>
  importOnce(
    'turns',
    `speechmatics-${language}`,
    names.map((name) => clip(`speechmatics/${name}.wav`)),
    ...['--language', language, '--licence', 'MIT; FLEURS clips CC BY 4.0'],
  ),
);
const meetings = importOnce(
  'rooms',
  'meetings',
  ['sample', 'dev00', 'trn01', 'trn02', 'trn03', 'trn04', 'trn05'].map((name) =>
    clip(`meetings/${name}.wav`),
  ),
  ...['--licence', 'MIT', '--reference'],
  ...['sample', 'debug.development', 'debug.train'].map((name) => clip(`meetings/${name}.rttm`)),
);

const run = (name, ...args) => turnwire('eval', ...args, '--out', `${RUNS}/${name}`);
run('call', call);
run('clips', ...speechmatics);
run('call-room', call, '--endpoint', 'room');
run('meetings', meetings, '--endpoint', 'room');
turnwire('calibrate', `${RUNS}/call`, `${RUNS}/call-room`, '--out', `${RUNS}/calibration`);
turnwire(
  ...['table', ...['call', 'clips', 'call-room', 'meetings'].map((name) => `${RUNS}/${name}`)],
  ...[
    '--out',
    `${RUNS}/table`,
    '--title',
    'turnwire on real recordings',
    '--note',
    'reports/notes/real-recordings.md',
  ],
  ...['--points', `${RUNS}/calibration/points.json`, '--others', 'reports/others/eot-bench-en.json'],
);
// The page and the JSON stay in the run folder, because the page holds sound of the recordings.
for (const name of ['report.md', 'report.csv']) {
  mkdirSync(path.join(repo, 'reports/real'), { recursive: true });
  copyFileSync(path.join(repo, RUNS, 'table', name), path.join(repo, 'reports/real', name));
}
