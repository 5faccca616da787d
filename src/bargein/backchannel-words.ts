/**
 * What the words since an onset say about it, as inputs of the learned head: only backchannel words ("mm-hm", "right"), or
 * others too. English only. training/bargein/backchannel_words.py has the same list, which the weights were fitted with.
 */
const BACKCHANNEL_WORDS = new Set(
  `uh huh um hum mm mhm hmm hm yeah yep yup yes ok okay right alright sure oh ah all i see got it great good perfect cool
  wow really exactly goodness`.split(/\s+/),
);
/** Seconds since the onset from which words have weights of their own; earlier, only half a word has been recognised. */
const SOME_SEC = 0.35;
const MANY_SEC = 0.45;
const NUMBERS = 19;

export interface WordsSinceOnset {
  readonly text: string | undefined;
  readonly sinceOnsetSec: number;
  readonly speechSec: number;
  readonly ended: boolean;
}

/** @returns `[19]`, all zero if no recogniser runs. */
export function wordNumbers({ text, sinceOnsetSec, speechSec, ended }: WordsSinceOnset): Float32Array {
  const numbers = new Float32Array(NUMBERS);
  if (text === undefined) return numbers;
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  const other = words.filter((word) => !BACKCHANNEL_WORDS.has(word)).length;
  const counts = [
    Number(words.length === 0),
    Number(words.length > 0 && other === 0),
    Number(words.length > 0 && BACKCHANNEL_WORDS.has(words[0]!)),
    Math.min(other, 4) / 2,
    Math.min(words.length, 6) / 3,
  ];
  const from = (sec: number) => counts.map((number) => (sinceOnsetSec >= sec ? number : 0));
  numbers.set([1, ...counts, ...from(SOME_SEC), ...from(MANY_SEC), sinceOnsetSec, speechSec, Number(ended)]);
  return numbers;
}
