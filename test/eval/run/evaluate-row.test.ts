import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { wavBytes } from '../../../src/audio/index.js';
import { openCorpus } from '../../../src/eval/corpora/open-corpus.js';
import { evaluateRow, TAIL_SEC } from '../../../src/eval/run/evaluate-row.js';
import type { SessionRunner } from '../../../src/eval/run/session-runner.js';
import { DEFAULT_POLICIES, SCORER_POLICIES } from '../../../src/operating-points/policies.js';
import { runEngine, scriptedEngine, speechPattern } from '../../helpers/scripted.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();

/** The session engine of the product, without models. */
const runner: SessionRunner = {
  events: ({ start, audio }) => runEngine(scriptedEngine(start), audio),
  scores: async () => [],
  close: async () => {},
};

it('hears a recording to its end, however long nobody speaks', async () => {
  const folder = await tempDir();
  await writeFile(path.join(folder, 'call.wav'), wavBytes(speechPattern(1, -610, 1, -1)));
  const silence_spans = [
    { start: 1, end: 611 },
    { start: 612, end: 613 },
  ];
  const row = { id: 'call', language: 'en', audio: 'call.wav', silence_spans };
  await writeFile(path.join(folder, 'rows.jsonl'), JSON.stringify(row) + '\n');
  const corpus = await openCorpus(folder);
  const result = await evaluateRow(
    corpus,
    corpus.rows[0]!,
    {
      endpoint: 'stream',
      profiles: ['cutoff_10pct'],
      methods: ['service'],
      start: {},
      scoreIntervalSec: 0.1,
    },
    runner,
  );
  const ends = result.service!.cutoff_10pct!.turn_ends.map(({ t }) => Math.floor(t));
  expect(ends).toEqual([1, 612]);
});

it('leaves time for every time-out that ships after the last sound', () => {
  const tables = [DEFAULT_POLICIES, ...Object.values(SCORER_POLICIES)];
  const policies = tables.flatMap(({ stream, room }) => [...Object.values(stream), ...Object.values(room)]);
  for (const { timeoutSec } of policies) expect(TAIL_SEC).toBeGreaterThanOrEqual(timeoutSec + 1);
});
