/**
 * How likely a window holds each phrase of a list and nothing else: the decoder is made to write the phrase, and the probabilities
 * of its tokens are multiplied. What greedy decoding misses shows here: it writes "Oz" where "Off" is the second guess. Phrases
 * share the passes over their common beginnings, and those that have become unlikely are dropped.
 */
import { logAddExp } from '../../dsp/numeric.js';
import type { Encoded, MoonshineModel } from './moonshine-model.js';
import { BOS, tokensOf } from './tokens.js';

/** A phrase is dropped once it is less likely than this. Log-probability; chosen by hand: lower ones decide nothing. */
const LEAST_LOG_PROB = -7;
/** Log-probability of a phrase that was dropped. */
const DROPPED = -8;

interface Branch {
  readonly next: Map<number, Branch>;
  /** Indices of the phrases that end here. */
  readonly phrases: number[];
}

/**
 * @param phrases as they would be written, without punctuation at the end
 * @param ends places, among the watched tokens, of those that may follow the whole text
 * @returns log-probability of each phrase, DROPPED at least
 */
export async function scorePhrases(
  model: MoonshineModel,
  encoded: Encoded,
  phrases: readonly string[],
  ends: readonly number[],
): Promise<number[]> {
  const scores = phrases.map(() => DROPPED);
  const visit = async (branch: Branch, tokens: readonly number[], logProb: number): Promise<void> => {
    const asked = [...branch.next.keys()];
    const ids = [BOS, ...tokens];
    const step = await model.step(
      encoded,
      model.emptyCache(),
      ids,
      tokens.length,
      false,
      asked.length > 0 ? asked : undefined,
    );
    const logSum = step.logSum[0]!;
    const end = ends.map((at) => step.watched[at]! - logSum).reduce(logAddExp);
    for (const phrase of branch.phrases) scores[phrase] = Math.max(DROPPED, logProb + end);
    for (const [i, token] of asked.entries()) {
      const soFar = logProb + step.asked![i]! - logSum;
      if (soFar > LEAST_LOG_PROB) await visit(branch.next.get(token)!, [...tokens, token], soFar);
    }
  };
  await visit(treeOf(phrases), [], 0);
  return scores;
}

/** The tree of the phrases that were scored last: a session asks for the same ones again. */
let newest: { readonly key: string; readonly tree: Branch } | undefined;

function treeOf(phrases: readonly string[]): Branch {
  const key = phrases.join('\n');
  if (newest?.key === key) return newest.tree;
  const root: Branch = { next: new Map(), phrases: [] };
  for (const [index, tokens] of tokensOf(phrases).entries()) {
    let branch = root;
    for (const token of tokens) {
      if (!branch.next.has(token)) branch.next.set(token, { next: new Map(), phrases: [] });
      branch = branch.next.get(token)!;
    }
    branch.phrases.push(index);
  }
  newest = { key, tree: root };
  return root;
}
