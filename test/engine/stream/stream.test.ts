import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLog } from '../../../src/protocol/check-log.js';
import { toJsonLine } from '../../../src/protocol/events.js';
import { NO_SPEECH_HYPOTHESIS } from '../../../src/engine/transcript/transcribe-window.js';
import type { EotScorer } from '../../../src/eot/scorer.js';
import { PUBLISHED_POINTS } from '../../../src/operating-points/published.js';
import { find } from '../../helpers/events.js';
import { violationsOf } from '../../helpers/log-invariants.js';
import { runEngine, scriptedEngine, scriptedScorer, speechPattern, types } from '../../helpers/scripted.js';

describe('a turn', () => {
  it('ends by score after the action delay', async () => {
    const events = await runEngine(
      scriptedEngine({ eot: { profile: 'cutoff_5pct' } }),
      speechPattern(-0.5, 1, -3),
    );
    expect(types(events)).toEqual(['session.started', 'vad.start', 'vad.end', 'turn.end', 'session.summary']);
    const end = find(events, 'turn.end')[0]!;
    expect(end).toMatchObject({ speaker: 'user', by: 'score', profile: 'cutoff_5pct', p_eot: 0.9 });
    expect(end.t).toBeGreaterThanOrEqual(1.5 + 0.3 - 0.032);
    expect(end.t).toBeLessThanOrEqual(1.5 + 0.3 + 0.1);
  });

  it('ends by timeout when the score never rises', async () => {
    const scorer = scriptedScorer(() => 0.1);
    const events = await runEngine(scriptedEngine({}, { scorer }), speechPattern(-0.5, 1, -4));
    const end = find(events, 'turn.end')[0]!;
    expect(end.by).toBe('timeout');
    expect(end.t).toBeCloseTo(1.5 + 2.5, 0);
  });

  it('ends by timeout, before its limit, if the score passes only because the silence grows', async () => {
    const scorer = scriptedScorer((silenceSec) => 0.3 + 0.4 * silenceSec);
    const events = await runEngine(scriptedEngine({}, { scorer }), speechPattern(-0.5, 1, -4));
    const end = find(events, 'turn.end')[0]!;
    expect(end).toMatchObject({ by: 'timeout' });
    expect(end.p_eot).toBeGreaterThan(0.63);
    expect(end.t).toBeLessThan(2.5);
  });

  it.each([
    ['only once a score can end the turn', false, 1],
    ['at once when asked to', true, 2],
  ])('has its pauses judged %s', async (_when, judgeAhead, judged) => {
    let pauses = 0;
    const scorer = scriptedScorer((_silenceSec, pause) => {
      pauses = pause + 1;
      return 0.9;
    });
    // The first pause is over before 0.2 s of silence.
    await runEngine(scriptedEngine({}, { scorer, judgeAhead }), speechPattern(-0.5, 1, -0.16, 1, -3));
    expect(pauses).toBe(judged);
  });

  it('resumes within 2 s and then ends again', async () => {
    const events = await runEngine(scriptedEngine(), speechPattern(-0.5, 1, -1.5, 1, -3));
    expect(types(events).slice(1, -1)).toEqual([
      'vad.start',
      'vad.end',
      'turn.end',
      'vad.start',
      'turn.resumed',
      'vad.end',
      'turn.end',
    ]);
    expect(find(events, 'session.summary')[0]!.turns).toBe(2);
  });

  describe('whose timeout comes in the first frame of a new sound', () => {
    /** Silence after which the step of the timeout, at 4.1 s, has heard one frame of what comes next. */
    const UNTIL_SOUND_SEC = 2.5625;
    const lowScores = () => ({ scorer: scriptedScorer(() => 0.1) });

    it('goes on if the sound is speech', async () => {
      const samples = speechPattern(-0.5, 1, -UNTIL_SOUND_SEC, 1, -3);
      const events = await runEngine(scriptedEngine({}, lowScores()), samples);
      expect(types(events).slice(1, -1)).toEqual([
        'vad.start',
        'vad.end',
        'vad.start',
        'vad.end',
        'turn.end',
      ]);
    });

    it('ends a step later if it is not', async () => {
      const samples = speechPattern(-0.5, 1, -UNTIL_SOUND_SEC, 0.032, -3);
      const events = await runEngine(scriptedEngine({}, lowScores()), samples);
      expect(types(events).slice(1, -1)).toEqual(['vad.start', 'vad.end', 'turn.end']);
      expect(find(events, 'turn.end')[0]!.t).toBe(4.2);
    });
  });

  it('is a new one after more than 2 s', async () => {
    const events = await runEngine(scriptedEngine(), speechPattern(-0.5, 1, -2.6, 1, -3));
    expect(types(events)).not.toContain('turn.resumed');
    expect(find(events, 'turn.end')).toHaveLength(2);
  });

  it('does not end without speech', async () => {
    expect(types(await runEngine(scriptedEngine(), speechPattern(-10)))).toEqual([
      'session.started',
      'session.summary',
    ]);
  });

  it('closes open speech when the audio ends', async () => {
    const events = await runEngine(scriptedEngine(), speechPattern(-0.5, 1.03));
    expect(types(events)).toEqual(['session.started', 'vad.start', 'vad.end', 'session.summary']);
    expect(find(events, 'session.summary')[0]!.audio_s).toBe(1.53);
  });
});

describe('session.started', () => {
  it('names the tier and point, and models only with bargein', () => {
    expect(scriptedEngine().start()).toEqual([
      {
        type: 'session.started',
        schema_version: 2,
        session_id: 'test',
        tier: 'full',
        eot: { profile: 'cutoff_10pct', mean_latency_ms: 350, cutoff_rate: 0.094, basis: 'published' },
      },
    ]);
    const [started] = scriptedEngine({ signals: ['bargein'] }).start();
    expect(started).toMatchObject({ models: { bargein: 'scripted-1', eot: 'scripted-1' } });
  });

  it.each(['hi', 'de', 'tr'] as const)(
    'tells the figures of %s, whose budgets select on them',
    (language) => {
      for (const point of PUBLISHED_POINTS[language].stream) {
        const eot = { latency_budget_ms: point.mean_latency_ms };
        const [started] = scriptedEngine({ language: { pin: language }, eot }).start();
        expect(started).toMatchObject({ eot: point });
      }
    },
  );
});

describe('idle timeout', () => {
  it('warns, then closes with its reason and no summary', async () => {
    const engine = scriptedEngine({ idle_timeout_s: 4 });
    const events = await runEngine(engine, speechPattern(-1, 1, -6));
    const warning = events.at(-1);
    expect(warning).toMatchObject({ type: 'warning', code: 'idle_timeout', close_in_s: 2 });
    expect(engine.closed).toEqual({ code: 1000, reason: 'idle_timeout' });
  });

  it('counts from where speech ended, not from the last step of the grid before', async () => {
    const closedAtSec = async (inference_interval: number): Promise<number> => {
      const engine = scriptedEngine({ idle_timeout_s: 4, inference_interval });
      const talk = speechPattern(-1, 2.84, -8);
      let at = 0;
      for (; !engine.closed && at < talk.length; at += 160) await engine.push(talk.subarray(at, at + 160));
      return at / 16_000;
    };
    expect(await closedAtSec(0.1)).toBe(7.9);
    expect(await closedAtSec(0.5)).toBe(8);
    expect(await closedAtSec(1)).toBe(8);
  });

  it('is reset by speech and off at 0', async () => {
    const talk = speechPattern(-3, 0.5, -3, 0.5, -3);
    expect(types(await runEngine(scriptedEngine({ idle_timeout_s: 5 }), talk)).at(-1)).toBe(
      'session.summary',
    );
    // Words that are over within one step of the grid.
    const words = speechPattern(-3.1, 0.5, -3.4, 0.5, -3);
    const coarse = scriptedEngine({ idle_timeout_s: 5, inference_interval: 1 });
    expect(types(await runEngine(coarse, words)).at(-1)).toBe('session.summary');
    const silent = scriptedEngine({ idle_timeout_s: 0 });
    expect(types(await runEngine(silent, speechPattern(-20)))).not.toContain('warning');
  });
});

describe('a sound without a word', () => {
  const decodedTo = (text: string) => () => async () => ({
    hypothesis: { ...NO_SPEECH_HYPOTHESIS, text },
    tokens: [],
  });
  const cough = speechPattern(-0.5, 0.4, -3);

  it('ends no turn if it is under 0.5 s long', async () => {
    const ends = async (text: string, samples: Int16Array) => {
      const engine = scriptedEngine({}, { transcriber: decodedTo(text) });
      return find(await runEngine(engine, samples), 'turn.end').length;
    };
    expect(await ends('', cough)).toBe(0);
    expect(await ends('Yes.', cough)).toBe(1);
    expect(await ends('', speechPattern(-0.5, 0.7, -3))).toBe(1);
  });

  it('ends a turn if no recogniser runs', async () => {
    expect(find(await runEngine(scriptedEngine(), cough), 'turn.end')).toHaveLength(1);
  });

  it('does not hold an idle session open', async () => {
    const coughs = speechPattern(...Array.from({ length: 6 }, () => [-2.5, 0.4]).flat());
    const log = async (text: string) =>
      types(await runEngine(scriptedEngine({ idle_timeout_s: 5 }, { transcriber: decodedTo(text) }), coughs));
    expect(await log('')).not.toContain('session.summary');
    expect(await log('Hello?')).toContain('session.summary');
  });
});

describe('the idle clock', () => {
  it('stands still while the agent is known to speak', async () => {
    const engine = scriptedEngine({ idle_timeout_s: 4, signals: ['bargein'] });
    const events = await engine.push(speechPattern(-1, 1, -1));
    events.push(...(await engine.control({ type: 'agent.speech', phase: 'start' })));
    events.push(...(await engine.push(speechPattern(-20))));
    expect(types(events)).not.toContain('warning');
    events.push(...(await engine.control({ type: 'agent.speech', phase: 'end' })));
    // 1 s without speech has passed while the agent was silent: 1 more until the warning, 3 until the close.
    expect(types(await engine.push(speechPattern(-0.9)))).toEqual([]);
    expect(types(await engine.push(speechPattern(-0.2)))).toEqual(['warning']);
    await engine.push(speechPattern(-1.8));
    expect(engine.closed).toBeUndefined();
    await engine.push(speechPattern(-0.2));
    expect(engine.closed).toEqual({ code: 1000, reason: 'idle_timeout' });
  });
});

describe('the conversation that a pause is judged in', () => {
  it('is the newest 20 messages, however many turns the session has', async () => {
    const conversations: string[][] = [];
    const scorer: EotScorer = {
      name: 'scripted',
      version: 'scripted-1',
      judge: async ({ messages }) => {
        conversations.push(messages.map(({ content }) => content));
        return { pEot: () => 0.9, parts: {} };
      },
    };
    let turns = 0;
    const transcribe = async () => ({
      hypothesis: { ...NO_SPEECH_HYPOTHESIS, text: `turn ${++turns}` },
      tokens: [],
    });
    const start = { messages: [{ role: 'assistant', content: 'hello' }] };
    const turn = [1, -3];
    await runEngine(
      scriptedEngine(start, { scorer, transcriber: () => transcribe }),
      speechPattern(-0.5, ...Array.from({ length: 25 }, () => turn).flat()),
    );
    expect(conversations[1]).toEqual(['hello', 'turn 1']);
    expect(conversations[24]).toEqual(Array.from({ length: 20 }, (_, i) => `turn ${i + 5}`));
  });
});

describe('any log', () => {
  const pattern = fc.array(
    fc.tuple(fc.double({ min: 0.03, max: 2.5, noNaN: true }), fc.double({ min: 0.03, max: 4, noNaN: true })),
    { minLength: 1, maxLength: 6 },
  );
  const interval = fc.constantFrom(0.02, 0.05, 0.1, 0.25, 0.333, 1);

  it('is well formed and does not depend on chunking', async () => {
    await fc.assert(
      fc.asyncProperty(
        pattern,
        interval,
        fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (pairs, inference_interval, chunks, level) => {
          const samples = speechPattern(...pairs.flatMap(([speech, silence]) => [speech, -silence]));
          const start = { inference_interval, idle_timeout_s: 3 };
          const engine = () =>
            scriptedEngine(start, { scorer: scriptedScorer((silence) => Math.min(1, level + silence / 5)) });
          const whole = await runEngine(engine(), samples);
          expect(await runEngine(engine(), samples, chunks)).toEqual(whole);
          expect(violationsOf(whole, inference_interval)).toEqual([]);
          expect(checkLog(whole.map(toJsonLine).join('')).violations).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });
});

it.each([
  ['Uint8Array', Buffer.alloc(3200)],
  ['Float32Array', new Float32Array(1600)],
  ['Array', [0, 1]],
])('push refuses %s: it would be heard as silence', async (kind, samples) => {
  await expect(scriptedEngine().push(samples as unknown as Int16Array)).rejects.toMatchObject({
    kind: 'usage',
    message: `push takes an Int16Array of 16 kHz mono samples, got ${kind}`,
  });
});
