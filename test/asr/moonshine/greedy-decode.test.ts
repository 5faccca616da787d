/** How a draft shortens decoding: the model is scripted to say one sentence whatever it is fed. */
import { LlamaTokenizer } from 'llama-tokenizer-js';
import { describe, expect, it } from 'vitest';
import { greedyDecode } from '../../../src/asr/moonshine/greedy-decode.js';
import { DecodingSpace } from '../../../src/asr/moonshine/decoding-space.js';
import type { Cache, Encoded, MoonshineModel, Step } from '../../../src/asr/moonshine/moonshine-model.js';
import { EOS } from '../../../src/asr/moonshine/tokens.js';

/** With both directions: the product keeps only the one that it needs. */
const llama = new LlamaTokenizer();

const SENTENCE = [11, 12, 13, 14, 15, 16, 17, 18];
const RUNNER_UP = 99;

/** A model whose next token depends on the position alone; counts its passes. */
function scripted(sentence = SENTENCE) {
  const passes: number[] = [];
  const step = async (_: unknown, cache: Cache, ids: readonly number[], first: number): Promise<Step> => {
    passes.push(ids.length);
    const at = ids.slice(first).map((_, i) => sentence[cache.length + first + i] ?? EOS);
    return {
      count: at.length,
      topIds: BigInt64Array.from(at.flatMap((id) => [BigInt(id), BigInt(RUNNER_UP)])),
      topLogits: new Float32Array(at.length * 2),
      logSum: new Float32Array(at.length),
      asked: undefined,
      watched: new Float32Array(at.length),
      cache: { length: cache.length + ids.length, tensors: [] },
      rows: [],
    };
  };
  const model = {
    step,
    emptyCache: (): Cache => ({ length: 0, tensors: [] }),
    trimmed: (_: Cache, length: number): Cache => ({ length, tensors: [] }),
  };
  return { model: model as unknown as MoonshineModel, passes };
}

const NOTHING = { cross: 0, 'cache 0': 0, 'cache 1': 0 };
const WINDOW: Encoded = { cross: {}, space: new DecodingSpace(NOTHING) };
const OPTIONS = { prefix: [], forbidEmpty: false, wantRows: false, seconds: 4, language: 'en' } as const;

async function decode(draft: readonly number[]) {
  const { model, passes } = scripted();
  const options = { ...OPTIONS, draft };
  const { tokens, stopped } = await greedyDecode(model, WINDOW, options);
  expect(tokens).toEqual(SENTENCE);
  expect(stopped).toBe('end');
  return passes.length;
}

describe('greedy decode with a draft', () => {
  it('takes a pass a token without one, and one pass in all with the right one', async () => {
    expect(await decode([])).toBe(SENTENCE.length + 1);
    expect(await decode(SENTENCE)).toBe(1);
  });

  it.each([
    ['a wrong token', [11, 12, 77, 14, 15, 16, 17, 18]],
    ['a token too many', [11, 12, 77, 13, 14, 15, 16, 17, 18]],
    ['a token too few', [11, 12, 14, 15, 16, 17, 18]],
  ])('takes the draft up again after %s', async (_, draft) => {
    expect(await decode(draft)).toBeLessThanOrEqual(3);
  });

  it('is not led astray by a draft that has nothing in common', async () => {
    expect(await decode([71, 72, 73, 74])).toBe(SENTENCE.length + 1);
  });
});

it('allows twice the tokens where a letter takes several', async () => {
  const stop = async (language: string) => {
    const { model } = scripted();
    const options = { ...OPTIONS, draft: [], seconds: 0.3, language };
    return (await greedyDecode(model, WINDOW, options)).stopped;
  };
  expect(await stop('en')).toBe('length');
  expect(await stop('ja')).toBe('end');
});

it('begins a word after the forced tokens, not a clitic of theirs: a committed word cannot get one any more', async () => {
  const APOSTROPHE = llama.encode("I'll", false, false)[1]!;
  const forced = async (prefix: readonly number[]) => {
    const { model } = scripted([11, APOSTROPHE, 13]);
    return (await greedyDecode(model, WINDOW, { ...OPTIONS, prefix, draft: [] })).tokens;
  };
  expect(await forced([])).toEqual([11, APOSTROPHE, 13]);
  expect(await forced([11])).toEqual([11, RUNNER_UP, 13]);
  expect(await forced([11, APOSTROPHE])).toEqual([11, APOSTROPHE, 13]);
});
