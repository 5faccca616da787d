/** What is scored of a hypothesis without a word, by what its format could have held; and of which regions. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { scoreFiles, type ScoreOptions } from '../../../src/eval/score/score-files.js';
import { toJsonLine } from '../../../src/protocol/index.js';
import { callLog, roomLog } from '../../helpers/events.js';
import { useTempDir } from '../../helpers/temp-dir.js';

const tempDir = useTempDir();
const OPTIONS: ScoreOptions = {
  collarSec: 0,
  tcpCollarSec: 5,
  skipOverlap: false,
  jerPairing: 'lowest',
  normalize: null,
};
const SPOKEN = 'm1 1 anna 0.5 1.5 good morning\nm1 1 bert 2 3 hello\n';
const SPEAKER = 'SPEAKER m1 1 0.5 1 <NA> <NA> anna <NA> <NA>\n';
const logWithoutWords = roomLog().filter(({ type }) => type !== 'asr.final');

async function score(name: string, content: string, reference: string, uem?: string) {
  const folder = await tempDir();
  const uemFile = uem === undefined ? undefined : path.join(folder, 'scored.uem');
  if (uemFile !== undefined) await writeFile(uemFile, uem!);
  const [hypothesis, wanted] = [path.join(folder, name), path.join(folder, `reference.${reference}`)];
  await writeFile(hypothesis, content);
  await writeFile(wanted, reference === 'stm' ? SPOKEN : SPEAKER);
  return scoreFiles(hypothesis, wanted, { ...OPTIONS, uemFile });
}

it.each([
  ['heard.stm', ''],
  ['heard.ctm', ''],
  ['heard.json', '[]'],
  ['heard.jsonl', logWithoutWords.map(toJsonLine).join('')],
])('%s that holds no word missed them all', async (name, content) => {
  const missed = { referenceWords: 3, deletions: 3, errors: 3, rate: 1 };
  expect(await score(name, content, 'stm')).toMatchObject({ wer: missed, cpwer: missed, tcpwer: missed });
});

it.each([
  ['speech.rttm', SPEAKER, 'stm'],
  ['call.jsonl', callLog().map(toJsonLine).join(''), 'stm'],
  ['heard.stm', SPOKEN, 'rttm'],
])('%s has no words to score against that reference', async (name, content, reference) => {
  expect(await score(name, content, reference)).toMatchObject({ wer: null, cpwer: null, tcpwer: null });
});

it.each(['m1 1 0 2.5\n', 'other 1 0 1\nm1 1 0 2.5\n', 'meeting 1 0 2.5\n'])(
  'the regions of %j are those of the one recording',
  async (uem) => {
    expect((await score('heard.stm', SPOKEN, 'stm', uem)).der).toMatchObject({ speech: 1.5, rate: 0 });
  },
);

it('counts on both sides the voices that speak in the regions', async () => {
  const { voices } = await score('heard.stm', SPOKEN, 'stm', 'm1 1 0 1.8\n');
  expect(voices).toEqual({ hypothesis: 1, reference: 1 });
});

it.each(['a 1 0 1\nb 1 0 1\n', ''])('a UEM without a region of it is refused: %j', async (uem) => {
  await expect(score('heard.stm', SPOKEN, 'stm', uem)).rejects.toThrow(
    "scored.uem has no region of the reference's recording (m1), so nothing would be scored",
  );
});

it('tells the character error rate of a reference in Chinese or Japanese, of no other', async () => {
  const folder = await tempDir();
  const [hypothesis, reference] = [path.join(folder, 'h.stm'), path.join(folder, 'r.stm')];
  await writeFile(reference, 'm1 1 a 0 2 我 用 iphone 打电话\n');
  await writeFile(hypothesis, 'm1 1 a 0 2 我用iphones打电话\n');
  const { cer, wer } = await scoreFiles(hypothesis, reference, OPTIONS);
  expect(cer).toMatchObject({ errors: 1, insertions: 1, referenceWords: 11 });
  expect(wer).toMatchObject({ errors: 1, referenceWords: 6 });
  expect((await score('heard.stm', SPOKEN, 'stm')).cer).toBeNull();
});

it('calls an empty reference empty, whatever the hypothesis is', async () => {
  const folder = await tempDir();
  const log = path.join(folder, 'h.jsonl');
  await writeFile(log, roomLog().map(toJsonLine).join(''));
  for (const name of ['empty.stm', 'empty.TextGrid']) {
    await writeFile(path.join(folder, name), '');
    await expect(scoreFiles(log, path.join(folder, name), OPTIONS)).rejects.toThrow(
      `${name}: the reference is empty`,
    );
  }
});

it('compares words as the usual English normaliser writes them, if asked', async () => {
  const folder = await tempDir();
  const [heard, wanted] = ['heard.stm', 'wanted.stm'].map((name) => path.join(folder, name));
  await writeFile(heard!, "m1 1 anna 0 2 It's 36 colors\n");
  await writeFile(wanted!, 'm1 1 anna 0 2 uh it is thirty six colours (laughter)\n');
  const errors = async (normalize: ScoreOptions['normalize']) =>
    (await scoreFiles(heard!, wanted!, { ...OPTIONS, normalize })).wer?.errors;
  expect(await errors('english')).toBe(0);
  expect(await errors(null)).toBeGreaterThan(4);
});

it('counts neither words nor speech in a region that the reference leaves out', async () => {
  const folder = await tempDir();
  const [heard, wanted] = ['heard.stm', 'wanted.stm'].map((name) => path.join(folder, name));
  // The words of anna's second utterance lie at 4 to 5 s and at 5 to 6 s.
  await writeFile(heard!, 'm1 1 a 0 1 good morning\nm1 1 a 4 6 noise yes\nm1 1 b 8 9 more noise\n');
  const said = 'm1 1 anna 0 1 good morning\nm1 1 bert 4 6 hello yes\n';
  const left = (start: number, end: number) => `m1 1 x ${start} ${end} IGNORE_TIME_SEGMENT_IN_SCORING\n`;
  await writeFile(wanted!, said + left(3, 4.9) + left(7, 10));
  const { conventions, cpwer, der, tcpwer, voices, wer } = await scoreFiles(heard!, wanted!, OPTIONS);
  expect(conventions.unscoredRegions).toBe(2);
  expect(wer).toMatchObject({ errors: 0, referenceWords: 3, hypothesisWords: 3 });
  for (const errors of [cpwer, tcpwer])
    expect(errors).toMatchObject({ referenceWords: 3, hypothesisWords: 3 });
  expect(der.speech).toBeCloseTo(2.1, 9);
  expect(der).toMatchObject({ missed: 0, falseAlarm: 0 });
  expect(voices).toEqual({ hypothesis: 1, reference: 2 });
  await writeFile(wanted!, said);
  expect((await scoreFiles(heard!, wanted!, OPTIONS)).wer).toMatchObject({ substitutions: 1, insertions: 2 });
});

it('does not miss a recording of which the reference leaves out everything', async () => {
  const folder = await tempDir();
  const [heard, wanted] = ['heard.stm', 'wanted.stm'].map((name) => path.join(folder, name));
  await writeFile(wanted!, `${SPOKEN}m2 1 x 0 9 IGNORE_TIME_SEGMENT_IN_SCORING\n`);
  await writeFile(heard!, SPOKEN);
  expect((await scoreFiles(heard!, wanted!, OPTIONS)).missingSessions).toEqual([]);
  await writeFile(heard!, `${SPOKEN}m2 1 x 1 2 noise\n`);
  expect((await scoreFiles(heard!, wanted!, OPTIONS)).wer).toMatchObject({ errors: 0, referenceWords: 3 });
});
