/** The English words that numbers are made of, with their values. Used by english-numbers.ts. */

const SMALL =
  `one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
  nineteen`.split(/\s+/);
const ROUND = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const LARGE =
  'hundred thousand million billion trillion quadrillion quintillion sextillion septillion octillion nonillion decillion'.split(
    ' ',
  );

export const ZEROS: ReadonlySet<string> = new Set(['o', 'oh', 'zero']);
export const ONES: ReadonlyMap<string, bigint> = new Map(SMALL.map((word, i) => [word, BigInt(i + 1)]));
export const TENS: ReadonlyMap<string, bigint> = new Map(ROUND.map((word, i) => [word, BigInt(20 + 10 * i)]));
export const MULTIPLIERS: ReadonlyMap<string, bigint> = new Map(
  LARGE.map((word, i) => [word, i === 0 ? 100n : 1000n ** BigInt(i)]),
);

export interface Suffixed {
  readonly kind: 'unit' | 'tens' | 'multiplier';
  readonly value: bigint;
  /** `th`, `st`, `nd`, `rd` or `s`. */
  readonly suffix: string;
}

const IRREGULAR: readonly (readonly [string, bigint, string])[] = [
  ['zeroth', 0n, 'th'],
  ['first', 1n, 'st'],
  ['second', 2n, 'nd'],
  ['third', 3n, 'rd'],
  ['fifth', 5n, 'th'],
  ['twelfth', 12n, 'th'],
];
const IRREGULAR_VALUES = new Set(IRREGULAR.map(([, value]) => value));

/** Ordinals and plurals: "third", "sixes", "twentieth", "thousands". */
export const SUFFIXED: ReadonlyMap<string, Suffixed> = new Map<string, Suffixed>([
  ...[...ONES].map(([word, value]) => entry(word === 'six' ? 'sixes' : `${word}s`, 'unit', value, 's')),
  ...IRREGULAR.map(([word, value, suffix]) => entry(word, 'unit', value, suffix)),
  ...[...ONES]
    .filter(([, value]) => !IRREGULAR_VALUES.has(value))
    .map(([word, value]) => entry(`${word}${word.endsWith('t') ? 'h' : 'th'}`, 'unit', value, 'th')),
  ...[...TENS].flatMap(([word, value]) => [
    entry(word.replace('y', 'ies'), 'tens', value, 's'),
    entry(word.replace('y', 'ieth'), 'tens', value, 'th'),
  ]),
  ...[...MULTIPLIERS].flatMap(([word, value]) => [
    entry(`${word}s`, 'multiplier', value, 's'),
    entry(`${word}th`, 'multiplier', value, 'th'),
  ]),
]);

function entry(
  word: string,
  kind: Suffixed['kind'],
  value: bigint,
  suffix: string,
): readonly [string, Suffixed] {
  return [word, { kind, value, suffix }];
}

/** Every word that may be part of a number. */
export const NUMBER_WORDS: ReadonlySet<string> = new Set([
  ...ZEROS,
  ...ONES.keys(),
  ...TENS.keys(),
  ...MULTIPLIERS.keys(),
  ...SUFFIXED.keys(),
  'per',
  'percent',
  'and',
  'double',
  'triple',
  'point',
]);
