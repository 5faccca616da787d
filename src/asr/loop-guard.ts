/**
 * Recognises a decoder that repeats itself: about 2 % of short windows end in a loop. Called after every decoded token, and on
 * words by streaming-recogniser.ts.
 */

/** Longest repeated phrase that is looked for, in tokens. Chosen by hand. */
const LONGEST = 24;
/** How many copies of a phrase in a row are a loop, by its length in tokens. Chosen by hand: people do say "no, no, no". */
const copiesFor = (length: number) => (length === 1 ? 6 : length <= 3 ? 4 : 3);

/** @returns how many tokens to keep, up to the end of the first copy; undefined if the tokens do not end in a loop */
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
