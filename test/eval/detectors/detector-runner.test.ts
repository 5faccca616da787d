import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createDetectorRunner } from '../../../src/eval/detectors/detector-runner.js';
import type { MeasuredRunner, SessionRequest } from '../../../src/eval/run/session-runner.js';

const SECOND: SessionRequest = {
  name: 'one',
  endpoint: 'stream',
  start: {
    eot: { profile: 'cutoff_2pct' },
    language: { pin: 'de' },
    messages: [{ role: 'assistant', content: 'Ja?' }],
  },
  audio: new Int16Array(16_000).fill(7),
  controls: [
    { atSample: 8000, message: { type: 'agent.speech', phase: 'start', utterance_id: 'a' } },
    { atSample: 9000, message: { type: 'agent.speech', phase: 'end', utterance_id: 'a' } },
  ],
};

const open: MeasuredRunner[] = [];
afterEach(() => Promise.all(open.splice(0).map((runner) => runner.close())));

/** A detector whose `answer(line)` is the given JavaScript; it gives the text of the answer, or writes by itself. */
function detector(answer: string, timeoutSec = 20): MeasuredRunner {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'detector-')), 'detector.mjs');
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
    let recordings = 0;
    const answer = (line) => { ${answer} };
    for await (const text of createInterface({ input: process.stdin })) {
      const line = JSON.parse(text);
      if (line.type === 'recording.start') recordings += 1;
      const said = answer(line);
      if (said !== undefined) process.stdout.write(said + '\\n');
    }`,
  );
  const runner = createDetectorRunner(`"${process.execPath}" "${file}"`, timeoutSec);
  open.push(runner);
  return runner;
}

describe('a detector', () => {
  it('gets the recording in frames of 20 ms with their time, the conversation and the speech of the agent', async () => {
    const runner = detector(`
      globalThis.lines ??= [];
      lines.push(line);
      if (line.type !== 'recording.end') return '{}';
      const frames = lines.filter(({ type }) => type === 'audio');
      const pcm = Buffer.concat(frames.map(({ pcm }) => Buffer.from(pcm, 'base64')));
      const { profile, language, messages } = lines[0];
      return JSON.stringify({ error: JSON.stringify({
        profile, language, said: messages[0].content, frames: frames.length, first: frames[0].t,
        samples: pcm.length / 2, value: pcm.readInt16LE(31998), end: line.t,
        order: lines.filter(({ type, t }) => type !== 'audio' || Math.abs(t - 0.53) < 0.04).map(({ type, t }) => type + t),
      }) });`);
    const error = await runner.events(SECOND).catch((cause: Error) => cause.message);
    expect(error).toContain('"profile":"cutoff_2pct","language":"de","said":"Ja?"');
    expect(error).toContain('"frames":50,"first":0.02,"samples":16000,"value":7,"end":1');
    expect(error).toContain(
      '["recording.start0","audio0.5","agent.speech0.5","audio0.52","audio0.54","audio0.56","agent.speech0.5625","recording.end1"]',
    );
  });

  it('is not started again by a recording of a run that is over', async () => {
    const runner = detector(`return '{}'`);
    await runner.events(SECOND);
    await runner.close();
    await expect(runner.events(SECOND)).rejects.toMatchObject({ code: 'closed' });
  });

  it('ends turns at the time of the sound that it had got', async () => {
    const runner = detector(`
      if (line.type !== 'audio') return '{}';
      if (line.t === 0.3) return '{"score":0.75,"events":[{"type":"turn.end"}]}';
      if (line.t === 0.5) return '{"t":0.5,"events":[{"type":"turn.resumed"},{"type":"bargein.onset"}]}';
      if (line.t === 0.8) return '{"events":[{"type":"bargein.class","class":"claim"},{"type":"turn.end","by":"timeout"}]}';
      return '{"score":0.25}';`);
    const events = await runner.events(SECOND);
    expect(events).toMatchObject([
      { type: 'turn.end', t: 0.3, speaker: 'user', p_eot: 0.75, by: 'score', profile: 'cutoff_2pct', seq: 1 },
      { type: 'turn.resumed', t: 0.5, after_ms: 200 },
      { type: 'bargein.onset', t: 0.5 },
      { type: 'bargein.class', t: 0.8, class: 'claim', decided_after_ms: 300 },
      { type: 'turn.end', t: 0.8, by: 'timeout', p_eot: 0.25 },
    ]);
  });

  it('gives scores, and is used again for the next recording', async () => {
    const runner = detector(
      "return line.type === 'audio' ? JSON.stringify({ score: recordings / 10 }) : '{}'",
    );
    const scores = [
      await runner.scores({ ...SECOND, intervalSec: 0.1 }),
      await runner.scores({ ...SECOND, intervalSec: 0.1 }),
    ];
    expect(scores.map((of) => [of.length, of[0], of.at(-1)!.p_eot])).toEqual([
      [50, { timestamp: 0.02, p_eot: 0.1 }, 0.1],
      [50, { timestamp: 0.02, p_eot: 0.2 }, 0.2],
    ]);
    const { answers, answerMs, audioSec, cpuSec, peakMemoryMb } = runner.figures();
    expect([answers, audioSec]).toEqual([104, 2]);
    expect(answerMs!.median).toBeLessThanOrEqual(answerMs!.most);
    if (process.platform === 'linux') {
      expect(cpuSec).toBeGreaterThan(0);
      expect(peakMemoryMb).toBeGreaterThan(10);
    }
  });

  it('that gives no score is told what to measure instead', async () => {
    await expect(detector("return '{}'").scores({ ...SECOND, intervalSec: 0.1 })).rejects.toThrow(
      'the detector gave no score; measure its events with --method service',
    );
  });
});

describe('a fault of a detector fails the recording with a sentence', () => {
  const once = (fault: string): string => `if (recordings === 1 && line.t === 0.5) { ${fault} } return '{}';`;
  it.each([
    [
      'exits',
      once('console.error("no model here"); process.exit(3)'),
      /exited with code 3, at 0.5 s of the recording; its last words on stderr: no model here/,
    ],
    [
      'exits in a line',
      once(`process.stdout.write('{"sco', () => process.exit(0)); return`),
      /exited with code 0 in the middle of a line, at 0.5 s/,
    ],
    ['sleeps', once('return'), /did not answer within 2 s, at 0.5 s/],
    [
      'writes half a line',
      once(`process.stdout.write('{"score":'); return`),
      /did not answer within 2 s in the middle of a line/,
    ],
    [
      'floods',
      once(`process.stdout.write('{}\\n'.repeat(100000)); return`),
      /wrote a line that no line asked for/,
    ],
    [
      'never ends a line',
      once(`process.stdout.write('x'.repeat(2000000)); return`),
      /wrote 1000000 characters without the end of a line/,
    ],
    [
      'answers out of order',
      once(`return '{"t":0.48}'`),
      /answers out of order: its answer is for 0.48 s, at 0.5 s/,
    ],
    ['writes no JSON', once(`return 'turn over'`), /answered turn over: its answer: not JSON/],
    [
      'misspells a field',
      once(`return '{"scores":0.5}'`),
      /answered \{"scores":0.5\}: its answer: Unrecognized key: "scores"/,
    ],
    ['scores above 1', once(`return '{"score":1.5}'`), /its answer: score: Too big/],
    ['says so', once(`return '{"error":"too noisy"}'`), /says: too noisy/],
  ])('%s', async (_, answer, sentence) => {
    const runner = detector(answer, 2);
    const first = await runner.events(SECOND).catch((cause: Error) => cause.message);
    expect(first).toMatch(sentence);
    // A new process takes the next recording.
    expect(await runner.events({ ...SECOND, name: 'two' }).catch((cause: Error) => cause.message)).toMatch(
      sentence,
    );
  });

  it('ends the run if the command never answers at all', async () => {
    const runner = createDetectorRunner('no-such-detector-anywhere', 20);
    await expect(runner.events(SECOND)).rejects.toMatchObject({
      code: 'service_never_reached',
      message: expect.stringMatching(/no-such-detector-anywhere/) as string,
    });
  });
});
