/** Events go out when they are certain, not when everything behind them is worked out; the log is the same. */
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_SPEECH_HYPOTHESIS } from '../../../src/engine/transcript/transcribe-window.js';
import type { DecodedWindow, TranscribeWindow } from '../../../src/engine/transcript/turn-transcript.js';
import type { EotScorer } from '../../../src/eot/scorer.js';
import type { WireEvent } from '../../../src/protocol/events.js';
import { runEngine, scriptedEngine, speechPattern, types } from '../../helpers/scripted.js';

/** Decodes a window to its length; each answer comes when `gate` resolves. */
function gatedTranscriber(gate: () => Promise<unknown>): TranscribeWindow {
  return async (audio): Promise<DecodedWindow> => {
    await gate();
    return { hypothesis: { ...NO_SPEECH_HYPOTHESIS, text: `${audio.length}` }, tokens: [] };
  };
}

/** Ends turns by the words, so that a wrong order of decoding shows in the log. */
const byWords: EotScorer = {
  name: 'by-words',
  version: '1',
  judge: async ({ hypothesis, turnSpeechSec }) => {
    const sum = [...(hypothesis?.text ?? '')].reduce((total, digit) => total + (Number(digit) || 0), 0);
    return { pEot: () => ((sum + Math.round(turnSpeechSec * 10)) % 5) / 4.5, parts: {} };
  },
};

describe('events that are certain', () => {
  it('are sent while the words before the pause are still being decoded, and none is returned', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    const engine = scriptedEngine({}, { transcriber: () => gatedTranscriber(() => gate) });
    const sent: WireEvent[] = [];
    const pushed = engine.push(speechPattern(-0.5, 1, -0.6), (events) => sent.push(...events));
    await sleep(20);
    expect(types(sent)).toEqual(['vad.start', 'vad.end']);
    open();
    expect(await pushed).toEqual([]);
    expect(types(sent)).toEqual(['vad.start', 'vad.end', 'turn.end']);
  });

  it('do not wait for words at all while silence is too short for a score to matter', async () => {
    const never = new Promise<void>(() => {});
    const engine = scriptedEngine(
      { eot: { profile: 'cutoff_2pct' } },
      { transcriber: () => gatedTranscriber(() => never) },
    );
    expect(types(await engine.push(speechPattern(-0.5, 1, -0.4)))).toEqual(['vad.start', 'vad.end']);
  });

  it('property: the log is that of an engine that waits for everything, however slow words are', async () => {
    const part = fc.double({ min: 0.1, max: 2.5, noNaN: true });
    const pattern = fc.array(fc.tuple(part, part), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(pattern, fc.array(fc.nat(4), { minLength: 1 }), async (runs, delays) => {
        const samples = speechPattern(...runs.flatMap(([speech, silence]) => [speech, -silence]));
        const at = (gate: () => Promise<unknown>, onTrace?: () => void) =>
          scriptedEngine({}, { scorer: byWords, transcriber: () => gatedTranscriber(gate), onTrace });
        // With a trace every step waits for its score.
        const waiting = await runEngine(
          at(
            async () => {},
            () => {},
          ),
          samples,
        );
        let i = 0;
        const slow = at(() => sleep(delays[i++ % delays.length]));
        const sent = slow.start();
        for (let from = 0; from < samples.length; from += 1280)
          await slow.push(samples.subarray(from, from + 1280), (events) => sent.push(...events));
        sent.push(...(await slow.end()));
        expect(sent).toEqual(waiting);
      }),
      { numRuns: 40 },
    );
  });

  it('a failed decoding fails the call that needs it, and nothing else', async () => {
    const engine = scriptedEngine(
      {},
      { transcriber: () => gatedTranscriber(() => Promise.reject(new Error('decoder died'))) },
    );
    const sent: WireEvent[] = [];
    await engine.push(speechPattern(-0.5, 1, -0.15), (events) => sent.push(...events));
    expect(types(sent)).toEqual(['vad.start', 'vad.end']);
    await expect(engine.push(speechPattern(-1))).rejects.toThrow('decoder died');
  });
});
