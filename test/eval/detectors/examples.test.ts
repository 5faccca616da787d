import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { createDetectorRunner } from '../../../src/eval/detectors/detector-runner.js';
import { bookingCall, samplesOf } from '../../helpers/recordings.js';

const hasPython = spawnSync('python3', ['--version']).status === 0;
/** The interpreter that has what examples/detectors/requirements.txt lists. */
const python = process.env.PYTHON ?? 'python3';
const hasPipecat = spawnSync(python, ['-c', 'import pipecat.turns.user_start, onnxruntime']).status === 0;

/** 1 s of tone, then 2 s of silence: its turn ends 0.7 s after the tone. */
const AUDIO = Int16Array.from({ length: 48_000 }, (_, i) => (i < 16_000 ? 8000 * Math.sin(i / 5) : 0));

async function turnEnds(command: string): Promise<number[]> {
  const runner = createDetectorRunner(command, 30);
  const events = await runner.events({
    name: 'tone',
    endpoint: 'stream',
    start: {},
    audio: AUDIO,
    controls: [],
  });
  await runner.close();
  return events.flatMap((event) => (event.type === 'turn.end' ? [event.t] : []));
}

describe('the detectors that ship as examples', () => {
  it.skipIf(!hasPython)('template.py ends the turn after 0.7 s', async () => {
    expect(await turnEnds('python3 examples/detectors/template.py')).toEqual([1.7]);
  });

  it('template.ts does so too', async () => {
    const source = readFileSync('examples/detectors/template.ts', 'utf8');
    const { outputText } = ts.transpileModule(source, { compilerOptions: { module: ts.ModuleKind.ESNext } });
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'detector-')), 'template.mjs');
    writeFileSync(file, outputText);
    expect(await turnEnds(`"${process.execPath}" "${file}"`)).toEqual([1.7]);
  });

  it.skipIf(!hasPython)('the ten lines of docs/detectors.md are a detector', async () => {
    const code = /```python\n([^`]+)```/.exec(readFileSync('docs/detectors.md', 'utf8'))![1]!;
    expect(await turnEnds(`python3 -c '${code.replaceAll("'", '"')}'`)).toEqual([1.72]);
  });

  it.skipIf(!hasPipecat)(
    'pipecat_interruptions.py takes who speaks over the agent for a claim (needs pipecat-ai)',
    async () => {
      const runner = createDetectorRunner(`${python} examples/detectors/pipecat_interruptions.py`, 60);
      const events = async (agentSpeaks: boolean) =>
        (
          await runner.events({
            name: 'call',
            endpoint: 'stream',
            start: {},
            audio: await samplesOf(bookingCall, 4),
            controls: agentSpeaks ? [{ atSample: 0, message: { type: 'agent.speech', phase: 'start' } }] : [],
          })
        ).filter(({ type }) => type.startsWith('bargein'));
      const [onset, word] = await events(true);
      expect(onset).toMatchObject({ type: 'bargein.onset' });
      expect(word).toMatchObject({ type: 'bargein.class', class: 'claim', decided_after_ms: 0 });
      expect(await events(false)).toEqual([]);
      await runner.close();
    },
  );
});
