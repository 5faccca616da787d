/** A lasting pause is judged a second time if its scorer asks for it. */
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SPEECH_HYPOTHESIS } from '../../../src/engine/transcript/transcribe-window.js';
import type { TranscribeWindow } from '../../../src/engine/transcript/turn-transcript.js';
import type { EotPause, EotScorer } from '../../../src/eot/scorer.js';
import type { BodyOf, WireEvent } from '../../../src/protocol/events.js';
import { runEngine, scriptedEngine, speechPattern } from '../../helpers/scripted.js';

const RECHECK_SEC = 0.3;
const APPLIES_FROM_SEC = 0.4;

/** Scores of the two judgements; without a second there is no recheck. `asked` gets every pause that is judged. */
function twice(first: number, second?: number, asked: EotPause[] = [], most = 1): EotScorer {
  return {
    name: 'twice',
    version: '1',
    recheck: { atSec: RECHECK_SEC, appliesFromSec: APPLIES_FROM_SEC },
    async judge(pause) {
      asked.push(pause);
      const recheck = {
        pEotAtMost: () => most,
        async judge(later: EotPause) {
          asked.push(later);
          return { pEot: () => second!, parts: {} };
        },
      };
      return { pEot: () => first, parts: {}, ...(second !== undefined && { recheck }) };
    },
  };
}

const turnEnds = (log: readonly WireEvent[]) =>
  log.filter((event): event is WireEvent & BodyOf<'turn.end'> => event.type === 'turn.end');

describe('a pause that lasts', () => {
  it.each([0.02, 0.1, 0.25])(
    'is rechecked with 0.3 s of silence on a grid of %d s',
    async (inference_interval) => {
      const asked: EotPause[] = [];
      const start = { inference_interval, eot: { profile: 'cutoff_10pct' } };
      await runEngine(scriptedEngine(start, { scorer: twice(0.1, 0.2, asked) }), speechPattern(-0.5, 1, -3));
      expect(asked.map(({ silenceSec }) => silenceSec)[1]).toBeCloseTo(RECHECK_SEC, 9);
      expect(asked[1]!.turnSpeechSec).toBe(asked[0]!.turnSpeechSec);
      expect(asked).toHaveLength(2);
    },
  );

  it('has the score of the recheck from then on', async () => {
    const start = { eot: { profile: 'cutoff_10pct' } };
    const [end] = turnEnds(
      await runEngine(scriptedEngine(start, { scorer: twice(0.1, 0.95) }), speechPattern(-0.5, 1, -3)),
    );
    expect(end).toMatchObject({ p_eot: 0.95, by: 'score' });
    expect(end!.latency_ms).toBeGreaterThanOrEqual(400);
    expect(end!.latency_ms).toBeLessThan(500);
  });

  it('keeps the first score if the scorer offers no recheck', async () => {
    const asked: EotPause[] = [];
    const scorer = twice(0.1, undefined, asked);
    const log = await runEngine(scriptedEngine({}, { scorer }), speechPattern(-0.5, 1, -6));
    expect(turnEnds(log)).toMatchObject([{ p_eot: 0.1, by: 'timeout' }]);
    expect(asked).toHaveLength(1);
  });

  it('is not rechecked if the turn has ended before, or speech goes on', async () => {
    const asked: EotPause[] = [];
    const start = { eot: { profile: 'cutoff_10pct' } };
    await runEngine(
      scriptedEngine(start, { scorer: twice(0.99, 0.1, asked) }),
      speechPattern(-0.5, 1, -0.22, 1, -3),
    );
    expect(asked.every(({ silenceSec }) => silenceSec < RECHECK_SEC)).toBe(true);
  });

  it('is not rechecked if that could end no turn, unless a trace asks or the turn times out', async () => {
    const rechecks = async (silenceSec: number, onTrace?: () => void) => {
      const asked: EotPause[] = [];
      const scorer = twice(0.1, 0.2, asked, 0.3);
      await runEngine(scriptedEngine({}, { scorer, onTrace }), speechPattern(-0.5, 1, -silenceSec, 1));
      return asked.filter(({ silenceSec }) => silenceSec === RECHECK_SEC).length;
    };
    expect(await rechecks(2)).toBe(0);
    expect(await rechecks(2, () => {})).toBe(1);
    expect(await rechecks(6)).toBe(1);
  });

  it('property: makes the same log whatever the chunks, however slow words are, judged ahead and traced or not', async () => {
    const part = fc.double({ min: 0.1, max: 2.5, noNaN: true });
    const pattern = fc.array(fc.tuple(part, part), { minLength: 1, maxLength: 6 });
    const chunks = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 4 });
    const profile = fc.constantFrom('cutoff_10pct', 'cutoff_5pct', 'cutoff_2pct');
    await fc.assert(
      fc.asyncProperty(pattern, chunks, profile, fc.boolean(), async (runs, sizes, eot, changed) => {
        const samples = speechPattern(...runs.flatMap(([speech, silence]) => [speech, -silence]));
        const log = (chunk: readonly number[], judgeAhead: boolean, wait: () => Promise<unknown>) =>
          runEngine(
            scriptedEngine(
              { eot: { profile: eot } },
              {
                scorer: byLength,
                transcriber: () => lengthDecoded(wait),
                judgeAhead,
                onTrace: judgeAhead ? () => {} : undefined,
              },
            ),
            samples,
            chunk,
          );
        const whole = await log([samples.length], false, async () => {});
        expect(await log(sizes, changed, () => setImmediate())).toEqual(whole);
      }),
      { numRuns: 40 },
    );
  });
});

/** Decodes a window to its length, after the lengths that its draft holds. */
function lengthDecoded(wait: () => Promise<unknown>): TranscribeWindow {
  return async (audio, { draft } = {}) => {
    await wait();
    const tokens = [...(draft ?? []), audio.length];
    return { hypothesis: { ...NO_SPEECH_HYPOTHESIS, text: tokens.join(' ') }, tokens };
  };
}

const scoreOf = ({ hypothesis }: EotPause) =>
  ([...(hypothesis?.text ?? '')].reduce((sum, digit) => sum + (Number(digit) || 0), 0) % 7) / 6.5;

/** Both judgements depend on the digits of the words, so that a wrong order of decoding shows in the log. */
const byLength: EotScorer = {
  name: 'by-length',
  version: '1',
  recheck: { atSec: RECHECK_SEC, appliesFromSec: APPLIES_FROM_SEC },
  async judge(pause) {
    const first = scoreOf(pause);
    const recheck = {
      pEotAtMost: () => first + 0.4,
      judge: async (later: EotPause) => ({
        pEot: () => Math.min(first + 0.4, (first + scoreOf(later)) / 2),
        parts: {},
      }),
    };
    return { pEot: () => first, parts: {}, recheck };
  },
};
