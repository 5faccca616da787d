// `npm run report`: makes every figure of reports/latest from the corpora that ship.
// Takes about 15 minutes on two quiet cores. `npm run report -- --resume` continues an interrupted one.
import { freshFolder, turnwire } from './turnwire-steps.mjs';

const RUNS = 'runs/report';
const CALIBRATION = `${RUNS}/calibration`;
freshFolder(RUNS);

const run = (name, ...args) => turnwire('eval', ...args, '--out', `${RUNS}/${name}`);
run('calls', 'sample-calls');
// As rooms only the English calls are measured; calls in other languages are measured on the stream.
run('calls-room', 'sample-calls', '--endpoint', 'room', '--language', 'en');
run('rooms', 'sample-rooms', '--endpoint', 'room');
const calibrate = (...more) =>
  turnwire(
    ...['calibrate', `${RUNS}/calls`, `${RUNS}/calls-room`, '--caution', '1'],
    ...['--out', CALIBRATION, ...more],
  );
calibrate();

// Runs the engine with the calibrated policies on the split that they were not fitted on.
const calibrated = ['--method', 'service', '--split', 'test', '--policies', `${CALIBRATION}/policies.json`];
run('calls-calibrated', 'sample-calls', ...calibrated);
run('calls-room-calibrated', 'sample-calls', '--endpoint', 'room', '--language', 'en', ...calibrated);
calibrate('--events', `${RUNS}/calls-calibrated`, `${RUNS}/calls-room-calibrated`);

const runs = ['calls', 'calls-calibrated', 'calls-room', 'calls-room-calibrated', 'rooms'];
turnwire(
  ...['table', ...runs.map((name) => `${RUNS}/${name}`), '--out', 'reports/latest'],
  ...['--title', 'turnwire on the corpora it ships', '--note', 'reports/notes/shipped-corpora.md'],
  ...['--points', `${CALIBRATION}/points.json`, '--others', 'reports/others/eot-bench-en.json'],
);
