/**
 * `npm run points`: the operating points of languages other than English, from the engine's own `turn.end` events on the shipped
 * calls, pooled over these languages. Writes src/operating-points/multilingual.ts, whose points the service publishes for languages
 * of which no person's speech was measured (read-speech-points.mjs). Takes about 10 minutes on two quiet cores.
 *   node scripts/multilingual-points.mjs [--resume]
 *   node scripts/multilingual-points.mjs --from STREAM-RUN ROOM-RUN     from existing run folders
 */
import { openRun } from '../dist/eval/results/run-folder.js';
import { LANGUAGES } from '../dist/protocol/languages.js';
import { evidenceOf, measuredTurns, writeSource } from './point-evidence.mjs';
import { freshFolder, turnwire } from './turnwire-steps.mjs';

const OUT = 'src/operating-points/multilingual.ts';
const given = process.argv.indexOf('--from');
const folders = given < 0 ? measured() : process.argv.slice(given + 1, given + 3);
const [stream, room] = await Promise.all(folders.map(evidenceIn));
const text = `/**
 * Operating points of languages other than English on synthetic calls: what the engine's own \`turn.end\` events did, pooled over
 * languages, because the turns of one are too few. Written by \`npm run points\`; do not edit.
 */
import type { EvidenceByEndpoint } from './point-evidence.js';

export const MULTILINGUAL_EVIDENCE: EvidenceByEndpoint = ${JSON.stringify({ stream, room })};
`;
await writeSource(OUT, text);

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

/** @returns what one run measured. */
async function evidenceIn(folder) {
  const run = await openRun(folder);
  const { corpora, startedAt } = run.manifest;
  return evidenceOf(measuredTurns(run), {
    corpora: corpora.map(({ name, version }) => `${name} ${version}`),
    synthetic: corpora.some(({ synthetic }) => synthetic),
    date: startedAt.slice(0, 10),
  });
}
