/**
 * Left-to-right beam search over one window (Sutskever, Vinyals and Le 2014, section 3.2). A greedy choice cannot be taken
 * back: "Uh i'm in the shell" is likelier word by word than "Hi, Michelle", and less likely as a whole. The score of a
 * hypothesis is the plain sum of its log-probabilities. All hypotheses go through the decoder at once, which costs little
 * more than one: most of a step is reading the weights. Guards as in greedy-decode.ts.
 */
import { positionAt, rowAt, tokenLimit, toldAt, type Decoding, type DecodingOptions } from './decoding.js';
import { loopCut } from './loop-guard.js';
import type { Encoded, MoonshineModel, Step } from './moonshine-model.js';
import { BOS, EOS } from './tokens.js';

/** A hypothesis this far below the best is given up, natural log. Raising it: more work. */
const REACH = 5;
/** A token of the draft is kept while no other is likelier by more than this, natural log... */
const DRAFT_MARGIN = 1;
/** ... but for its last tokens, which were heard where the sound ended. */
const DRAFT_EDGE = 3;

/** An answer in the making, or made: the sum of its log-probabilities with it. */
interface Hypothesis extends Decoding {
  readonly score: number;
}

/** A token that may follow a hypothesis of the beam. */
interface Candidate {
  /** Place in the beam of the hypothesis. */
  readonly parent: number;
  readonly id: number;
  readonly logProb: number;
  readonly score: number;
}

/** @param width hypotheses kept at every token, 2 to 16. Raising it: fewer words wrong, more work. */
export async function beamDecode(
  model: MoonshineModel,
  encoded: Encoded,
  options: DecodingOptions,
  width: number,
): Promise<Decoding> {
  const { prefix, wantRows } = options;
  const limit = tokenLimit(options);
  const best = width + 1;
  const draft = options.draft.slice(0, -DRAFT_EDGE);
  let step = await model.step(encoded, model.emptyCache(), [BOS, ...prefix, ...draft], {
    first: prefix.length,
    best,
    wantRows,
  });
  const first = asDrafted(step, prefix, draft);
  let beam = [first];
  /** Scored position of `step` that each hypothesis of the beam goes on from. */
  let places = [first.tokens.length - prefix.length];
  let cache = model.select(step.cache, [0], first.tokens.length + 1);
  let found: Hypothesis | undefined;
  /** The best of those that a guard stopped. */
  let stopped: Hypothesis | undefined;
  for (;;) {
    const grown: Hypothesis[] = [];
    const parents: number[] = [];
    const ways = candidates(beam, step, places).filter(
      ({ parent, id }) => id !== EOS || !options.forbidEmpty || beam[parent]!.tokens.length > 0,
    );
    const worst = ways[0]!.score - REACH;
    for (const candidate of ways) {
      const { parent, id, score } = candidate;
      if (grown.length === width || score < worst || score <= (found?.score ?? -Infinity)) break;
      const before = beam[parent]!;
      const after = extended(before, candidate, step, places[parent]!);
      const cut = loopCut(after.tokens) ?? -1;
      if (id === EOS) {
        found = after;
      } else if (cut >= prefix.length) {
        stopped ??= { ...after, tokens: after.tokens.slice(0, cut), stopped: 'loop' };
      } else if (after.tokens.length > limit) {
        stopped ??= { ...after, tokens: before.tokens, stopped: 'length' };
      } else {
        grown.push(after);
        parents.push(parent);
      }
    }
    if (grown.length === 0) return found ?? stopped!;
    beam = grown;
    places = grown.map((_, i) => i);
    cache = model.select(cache, parents);
    const last = grown.map(({ tokens }) => tokens.at(-1)!);
    step = await model.advance(encoded, cache, last, { best, wantRows });
    cache = step.cache;
  }
}

/** The hypothesis that is the prefix and as much of the draft as the model still agrees with. */
function asDrafted(step: Step, prefix: readonly number[], draft: readonly number[]): Hypothesis {
  const chosen = draft.map((id, at) => {
    const told = toldAt(step, at);
    const token = told.find((one) => one.id === id);
    return token && told[0]!.logProb - token.logProb <= DRAFT_MARGIN ? token.logProb : undefined;
  });
  const end = chosen.indexOf(undefined);
  const logProbs = chosen.slice(0, end < 0 ? undefined : end) as number[];
  return {
    tokens: [...prefix, ...draft.slice(0, logProbs.length)],
    positions: logProbs.map((logProb, at) => positionAt(step, at, logProb)),
    rows: step.rows.slice(0, prefix.length + logProbs.length),
    stopped: 'end',
    score: logProbs.reduce((sum, value) => sum + value, 0),
  };
}

/** Every token told of every hypothesis, likeliest whole first; equals in the order of the beam. */
function candidates(beam: readonly Hypothesis[], step: Step, places: readonly number[]): Candidate[] {
  const all = beam.flatMap(({ score }, parent) =>
    toldAt(step, places[parent]!).map(({ id, logProb }) => ({ parent, id, logProb, score: score + logProb })),
  );
  return all.sort((a, b) => b.score - a.score);
}

function extended(
  before: Hypothesis,
  { id, logProb, score }: Candidate,
  step: Step,
  place: number,
): Hypothesis {
  const row = rowAt(step, place);
  return {
    tokens: id === EOS ? before.tokens : [...before.tokens, id],
    positions: [...before.positions, positionAt(step, place, logProb)],
    rows: row ? [...before.rows, row] : before.rows,
    stopped: 'end',
    score,
  };
}
