/**
 * What the words heard since an onset say about it, as numbers of the learned head: only a listener's words ("mm-hm",
 * "right"), or others too. English. The same in training/bargein/backchannel_words.py, which the weights were fitted with.
 */
const LISTENER = new Set(
  `uh huh um hum mm mhm hmm hm yeah yep yup yes ok okay right alright sure oh ah all i see got it great good perfect cool
  wow really exactly goodness`.split(/\s+/),
);
/** From when on the words weigh more, seconds since the onset: before, half a word has been heard. */
const SOME_SEC = 0.35;
const MANY_SEC = 0.45;
const NUMBERS = 19;

export interface WordsSinceOnset {
  readonly text: string | undefined;
  readonly sinceOnsetSec: number;
  readonly speechSec: number;
  readonly ended: boolean;
}

/** @returns `[19]`, all zero where nobody listened. */
export function wordNumbers({ text, sinceOnsetSec, speechSec, ended }: WordsSinceOnset): Float32Array {
  const numbers = new Float32Array(NUMBERS);
  if (text === undefined) return numbers;
  const words = text.toLowerCase().match(/[a-z']+/g) ?? [];
  const other = words.filter((word) => !LISTENER.has(word)).length;
  const said = [
    Number(words.length === 0),
    Number(words.length > 0 && other === 0),
    Number(words.length > 0 && LISTENER.has(words[0]!)),
    Math.min(other, 4) / 2,
    Math.min(words.length, 6) / 3,
  ];
  const from = (sec: number) => said.map((number) => (sinceOnsetSec >= sec ? number : 0));
  numbers.set([1, ...said, ...from(SOME_SEC), ...from(MANY_SEC), sinceOnsetSec, speechSec, Number(ended)]);
  return numbers;
}
