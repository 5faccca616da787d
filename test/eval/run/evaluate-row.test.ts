import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wavBytes } from '../../../src/audio/index.js';
import { openCorpus } from '../../../src/eval/corpora/open-corpus.js';
import { validateCorpus } from '../../../src/eval/corpora/validate-corpus.js';
import { evaluateRow } from '../../../src/eval/run/evaluate-row.js';
import { TAIL_MAX_SEC, TAIL_SEC, tailSecFor, type RowPlan } from '../../../src/eval/run/row-plan.js';
import { createLocalRunner } from '../../../src/eval/run/local-runner.js';
import { rowResultSchema } from '../../../src/eval/results/row-result.js';
import type { ScoreRequest, SessionRunner } from '../../../src/eval/run/session-runner.js';
import {
  DEFAULT_POLICIES,
  SCORER_POLICIES,
  type PoliciesByLanguage,
} from '../../../src/operating-points/policies.js';
import type { ProfileName } from '../../../src/protocol/names.js';
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

it('scores a session of the languages, and after the words, that its turns are measured with', async () => {
  const folder = await tempDir();
  await writeFile(path.join(folder, 'call.wav'), wavBytes(speechPattern(1, -1)));
  const messages = [{ role: 'assistant', content: 'Which day?' }];
  const row = {
    id: 'call',
    language: 'es',
    audio: 'call.wav',
    silence_spans: [{ start: 1, end: 2 }],
    messages,
  };
  await writeFile(path.join(folder, 'rows.jsonl'), JSON.stringify(row) + '\n');
  const corpus = await openCorpus(folder);
  const asked = async (plan: Pick<RowPlan, 'endpoint' | 'start'>): Promise<ScoreRequest['start']> => {
    const requests: ScoreRequest[] = [];
    const scores = async (request: ScoreRequest) => (requests.push(request), []);
    const whole: RowPlan = { profiles: [], methods: ['eot-bench'], scoreIntervalSec: 0.1, ...plan };
    await evaluateRow(corpus, corpus.rows[0]!, whole, { ...runner, scores });
    return requests[0]!.start;
  };
  const allowed = { language: { allowed: ['en', 'es'] } };
  expect(await asked({ endpoint: 'room', start: allowed })).toEqual({ idle_timeout_s: 0, ...allowed });
  expect(await asked({ endpoint: 'stream', start: {} })).toMatchObject({ language: { pin: 'es' }, messages });
});

describe('a recording that ends early', () => {
  const plan: RowPlan = {
    endpoint: 'room',
    profiles: ['cutoff_10pct'],
    methods: ['service'],
    start: {},
    scoreIntervalSec: 0.1,
  };
  const heard: SessionRunner = { ...runner, events: async () => [] };

  async function measured(sound: Buffer | Uint8Array, labels: object) {
    const folder = await tempDir();
    await writeFile(path.join(folder, 'call.wav'), sound);
    await writeFile(path.join(folder, 'call.rttm'), 'SPEAKER call 1 50 10 <NA> <NA> anna <NA> <NA>\n');
    await writeFile(path.join(folder, 'first.uem'), 'call 1 0 2\n');
    await writeFile(path.join(folder, 'late.uem'), 'call 1 7 9\n');
    const row = { id: 'call', language: 'en', audio: 'call.wav', ...labels };
    await writeFile(path.join(folder, 'rows.jsonl'), JSON.stringify(row) + '\n');
    const corpus = await openCorpus(folder);
    const result = await evaluateRow(corpus, corpus.rows[0]!, plan, heard);
    return { result, problems: await validateCorpus(corpus) };
  }

  it.each([
    ['labels reach 60 s', { silence_spans: [{ start: 50, end: 60 }] }],
    ['labels reach 60 s', { barge_ins: [{ start: 50, end: 60, class: 'claim' }] }],
    ['the reference has speech at 50 s', { rttm: 'call.rttm' }],
  ])('is not measured, for the reason that validation gives: %s', async (what, labels) => {
    const { result, problems } = await measured(wavBytes(new Int16Array(96_000)), labels);
    expect(result).toMatchObject({ audioSec: 0, error: `${what}, the recording ends at 6.000 s` });
    expect(problems).toEqual([`call: ${result.error}`]);
  });

  it('is not measured where its UEM leaves nothing of it to score', async () => {
    const whole = wavBytes(new Int16Array(96_000).fill(500));
    const { result, problems } = await measured(whole, { rttm: 'call.rttm', uem: 'late.uem' });
    expect(result.error).toBe('the UEM leaves nothing of the recording to score, which ends at 6.000 s');
    expect(problems).toEqual([`call: ${result.error}`]);
  });

  it('is measured where its labels or the scored part end before, and what was odd about it is kept', async () => {
    const whole = wavBytes(Int16Array.from({ length: 96_000 }, (_, i) => (i % 2 === 0 ? 500 : -500)));
    const cut = whole.subarray(0, 44 + 96_000);
    for (const labels of [
      { silence_spans: [{ start: 1, end: 3 }] },
      { rttm: 'call.rttm', uem: 'first.uem' },
    ]) {
      const { result, problems } = await measured(cut, labels);
      expect(result).toMatchObject({
        audioSec: 3,
        warnings: [expect.stringMatching(/is cut off: .+3\.0 s/)],
      });
      expect(result.error).toBeUndefined();
      expect(rowResultSchema.parse(result)).toEqual(result);
      expect(problems).toEqual([]);
    }
  });
});

describe('the spans of a turn', () => {
  async function measured(silence_spans: object[]) {
    const folder = await tempDir();
    await writeFile(path.join(folder, 'call.wav'), wavBytes(new Int16Array(96_000)));
    const row = { id: 'call', language: 'en', audio: 'call.wav', silence_spans };
    await writeFile(path.join(folder, 'rows.jsonl'), JSON.stringify(row) + '\n');
    const corpus = await openCorpus(folder);
    const plan: RowPlan = {
      ...{ endpoint: 'stream', profiles: [], methods: ['eot-bench'] },
      ...{ start: {}, scoreIntervalSec: 0.1 },
    };
    const { error } = await evaluateRow(corpus, corpus.rows[0]!, plan, { ...runner, scores: async () => [] });
    return { error, problems: await validateCorpus(corpus) };
  }

  it('may end in 0.2 s of silence, which as a difference of doubles is less', async () => {
    expect(1.3 - 1.1).toBeLessThan(0.2);
    expect(await measured([{ start: 1.1, end: 1.3 }])).toEqual({ error: undefined, problems: [] });
  });

  it.each([
    ['the silence that ends the turn is labelled for 0.10 s; 0.2 s are needed', [[1.1, 1.2]]],
    [
      'silence_spans[0] ends before it starts',
      [
        [2, 1],
        [3, 4],
      ],
    ],
    [
      'silence_spans[0] starts after the last one',
      [
        [4, 5],
        [1, 2],
      ],
    ],
  ])('that mean nothing are not measured, for the reason that validation gives: %s', async (why, spans) => {
    const { error, problems } = await measured(spans.map(([start, end]) => ({ start, end })));
    expect(error).toContain(why);
    expect(problems).toContain(`call: ${error}`);
  });
});

it('hands the start of a session to the engine that scores it', async () => {
  const local = createLocalRunner({}, 1);
  const start = { language: { allowed: ['xx'] } };
  const request = { name: 'a', endpoint: 'room', start, audio: new Int16Array(0), intervalSec: 0.1 } as const;
  await expect(local.scores(request)).rejects.toThrow(/xx/);
  await local.close();
});

it('leaves time for every time-out that ships after the last sound', () => {
  const tables = [DEFAULT_POLICIES, ...Object.values(SCORER_POLICIES).flatMap((own) => Object.values(own))];
  const policies = tables.flatMap(({ stream, room }) => [...Object.values(stream), ...Object.values(room)]);
  for (const { timeoutSec } of policies) expect(TAIL_SEC).toBeGreaterThanOrEqual(timeoutSec + 1);
});

it('leaves time for the longest time-out of the policies that it is given', async () => {
  const folder = await tempDir();
  await writeFile(path.join(folder, 'call.wav'), wavBytes(speechPattern(1, -1)));
  const row = { id: 'call', language: 'en', audio: 'call.wav', silence_spans: [{ start: 1, end: 2 }] };
  await writeFile(path.join(folder, 'rows.jsonl'), JSON.stringify(row) + '\n');
  const corpus = await openCorpus(folder);
  const waiting = (timeoutSec: number): PoliciesByLanguage => {
    const policy = { threshold: 2, actionDelaySec: 0.2, timeoutSec };
    const three = { cutoff_10pct: policy, cutoff_5pct: policy, cutoff_2pct: policy };
    return { es: DEFAULT_POLICIES, en: { stream: three, room: DEFAULT_POLICIES.room } };
  };
  const policies = waiting(12);
  const policy = (profile: ProfileName) => policies.en!.stream[profile];
  const plan: RowPlan = {
    endpoint: 'stream',
    profiles: ['cutoff_2pct'],
    methods: ['service'],
    start: {},
    scoreIntervalSec: 0.1,
    tailSec: tailSecFor(policies, 'stream'),
  };
  const patient: SessionRunner = {
    ...runner,
    events: ({ start, audio }) => runEngine(scriptedEngine(start, { policy }), audio),
  };
  const { service } = await evaluateRow(corpus, corpus.rows[0]!, plan, patient);
  expect(service!.cutoff_2pct!.turn_ends).toMatchObject([{ by: 'timeout' }]);
  expect(tailSecFor(policies, 'room')).toBe(TAIL_SEC);
  expect(tailSecFor(waiting(3600), 'stream')).toBe(TAIL_MAX_SEC);
});
