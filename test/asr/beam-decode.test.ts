/** Beam search over a scripted tree of tokens: what it finds that greedy decoding cannot, its draft and its guards. */
import { describe, expect, it } from 'vitest';
import { beamDecode } from '../../src/asr/beam-decode.js';
import type { DecodingOptions } from '../../src/asr/decoding.js';
import { greedyDecode } from '../../src/asr/greedy-decode.js';
import type { Cache, MoonshineModel, Step, StepOptions } from '../../src/asr/moonshine-model.js';
import { EOS } from '../../src/asr/tokens.js';

/** Probabilities of the tokens that may follow each beginning, written as its tokens; every other beginning ends. */
type Tree = Readonly<Record<string, Readonly<Record<number, number>>>>;

interface Paths extends Cache {
  readonly paths: readonly (readonly number[])[];
}

const UNLIKELY = 1e-6;

function scripted(tree: Tree) {
  const passes: number[] = [];
  const told = (path: readonly number[], best: number): [number, number][] => {
    const next = Object.entries(tree[path.slice(1).join(' ')] ?? { [EOS]: 1 });
    const likely = next.map(([id, p]): [number, number] => [Number(id), p]).sort((a, b) => b[1] - a[1]);
    const others = Array.from({ length: best }, (_, i): [number, number] => [900 + i, UNLIKELY]);
    return [...likely, ...others].slice(0, best);
  };
  const answer = (
    scored: readonly (readonly number[])[],
    paths: readonly (readonly number[])[],
    best: number,
  ) => {
    const all = scored.flatMap((path) => told(path, best));
    const cache: Paths = { length: paths[0]!.length, tensors: [], paths };
    return {
      topIds: BigInt64Array.from(all, ([id]) => BigInt(id)),
      topLogits: Float32Array.from(all, ([, p]) => Math.log(p)),
      logSum: new Float32Array(scored.length),
      watched: new Float32Array(scored.length),
      cache,
      rows: [],
    } satisfies Step;
  };
  const model = {
    emptyCache: (): Paths => ({ length: 0, tensors: [], paths: [[]] }),
    select: (cache: Paths, kept: readonly number[], length = cache.length): Paths => ({
      length,
      tensors: [],
      paths: kept.map((from) => cache.paths[from]!.slice(0, length)),
    }),
    async step(
      _: unknown,
      cache: Paths,
      ids: readonly number[],
      { first, best }: StepOptions & { first: number },
    ) {
      passes.push(ids.length);
      const whole = [...cache.paths[0]!, ...ids];
      const scored = ids.slice(first).map((_, i) => whole.slice(0, cache.length + first + i + 1));
      return answer(scored, [whole], best);
    },
    async advance(_: unknown, cache: Paths, ids: readonly number[], { best }: StepOptions) {
      passes.push(ids.length);
      const paths = cache.paths.map((path, i) => [...path, ids[i]!]);
      return answer(paths, paths, best);
    },
  };
  return { model: model as unknown as MoonshineModel, passes };
}

const OPTIONS: DecodingOptions = {
  prefix: [],
  draft: [],
  forbidEmpty: false,
  wantRows: false,
  seconds: 4,
  language: 'en',
};
const ENCODED = { taps: {}, cross: {} };

async function decode(tree: Tree, options: Partial<DecodingOptions> = {}, width = 4) {
  const { model, passes } = scripted(tree);
  const decoding = await beamDecode(model, ENCODED, { ...OPTIONS, ...options }, width);
  return { ...decoding, passes };
}

/** The likelier first token leads to doubt, the other to certainty. */
const GARDEN_PATH: Tree = {
  '': { 11: 0.6, 21: 0.4 },
  '11': { 12: 0.3, 13: 0.3, 14: 0.3 },
  '21': { 22: 0.9, 12: 0.1 },
};

describe('beam search', () => {
  it('finds the likelier whole where the likeliest first token leads astray', async () => {
    const greedy = await greedyDecode(scripted(GARDEN_PATH).model, ENCODED, OPTIONS);
    expect(greedy.tokens[0]).toBe(11);
    const { tokens, stopped, positions } = await decode(GARDEN_PATH);
    expect(tokens).toEqual([21, 22]);
    expect(stopped).toBe('end');
    [0.4, 0.9, 1].forEach((p, i) => expect(Math.exp(positions[i]!.logProb)).toBeCloseTo(p, 5));
  });

  it('never keeps more hypotheses than its width, and one where the model is sure', async () => {
    expect((await decode(GARDEN_PATH)).passes).toEqual([1, 2, 4]);
    expect((await decode(GARDEN_PATH, {}, 2)).passes).toEqual([1, 2, 2]);
    expect((await decode({ '': { 11: 1 }, '11': { 12: 1 } })).passes).toEqual([1, 1, 1]);
  });

  it('begins with the prefix, and with the draft but its end as far as no other token is far likelier', async () => {
    const sure = { '': { 11: 1 }, '11': { 12: 0.5, 77: 0.4 }, '11 77': { 13: 1 }, '11 77 13': { 14: 1 } };
    const drafted = await decode(sure, { draft: [11, 77, 13, 14, 15] });
    expect(drafted.tokens).toEqual([11, 77, 13, 14]);
    expect(drafted.passes).toEqual([3, 1, 1]);
    expect(drafted.positions).toHaveLength(5);
    expect((await decode(sure, { draft: [11, 88, 13, 14, 15] })).tokens).toEqual([11, 12]);
    const forced = await decode(GARDEN_PATH, { prefix: [11] });
    expect(forced.tokens[0]).toBe(11);
    expect(forced.positions).toHaveLength(forced.tokens.length);
  });

  it('answers with something where it must', async () => {
    const quiet = { '': { [EOS]: 0.9999, 11: 0.0001 } };
    expect((await decode(quiet)).tokens).toEqual([]);
    expect((await decode(quiet, { forbidEmpty: true })).tokens).toEqual([11]);
  });

  it('ends a circle after one turn, and prefers what ends by itself', async () => {
    const beginnings = Array.from({ length: 8 }, (_, i) => Array<number>(i).fill(11).join(' '));
    const circle = Object.fromEntries(beginnings.map((path) => [path, { 11: 0.9, [EOS]: UNLIKELY / 10 }]));
    const stuck = await decode(circle);
    expect([stuck.stopped, stuck.tokens]).toEqual(['loop', [11]]);
    const free = await decode({ ...circle, '': { 11: 0.9, 21: 0.1 } });
    expect([free.stopped, free.tokens]).toEqual(['end', [21]]);
  });

  it('gives no more tokens than speech can hold', async () => {
    const beginnings = Array.from({ length: 9 }, (_, i) => Array.from({ length: i }, (_, k) => 11 + k));
    const endless = Object.fromEntries(beginnings.map((path) => [path.join(' '), { [11 + path.length]: 1 }]));
    const { stopped, tokens } = await decode(endless, { seconds: 0.3 });
    expect([stopped, tokens.length]).toEqual(['length', 6]);
  });
});
