import { describe, expect, it } from 'vitest';
import type { BargeinClassifier } from '../../../src/bargein/classifier.js';
import { NO_SPEECH_HYPOTHESIS } from '../../../src/engine/transcript/transcribe-window.js';
import type { EotScorer } from '../../../src/eot/scorer.js';
import type { Engine } from '../../../src/engine/session/engine.js';
import { joinSamples } from '../../../src/audio/index.js';
import { checkLog } from '../../../src/protocol/check-log.js';
import { toJsonLine, type WireEvent } from '../../../src/protocol/events.js';
import {
  loudnessVad,
  scriptedClassifier,
  scriptedEngine,
  speechPattern,
  types,
} from '../../helpers/scripted.js';

const SUBSCRIBED = { signals: ['bargein'] };
const agent = (phase: 'start' | 'end', utterance_id?: string) => ({
  type: 'agent.speech' as const,
  phase,
  ...(utterance_id !== undefined && { utterance_id }),
});

/** Agent starts at 0, then the pattern, then whatever `then` does. */
async function over(engine: Engine, samples: Int16Array, id?: string): Promise<WireEvent[]> {
  return [...(await engine.control(agent('start', id))), ...(await engine.push(samples))];
}

describe('speech over the agent', () => {
  it('is an onset, then a claim when the classifier is sure, echoing utterance_id', async () => {
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.95) });
    const events = await over(engine, speechPattern(-0.5, 1.5), 'u7');
    const [onset, decision] = events.filter((event) => event.type.startsWith('bargein'));
    expect(onset).toMatchObject({ type: 'bargein.onset', agent_speaking: true, utterance_id: 'u7' });
    expect(decision).toMatchObject({
      type: 'bargein.class',
      class: 'claim',
      p_claim: 0.95,
      utterance_id: 'u7',
    });
    expect(decision!.type === 'bargein.class' && decision.decided_after_ms).toBeLessThanOrEqual(300);
  });

  it('is a backchannel with p_claim null when it stopped too soon to judge', async () => {
    const engine = scriptedEngine(SUBSCRIBED);
    const events = await over(engine, speechPattern(-0.5, 0.1, -1));
    expect(events.find((event) => event.type === 'bargein.class')).toMatchObject({
      class: 'backchannel',
      p_claim: null,
    });
  });

  it('decides by the end of the window when the classifier stays unsure', async () => {
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.45) });
    const events = await over(engine, speechPattern(-0.5, 3));
    expect(events.find((event) => event.type === 'bargein.class')).toMatchObject({
      class: 'backchannel',
      p_claim: 0.45,
    });
  });

  it('counts though it is quiet, once it is over; a quiet sound while the agent is silent does not', async () => {
    const sound = (amplitude: number, sec: number) => new Int16Array(sec * 16_000).fill(amplitude);
    const spoken = joinSamples([sound(950, 1.024), sound(0, 1.536)]);
    const quiet = joinSamples([sound(400, 0.256), sound(0, 1.024)]);
    const engine = scriptedEngine(SUBSCRIBED, { inference: loudnessVad });
    expect(
      types(await engine.push(joinSamples([spoken, quiet]))).filter((type) => type === 'vad.start'),
    ).toHaveLength(1);
    const events = await over(engine, joinSamples([sound(0, 0.512), quiet]));
    expect(types(events).filter((type) => /^vad|^bargein/.test(type))).toEqual([
      ...['vad.start', 'bargein.onset', 'vad.end', 'bargein.class'],
    ]);
    // It is 7 dB below the caller's own level, which is not faint.
    expect(events.find((event) => event.type === 'bargein.class')).toMatchObject({ class: 'claim' });
  });

  it('is judged without the quiet sound before it', async () => {
    const sound = (amplitude: number, sec: number) => new Int16Array(sec * 16_000).fill(amplitude);
    const loud = joinSamples([sound(0, 0.064), sound(950, 0.256), sound(0, 1.024)]);
    /** Lengths of sound that the classifier is asked about. */
    async function judgedAfter(before: Int16Array): Promise<number[]> {
      const lengths: number[] = [];
      const bargeinClassifier: BargeinClassifier = {
        version: 'scripted-1',
        needsText: true,
        async pClaim({ audio }) {
          lengths.push(audio.length);
          return 0.5;
        },
      };
      const engine = scriptedEngine(SUBSCRIBED, { inference: loudnessVad, bargeinClassifier });
      await over(engine, joinSamples([sound(0, 0.512), before, loud]));
      return lengths;
    }
    const alone = await judgedAfter(sound(0, 0.192));
    expect(alone.length).toBeGreaterThan(0);
    expect(await judgedAfter(joinSamples([sound(400, 0.096), sound(0, 0.096)]))).toEqual(alone);
  });

  it('is dropped when the agent stops first', async () => {
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.45) });
    const events = await over(engine, speechPattern(-0.5, 0.3));
    events.push(...(await engine.control(agent('end'))), ...(await engine.push(speechPattern(2, -2))));
    expect(types(events)).toContain('bargein.onset');
    expect(types(events)).not.toContain('bargein.class');
  });

  it('is a new onset when the agent goes on with its next utterance while the user still speaks', async () => {
    const said = async (gapSec: number, spokenInGap: boolean) => {
      const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.45) });
      const events = [...engine.start(), ...(await over(engine, speechPattern(-0.5, 0.3), 'u1'))];
      await engine.control(agent('end', 'u1'));
      events.push(...(await engine.push(speechPattern(spokenInGap ? gapSec : -gapSec))));
      events.push(...(await over(engine, speechPattern(0.9, -1), 'u2')), ...(await engine.end()));
      expect(checkLog(events.map(toJsonLine).join('')).violations).toEqual([]);
      return events.flatMap((event) =>
        event.type === 'bargein.onset' || event.type === 'bargein.class'
          ? [`${event.type} ${event.utterance_id}`]
          : [],
      );
    };
    const both = ['bargein.onset u1', 'bargein.onset u2', 'bargein.class u2'];
    expect(await said(0.4, true)).toEqual(both);
    expect(await said(0, true)).toEqual(both);
    // The user paused, and the words after the pause are an onset of their own.
    expect((await said(0.4, false)).filter((event) => event.endsWith('u2'))).toHaveLength(2);
    // The agent was silent for so long that the user has the floor.
    expect(await said(0.6, true)).toEqual(['bargein.onset u1']);
  });

  it('is no onset when the user spoke first, or the agent is quiet, or nobody subscribed', async () => {
    const first = scriptedEngine(SUBSCRIBED);
    const events = [
      ...(await first.push(speechPattern(-0.5, 1))),
      ...(await over(first, speechPattern(1, -1))),
    ];
    expect(types(events)).not.toContain('bargein.onset');
    const quiet = scriptedEngine(SUBSCRIBED);
    expect(types(await quiet.push(speechPattern(-0.5, 1, -1)))).not.toContain('bargein.onset');
    expect(types(await over(scriptedEngine(), speechPattern(-0.5, 1, -1)))).not.toContain('bargein.onset');
  });

  it('is no onset when the user spoke first and was heard only after the agent began', async () => {
    const engine = scriptedEngine(SUBSCRIBED);
    // Speech counts from its second frame; the agent begins in that one.
    const events = await engine.push(speechPattern(-0.5, 0.05));
    events.push(...(await over(engine, speechPattern(1, -1), 'u1')));
    expect(types(events)).toContain('vad.start');
    expect(types(events).filter((type) => type.startsWith('bargein'))).toEqual([]);
    // Nor is a second utterance of the agent a new beginning for who spoke over the first.
    const next = [
      ...(await over(engine, speechPattern(0.05), 'u2')),
      ...(await over(engine, speechPattern(1), 'u3')),
    ];
    expect(types(next)).toContain('bargein.onset');
  });

  it('comes before turn.end and after vad and turn.resumed in its step', async () => {
    const engine = scriptedEngine(SUBSCRIBED);
    const events = await engine.push(speechPattern(-0.5, 1, -1));
    events.push(...(await over(engine, speechPattern(1, -1))));
    const step = types(events).slice(types(events).indexOf('turn.end') + 1);
    expect(step.slice(0, 3)).toEqual(['vad.start', 'turn.resumed', 'bargein.onset']);
  });
});

describe('a voice far below the caller', () => {
  const QUIETER = 10 ** (-15 / 20);
  const sure = { bargeinClassifier: scriptedClassifier(() => 0.95) };

  it.each([
    [1, 'claim'],
    [QUIETER, 'backchannel'],
  ])('at %d of the amplitude: %s, also if it goes on for 3 s', async (amplitude, decided) => {
    const engine = scriptedEngine(SUBSCRIBED, sure);
    await engine.push(speechPattern(2, -3));
    const voice = speechPattern(-0.5, 3, -1).map((sample) => Math.round(sample * amplitude));
    const events = await over(engine, voice);
    expect(events.flatMap((event) => (event.type === 'bargein.class' ? [event.class] : []))).toEqual([
      decided,
    ]);
  });
});

describe('speech that goes on after a backchannel', () => {
  /** Decodes a window to one of the texts, by its length in seconds. */
  const saying = (textAt: (sec: number) => string) => () => async (audio: Float32Array) => ({
    hypothesis: {
      ...NO_SPEECH_HYPOTHESIS,
      text: textAt(audio.length / 16_000),
      meanLogProb: -0.2,
      lastWordLogProb: -0.2,
    },
    tokens: [],
  });
  const classes = (events: readonly WireEvent[]) =>
    events.flatMap((event) => (event.type === 'bargein.class' ? [`${event.class} ${event.t}`] : []));
  const withWords = { ...scriptedClassifier(() => 0.02), needsText: true };

  it('is a new onset with a class of its own as soon as its words claim', async () => {
    const transcriber = saying((sec) => (sec < 1.4 ? 'Right.' : 'Right but I need the other one'));
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: withWords, transcriber });
    const events = await over(engine, speechPattern(-0.5, 3, -1), 'u2');
    const bargein = events.filter((event) => event.type.startsWith('bargein'));
    expect(types(bargein)).toEqual(['bargein.onset', 'bargein.class', 'bargein.onset', 'bargein.class']);
    expect(bargein[2]).toMatchObject({ agent_speaking: true, utterance_id: 'u2' });
    expect(bargein[3]).toMatchObject({ class: 'claim', decided_after_ms: 0, utterance_id: 'u2' });
    expect(types(events)).toContain('turn.end');
    expect(
      checkLog([...engine.start(), ...events, ...(await engine.end())].map(toJsonLine).join('')).violations,
    ).toEqual([]);
  });

  it('is a claim after 1.7 s of speech without a pause, whatever its words', async () => {
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.02) });
    const [first, second] = classes(await over(engine, speechPattern(-0.5, 3, -1)));
    expect(first).toMatch(/^backchannel/);
    expect(Number(second!.split(' ')[1])).toBeCloseTo(2.3, 1);
  });

  it('is none if the speaker pauses before, or only goes on listening', async () => {
    const silent = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.02) });
    expect(classes(await over(silent, speechPattern(-0.5, 1.5, -1)))).toHaveLength(1);
    const transcriber = saying(() => 'Yeah, yeah, okay.');
    const listening = scriptedEngine(SUBSCRIBED, { bargeinClassifier: withWords, transcriber });
    expect(classes(await over(listening, speechPattern(-0.5, 1.5, -1)))).toHaveLength(1);
  });

  it('is read once more when it ends: "yeah okay, stop" in one breath', async () => {
    const transcriber = saying((sec) => (sec < 1.3 ? 'Yeah okay.' : 'Yeah okay stop.'));
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: withWords, transcriber });
    const found = classes(await over(engine, speechPattern(-0.5, 1.1, -1)));
    expect(found.map((found) => found.split(' ')[0])).toEqual(['backchannel', 'claim']);
  });

  it("goes on over the agent's next utterance", async () => {
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.02) });
    const events = await over(engine, speechPattern(-0.5, 1), 'u1');
    await engine.control(agent('end', 'u1'));
    events.push(...(await engine.push(speechPattern(0.1))), ...(await over(engine, speechPattern(2), 'u2')));
    expect(classes(events).map((found) => found.split(' ')[0])).toEqual(['backchannel', 'claim']);
    expect(events.filter((event) => event.type === 'bargein.onset').at(-1)).toMatchObject({
      utterance_id: 'u2',
    });
  });

  it('is dropped when the agent stops', async () => {
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.02) });
    const events = await over(engine, speechPattern(-0.5, 1));
    events.push(...(await engine.control(agent('end'))), ...(await engine.push(speechPattern(3, -1))));
    expect(classes(events)).toHaveLength(1);
  });
});

describe('one word', () => {
  it.each([
    ['Stop.', 0.05, 'claim'],
    ['Thank you.', 0.97, 'backchannel'],
  ] as const)('"%s" is decided by what it says, within 0.5 s of its end', async (text, p, expected) => {
    const transcriber = () => async () => ({
      hypothesis: { ...NO_SPEECH_HYPOTHESIS, text, meanLogProb: -0.2, lastWordLogProb: -0.2 },
      tokens: [],
    });
    const bargeinClassifier = { ...scriptedClassifier(() => p), needsText: true };
    const events = await over(
      scriptedEngine(SUBSCRIBED, { bargeinClassifier, transcriber }),
      speechPattern(-0.5, 0.5, -1),
    );
    const found = events.find((event) => event.type === 'bargein.class');
    expect(found).toMatchObject({ class: expected });
    expect(found!.type === 'bargein.class' && found!.t).toBeLessThanOrEqual(1.5);
  });
});

describe('turn.end', () => {
  const backchannel = { bargeinClassifier: scriptedClassifier(() => 0.02) };
  const ends = (events: readonly WireEvent[]) => types(events).filter((type) => type === 'turn.end').length;

  it('does not come for a turn whose whole speech was a backchannel; turns counts what was sent', async () => {
    const engine = scriptedEngine(SUBSCRIBED, backchannel);
    const events = [...(await over(engine, speechPattern(-0.5, 0.6, -3))), ...(await engine.end())];
    expect(types(events)).toEqual([
      'vad.start',
      'bargein.onset',
      'bargein.class',
      'vad.end',
      'session.summary',
    ]);
    expect(events.at(-1)).toMatchObject({ turns: 0 });
  });

  it('comes if the caller claims, or speaks on after the agent has stopped', async () => {
    const claim = scriptedEngine(SUBSCRIBED);
    expect(ends(await over(claim, speechPattern(-0.5, 0.6, -3)))).toBe(1);
    const outlasting = scriptedEngine(SUBSCRIBED, backchannel);
    const events = await over(outlasting, speechPattern(-0.5, 0.9));
    events.push(
      ...(await outlasting.control(agent('end'))),
      ...(await outlasting.push(speechPattern(0.5, -3))),
    );
    expect(types(events)).toContain('bargein.class');
    expect(ends(events)).toBe(1);
  });

  it('does not come for a backchannel that goes on from one utterance of the agent to the next', async () => {
    const over2 = async (gapSec: number, firstSec: number) => {
      const engine = scriptedEngine(SUBSCRIBED, backchannel);
      const events = await over(engine, speechPattern(-0.5, firstSec), 'u1');
      await engine.control(agent('end', 'u1'));
      if (gapSec > 0) events.push(...(await engine.push(speechPattern(gapSec))));
      events.push(...(await over(engine, speechPattern(0.3, -3), 'u2')));
      expect(types(events)).toContain('bargein.class');
      return ends(events);
    };
    // Before the class of the onset, and after it.
    expect(await over2(0, 0.3)).toBe(0);
    expect(await over2(0.2, 0.9)).toBe(0);
    expect(await over2(0.6, 0.9)).toBe(1);
  });

  it('comes for an answer that follows a backchannel, without turn.resumed', async () => {
    const engine = scriptedEngine(SUBSCRIBED, backchannel);
    const events = await over(engine, speechPattern(-0.5, 0.6, -1.5));
    events.push(...(await engine.control(agent('end'))), ...(await engine.push(speechPattern(1, -3))));
    expect(ends(events)).toBe(1);
    expect(types(events)).not.toContain('turn.resumed');
  });

  it('comes for every turn in a session that did not subscribe to bargein', async () => {
    expect(ends(await over(scriptedEngine({}, backchannel), speechPattern(-0.5, 0.6, -3)))).toBe(1);
  });

  it('leaves the words of a backchannel out of the conversation', async () => {
    const conversations: string[][] = [];
    const scorer: EotScorer = {
      name: 'scripted',
      version: 'scripted-1',
      judge: async ({ messages }) => {
        conversations.push(messages.map(({ content }) => content));
        return { pEot: () => 0.9, parts: {} };
      },
    };
    const transcriber = () => async () => ({
      hypothesis: { ...NO_SPEECH_HYPOTHESIS, text: 'yes' },
      tokens: [],
    });
    const engine = scriptedEngine(SUBSCRIBED, { ...backchannel, scorer, transcriber });
    await over(engine, speechPattern(-0.5, 0.6, -3));
    await engine.control(agent('end'));
    await engine.push(speechPattern(1, -3, 1, -3));
    expect(conversations).toEqual([[], [], ['yes']]);
  });
});

describe('messages the stream does not know', () => {
  it('warns about finalize and goes on', async () => {
    const engine = scriptedEngine();
    expect(await engine.control({ type: 'finalize' })).toMatchObject([
      { type: 'warning', code: 'bad_message', seq: 1 },
    ]);
    expect(types(await engine.push(speechPattern(-0.5, 1)))).toEqual(['vad.start']);
  });

  it('answers session.end with the summary, once', async () => {
    const engine = scriptedEngine();
    expect(types(await engine.control({ type: 'session.end' }))).toEqual(['session.summary']);
    expect(engine.closed).toEqual({ code: 1000, reason: '' });
    expect(await engine.end()).toEqual([]);
    expect(await engine.push(speechPattern(1))).toEqual([]);
  });
});
