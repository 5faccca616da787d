/** The likeliest sequence of voices over consecutive blocks of speech (Viterbi): a score for each block and voice, a price for each change. */

export interface PathBlock {
  /** Score of each state; higher is likelier. */
  readonly scores: readonly number[];
  /** Price of a change of state into this block, 0 or more. */
  readonly changeCost: number;
}

/** @param first state before the first block, undefined if there is none. @returns one state for each block. */
export function labelPath(blocks: readonly PathBlock[], first: number | undefined): number[] {
  const states = blocks[0]?.scores.length ?? 0;
  const from: number[][] = [];
  let best: number[] = [];
  blocks.forEach((block, b) => {
    const top = best.length === 0 ? -1 : best.indexOf(Math.max(...best));
    const came: number[] = [];
    best = block.scores.map((score, state) => {
      if (b === 0) return score - (first !== undefined && first !== state ? block.changeCost : 0);
      const stay = best[state]!;
      const change = best[top]! - block.changeCost;
      came[state] = stay >= change ? state : top;
      return score + Math.max(stay, change);
    });
    from.push(came);
  });
  if (states === 0) return [];
  const path = [best.indexOf(Math.max(...best))];
  for (let b = blocks.length - 1; b > 0; b -= 1) path.unshift(from[b]![path[0]!]!);
  return path;
}
