import { describe, expect, it } from 'vitest';
import type { AsrDecodeInput, AsrDecodeOutput } from '../../../src/asr/decoding.js';
import { createTranscriber } from '../../../src/engine/transcript/transcribe-window.js';
import type { Inference } from '../../../src/inference/kernel.js';

const WINDOW = new Float32Array(16_000).fill(0.1);

/** A recogniser that hears "Huh?", or, where it may answer with nothing, nothing. @returns what it was asked, and how it answers */
function recogniser({ first, second }: { first: number; second: number }) {
  const asked: AsrDecodeInput[] = [];
  const decode = (input: AsrDecodeInput): AsrDecodeOutput => {
    asked.push(input);
    const hears = input.forbidEmpty === true;
    return {
      text: hears ? 'Huh?' : '',
      tokens: hears ? [5] : [],
      tokenLogProbs: hears ? [-0.5] : [],
      words: [],
      noSpeechProb: hears ? first : second,
      eosLogProb: -0.1,
      punctuation: null,
      lastWordLogProb: -0.5,
      stopped: 'end',
    };
  };
  const inference = { call: async (_: unknown, input: AsrDecodeInput) => decode(input) } as Inference;
  return { asked, transcribe: createTranscriber('en', inference)! };
}

describe('a pause decoded for the scorer', () => {
  it('has no word if a second hearing is sure of that', async () => {
    const { asked, transcribe } = recogniser({ first: 0.4, second: 0.996 });
    const { hypothesis, tokens } = await transcribe(WINDOW, { careful: true, doubt: true, draft: [4] });
    expect(hypothesis).toMatchObject({ text: '', meanLogProb: -20 });
    expect(tokens).toEqual([]);
    expect(asked.map(({ audio, draftTokens }) => [audio.length, draftTokens])).toEqual([
      [16_000, [4]],
      [24_000, undefined],
    ]);
  });

  it('keeps its words if the second hearing is not sure', async () => {
    const { transcribe } = recogniser({ first: 0.4, second: 0.99 });
    const { hypothesis } = await transcribe(WINDOW, { careful: true, doubt: true });
    expect(hypothesis.text).toBe('Huh?');
  });

  it.each([
    ['clear words', 0.01, { careful: true, doubt: true }],
    ['the small model', 0.4, { doubt: true }],
    ['words over the agent, whose listed phrases are scored', 0.4, { careful: true }],
  ])('is heard once: %s', async (_, first, options) => {
    const { asked, transcribe } = recogniser({ first, second: 0.999 });
    expect((await transcribe(WINDOW, options)).hypothesis.text).toBe('Huh?');
    expect(asked).toHaveLength(1);
  });
});
