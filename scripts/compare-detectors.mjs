// `npm run compare:detectors`: our scorers and other detectors on the shipped real calls, in one table with what each costs.
//   pip install -r examples/detectors/requirements.txt
//   npm run compare:detectors                          turn.end events, latency and cut-offs
//   npm run compare:detectors -- --method turnbench    the same events by the definition of TurnBench
// PYTHON names the interpreter that has the packages; other arguments go to `turnwire eval`.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { repo, turnwire } from './turnwire-steps.mjs';

const CALLS = path.join(repo, 'corpora/real');
const CORPUS = 'runs/detectors/real-calls';
const python = process.env.PYTHON ?? 'python3';
const detector = (command) => ['--detector', `${python} examples/detectors/${command}`];
const given = process.argv.slice(2);

if (!existsSync(path.join(repo, CORPUS, 'corpus.json'))) {
  const calls = readdirSync(CALLS).flatMap((file) => /^(.*)\.turns\.tsv$/.exec(file)?.[1] ?? []);
  turnwire(
    ...['corpus', 'import', 'call', ...calls.map((call) => path.join('corpora/real', `${call}.flac`))],
    ...['--licence', 'CC BY 4.0', '--out', CORPUS],
  );
}
const out = `runs/detectors/${given.includes('turnbench') ? 'turnbench' : 'service'}`;
rmSync(path.join(repo, out), { recursive: true, force: true });
turnwire(
  ...[
    'eval',
    CORPUS,
    '--profile',
    'cutoff_5pct',
    ...(given.includes('--method') ? [] : ['--method', 'service']),
  ],
  ...['--scorer', 'learned', '--scorer', 'rules'],
  ...detector('smart_turn.py'),
  ...detector('silero_timeout.py 0.8'),
  ...['--jobs', '1', '--out', out, ...given],
);
