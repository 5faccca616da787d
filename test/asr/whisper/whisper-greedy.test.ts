import { describe, expect, it } from 'vitest';
import { END, specialTokens } from '../../../src/asr/whisper/special-tokens.js';
import { whisperGreedy } from '../../../src/asr/whisper/whisper-greedy.js';
import type { Cache, WhisperNetwork } from '../../../src/asr/whisper/whisper-network.js';

const PROMPT = [1, 2, 3];

/** A network that says `text` whatever it hears, looking 0.3 s further at each token; `passes` notes what it was asked. */
function scripted(text: readonly number[], passes: number[][] = []): WhisperNetwork {
  const cache = (length: number): Cache => ({ length, tensors: [] });
  return {
    tokens: specialTokens(51_865),
    encode: async () => ({ feeds: {} }),
    emptyCache: () => cache(0),
    step: async (_window, before, tokens, { first }) => {
      passes.push([...tokens]);
      const next = (at: number) => text[before.length + at - PROMPT.length + 1] ?? END;
      const row = (at: number) =>
        new Float32Array(2000).fill(0, 0).map((_, i) => (i === (before.length + at) * 15 ? 1 : 0));
      return {
        distributions: tokens.slice(first).map((_, i) => ({
          topIds: [next(first + i), 500, 501, 502],
          topLogProbs: [-0.1, -3, -4, -5],
          watched: Float32Array.of(-2),
        })),
        cache: cache(before.length + tokens.length),
        rows: tokens.map((_, i) => row(i)),
      };
    },
  };
}

const decode = (
  network: WhisperNetwork,
  options: {
    prefix?: number[];
    draft?: number[];
    forbidEmpty?: boolean;
    seconds?: number;
    watch?: number[];
  },
) =>
  whisperGreedy(network, { feeds: {} }, PROMPT, network.emptyCache(), {
    prefix: [],
    draft: [],
    forbidEmpty: false,
    seconds: 3,
    bias: new Float32Array(51_865),
    watch: [END],
    ...options,
  });

describe('greedy decoding', () => {
  it('goes on to the end, one token a pass', async () => {
    const passes: number[][] = [];
    const greedy = await decode(scripted([10, 11, 12], passes), {});
    expect(greedy).toMatchObject({ tokens: [10, 11, 12], stopped: 'end' });
    expect(greedy.positions.length).toBe(4);
    expect(greedy.rows.length).toBe(4);
    expect(passes).toEqual([PROMPT, [10], [11], [12]]);
  });

  it('verifies a right draft in the pass of the prompt', async () => {
    const passes: number[][] = [];
    const greedy = await decode(scripted([10, 11, 12], passes), { draft: [10, 11, 12] });
    expect(greedy.tokens).toEqual([10, 11, 12]);
    expect(passes).toEqual([[...PROMPT, 10, 11, 12]]);
  });

  it('corrects a wrong draft from where it is wrong', async () => {
    const passes: number[][] = [];
    const greedy = await decode(scripted([10, 11, 12], passes), { draft: [10, 99, 12] });
    expect(greedy.tokens).toEqual([10, 11, 12]);
    expect(passes).toEqual([[...PROMPT, 10, 99, 12], [11], [12]]);
  });

  it('begins with a prefix, which no position chose, and goes on after it', async () => {
    const passes: number[][] = [];
    const network = scripted([10, 11, 12, 13], passes);
    const greedy = await decode(network, { prefix: [10, 11], draft: [12, 99] });
    expect(greedy).toMatchObject({ tokens: [10, 11, 12, 13], stopped: 'end' });
    expect(passes).toEqual([[...PROMPT, 10, 11, 12, 99], [13]]);
    expect(greedy.positions.length).toBe(3);
    expect(greedy.rows.length).toBe(5);
  });

  it('answers with something when speech was heard', async () => {
    expect((await decode(scripted([]), {})).tokens).toEqual([]);
    expect((await decode(scripted([]), { forbidEmpty: true })).tokens).toEqual([500]);
  });

  it('does not answer with punctuation alone when speech was heard', async () => {
    const dots = 485;
    const watch = [END, dots];
    expect((await decode(scripted([dots, 10]), { watch })).tokens).toEqual([dots, 10]);
    const heard = await decode(scripted([dots, 10]), { watch, forbidEmpty: true });
    expect(heard.tokens).toEqual([500, 10]);
    expect((await decode(scripted([10, dots]), { watch, forbidEmpty: true })).tokens).toEqual([10, dots]);
  });

  it('says no more tokens than speech can hold', async () => {
    const greedy = await decode(scripted(Array.from({ length: 200 }, (_, i) => 1000 + i)), { seconds: 1 });
    expect(greedy).toMatchObject({ stopped: 'length' });
    expect(greedy.tokens.length).toBe(18);
  });

  it('stops a loop', async () => {
    const greedy = await decode(scripted([10, ...Array.from({ length: 50 }, () => 11)]), { seconds: 30 });
    expect(greedy).toMatchObject({ tokens: [10, 11], stopped: 'loop' });
  });
});
