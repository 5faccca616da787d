import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { toJsonLine } from '../../src/protocol/index.js';
import { renderLog } from '../../src/sinks/index.js';
import { runCli } from '../helpers/cli-process.js';
import { callLog } from '../helpers/events.js';
import { useTempDir } from '../helpers/temp-dir.js';

const tempDir = useTempDir();

it('score --json prints figures that a person can read', async () => {
  const dir = await tempDir();
  const rttm = (name: string, spans: [number, number][]) => {
    const file = path.join(dir, name);
    const line = ([start, sec]: [number, number]) =>
      `SPEAKER room 1 ${start} ${sec} <NA> <NA> anna <NA> <NA>\n`;
    return writeFile(file, spans.map(line).join('')).then(() => file);
  };
  const reference = await rttm('reference.rttm', [
    [0.1, 0.2],
    [1, 0.7],
  ]);
  const hypothesis = await rttm('hypothesis.rttm', [[1, 0.6]]);
  const { code, stdout } = await runCli(['score', hypothesis, reference, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ der: { speech: 0.9, missed: 0.3, rate: 0.3333 }, jer: 0.3333 });
  expect(stdout).not.toMatch(/\d\.\d{5}/);
});

it('score reads the log of a stream as its RTTM: the speech of one voice', async () => {
  const dir = await tempDir();
  const [log, rttm] = [path.join(dir, 'call.jsonl'), path.join(dir, 'call.rttm')];
  await writeFile(log, callLog().map(toJsonLine).join(''));
  await writeFile(rttm, renderLog('rttm', callLog(), 'call'));
  const { code, stdout } = await runCli(['score', log, rttm, '--json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    wer: null,
    der: { speech: 3.1, rate: 0 },
    voices: { hypothesis: 1, reference: 1 },
    finalDelaySec: null,
  });
});

it('score names every ending that it reads: the log only where a hypothesis stands', async () => {
  const dir = await tempDir();
  const rttm = path.join(dir, 'call.rttm');
  await writeFile(rttm, 'SPEAKER call 1 0 1 <NA> <NA> anna <NA> <NA>\n');
  const ours = 'the name must end in .rttm, .stm, .ctm, .json, .textgrid, .words.xml';
  const told = async (...files: string[]) => (await runCli(['score', ...files])).stderr;
  expect(await told('call.txt', rttm)).toBe(`turnwire: call.txt: ${ours}, .jsonl\n`);
  expect(await told(rttm, 'call.jsonl')).toBe(`turnwire: call.jsonl: ${ours}\n`);
});

it('score says what is wrong with an event log, and refuses an empty one and an endless collar', async () => {
  const dir = await tempDir();
  const [log, rttm] = [path.join(dir, 'call.jsonl'), path.join(dir, 'call.rttm')];
  await writeFile(rttm, 'SPEAKER call 1 0 1 <NA> <NA> anna <NA> <NA>\n');
  const told = async (...flags: string[]) => {
    const { code, stderr } = await runCli(['score', log, rttm, ...flags]);
    return `${code} ${stderr}`;
  };
  await writeFile(log, '{"text":"hello"}\n');
  expect(await told()).toBe(`3 turnwire: ${log}:1: type: missing\n`);
  await writeFile(log, '\n');
  expect(await told()).toContain(`3 turnwire: ${log} holds no event;`);
  expect(await told('--collar', 'Infinity')).toMatch(/^2 .*give seconds/);
});

it('score names recordings of which the hypothesis has nothing', async () => {
  const dir = await tempDir();
  const [hypothesis, reference] = [path.join(dir, 'a.rttm'), path.join(dir, 'b.rttm')];
  const line = (recording: string) => `SPEAKER ${recording} 1 0 1 <NA> <NA> anna <NA> <NA>\n`;
  const told = async (hyp: string[], ref: string[]) => {
    await writeFile(hypothesis, hyp.map(line).join(''));
    await writeFile(reference, ref.map(line).join(''));
    return (await runCli(['score', hypothesis, reference])).stdout;
  };
  expect(await told(['one'], ['one', 'two'])).toContain('not in the hypothesis, so missed as a whole: two\n');
  expect(await told([], ['one'])).toContain(
    'the hypothesis is empty: the whole reference counts as missed\n',
  );
  expect(await told(['one'], ['one'])).not.toContain('hypothesis');
});
