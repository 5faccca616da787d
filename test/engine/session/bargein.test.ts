import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/engine/session/engine.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { scriptedClassifier, scriptedEngine, speechPattern, types } from '../../helpers/scripted.js';

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

  it('is dropped when the agent stops first', async () => {
    const engine = scriptedEngine(SUBSCRIBED, { bargeinClassifier: scriptedClassifier(() => 0.45) });
    const events = await over(engine, speechPattern(-0.5, 0.3));
    events.push(...(await engine.control(agent('end'))), ...(await engine.push(speechPattern(2, -2))));
    expect(types(events)).toContain('bargein.onset');
    expect(types(events)).not.toContain('bargein.class');
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
