/** Recognises a decoder that repeats itself: about 2 % of short windows end in a loop. Called at every decoded token. */

/** Longest repeated phrase looked for, in tokens. */
const LONGEST = 24;
/** Copies in a row that make a loop, by phrase length: people do say "no, no, no". */
const copiesFor = (length: number) => (length === 1 ? 6 : length <= 3 ? 4 : 3);

/** Number of tokens to keep (through the first copy of the repeated phrase), or undefined when the tail is no loop. */
export function loopCut(tokens: readonly number[]): number | undefined {
  for (let length = 1; length <= LONGEST; length++) {
    const copies = copiesFor(length);
    const start = tokens.length - copies * length;
    if (start < 0) continue;
    let same = true;
    for (let i = start; same && i < tokens.length - length; i++) same = tokens[i] === tokens[i + length];
    if (same) return start + length;
  }
  return undefined;
}
