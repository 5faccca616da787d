/**
 * English number words as figures: "two hundred and five" to 205, "twenty first" to 21st, "three point five million" to 3500000,
 * "one oh one" to 101, "five dollars" to $5. The rules of Whisper's normaliser (openai/whisper, MIT), so that error rates
 * can be compared with published ones; test/eval/normalizer has its answers. Used by normalize-english.ts.
 */
import { MULTIPLIERS, NUMBER_WORDS, ONES, SUFFIXED, TENS, ZEROS } from './number-words.js';

/** A number that is being read: a whole one, or digits and points that were put side by side. */
type Reading = bigint | string | undefined;

const SIGNS = new Map([
  ['minus', '-'],
  ['negative', '-'],
  ['plus', '+'],
  ['positive', '+'],
]);
const CURRENCIES = new Map([
  ['pound', '£'],
  ['pounds', '£'],
  ['euro', '€'],
  ['euros', '€'],
  ['dollar', '$'],
  ['dollars', '$'],
  ['cent', '¢'],
  ['cents', '¢'],
]);
const PREFIXES = new Set([...SIGNS.values(), ...CURRENCIES.values()]);
const FIGURES = /^\d+(\.\d+)?$/;

/** @param text in lower case, without punctuation beside signs of numbers */
export function numbersAsFigures(text: string): string {
  return asMoney(new NumberReader(splitUp(text).split(/\s+/).filter(Boolean)).read().join(' '));
}

class NumberReader {
  private readonly out: string[] = [];
  private reading: Reading;
  private prefix = '';
  private at = 0;

  constructor(private readonly words: readonly string[]) {}

  read(): string[] {
    for (; this.at < this.words.length; this.at += 1) this.take(this.words[this.at]!);
    this.flush();
    return this.out;
  }

  private get previous(): string {
    return this.words[this.at - 1] ?? '';
  }

  private get next(): string {
    return this.words[this.at + 1] ?? '';
  }

  private get nextIsNumber(): boolean {
    return isNumberWord(this.next) || FIGURES.test(this.next);
  }

  private take(word: string): void {
    const suffixed = SUFFIXED.get(word);
    const multiplier = MULTIPLIERS.get(word);
    if (FIGURES.test(PREFIXES.has(word[0]!) ? word.slice(1) : word)) return this.takeFigures(word);
    if (ZEROS.has(word)) return this.append('0');
    if (ONES.has(word)) return this.set(this.withUnit(ONES.get(word)!));
    if (TENS.has(word)) return this.set(this.withTens(TENS.get(word)!));
    if (suffixed?.kind === 'multiplier') return this.endMultiplied(suffixed.value, suffixed.suffix);
    if (suffixed) {
      const { kind, value, suffix } = suffixed;
      const whole = kind === 'unit' ? this.withUnit(value) : this.withTens(value);
      return this.end(`${whole}${suffix}`);
    }
    if (multiplier !== undefined) return this.multiply(multiplier);
    if (SIGNS.has(word)) return this.takeSign(word);
    if (CURRENCIES.has(word)) return this.takeCurrency(word);
    if (word === 'percent' || word === 'per') return this.takePercent(word);
    if (word === 'and') return this.takeAnd();
    if (word === 'double' || word === 'triple') return this.takeRepeated(word);
    if (word === 'point') return this.takePoint();
    this.plain(word);
  }

  /** Figures as they stand, perhaps with a sign or a currency before them. */
  private takeFigures(word: string): void {
    if (typeof this.reading === 'string' && this.reading.endsWith('.')) return this.append(word);
    this.flush();
    const hasPrefix = PREFIXES.has(word[0]!);
    if (hasPrefix) this.prefix = word[0]!;
    const figures = hasPrefix ? word.slice(1) : word;
    this.set(/^\d+$|\.0+$/.test(figures) ? BigInt(figures.split('.')[0]!) : figures);
  }

  /** "five", "fifteen": joins a number before it ("twenty five"), or stands beside it as a digit ("one five"). */
  private withUnit(unit: bigint): Reading {
    const { reading, previous } = this;
    if (reading === undefined) return unit;
    if (typeof reading === 'string' || ONES.has(previous)) {
      const fillsTens = TENS.has(previous) && unit < 10n;
      return fillsTens ? `${String(reading).slice(0, -1)}${unit}` : `${reading}${unit}`;
    }
    const room = unit < 10n ? 10n : 100n;
    return reading % room === 0n ? reading + unit : `${reading}${unit}`;
  }

  private withTens(tens: bigint): Reading {
    const { reading } = this;
    if (reading === undefined) return tens;
    return typeof reading !== 'string' && reading % 100n === 0n ? reading + tens : `${reading}${tens}`;
  }

  private multiply(by: bigint): void {
    const product = multiplied(this.reading, by);
    if (product === undefined) this.flush();
    this.set(product ?? by);
  }

  private endMultiplied(by: bigint, suffix: string): void {
    const product = multiplied(this.reading, by);
    if (product === undefined) this.flush();
    this.end(`${product ?? by}${suffix}`);
  }

  /** A sign counts before a number only. */
  private takeSign(word: string): void {
    this.flush();
    if (this.nextIsNumber) this.prefix = SIGNS.get(word)!;
    else this.plain(word);
  }

  private takeCurrency(word: string): void {
    if (this.reading === undefined) return this.plain(word);
    this.prefix = CURRENCIES.get(word)!;
    this.flush();
  }

  private takePercent(word: string): void {
    const isSplit = word === 'per' && this.next === 'cent';
    if (this.reading === undefined || (word === 'per' && !isSplit)) return this.plain(word);
    this.end(`${this.reading}%`);
    if (isSplit) this.at += 1;
  }

  /** "and" within a number ("hundred and five") is left out. */
  private takeAnd(): void {
    if (!this.nextIsNumber || !MULTIPLIERS.has(this.previous)) this.plain('and');
  }

  private takeRepeated(word: string): void {
    const digit = ZEROS.has(this.next) ? 0n : ONES.get(this.next);
    if (digit === undefined) return this.plain(word);
    this.append(String(digit).repeat(word === 'double' ? 2 : 3));
    this.at += 1;
  }

  private takePoint(): void {
    const { next } = this;
    if (ZEROS.has(next) || ONES.has(next) || TENS.has(next) || FIGURES.test(next)) return this.append('.');
    if (!this.nextIsNumber) this.plain('point');
  }

  /** A word that is no number. */
  private plain(word: string): void {
    this.flush();
    this.end(word);
  }

  private append(digits: string): void {
    this.set(`${this.reading ? this.reading : ''}${digits}`);
  }

  private set(reading: Reading): void {
    this.reading = reading;
  }

  private end(text: string): void {
    this.out.push(this.prefix + text);
    this.prefix = '';
    this.reading = undefined;
  }

  private flush(): void {
    if (this.reading !== undefined) this.end(String(this.reading));
  }
}

function isNumberWord(word: string): boolean {
  return NUMBER_WORDS.has(word) || SIGNS.has(word) || CURRENCIES.has(word);
}

/** @returns undefined if the two are no one number, as in "1.55 hundred" */
function multiplied(reading: Reading, by: bigint): bigint | undefined {
  if (reading === undefined) return by;
  if (typeof reading === 'bigint' && reading !== 0n)
    return (reading / 1000n) * 1000n + (reading % 1000n) * by;
  const [, whole, decimals = ''] = /^(?=\.?\d)(\d*)(?:\.(\d*))?$/.exec(String(reading)) ?? [];
  if (whole === undefined) return undefined;
  const [product, scale] = [BigInt(whole + decimals) * by, 10n ** BigInt(decimals.length)];
  return product % scale === 0n ? product / scale : undefined;
}

/** "two and a half" to "two point five"; a number that touches letters stands apart, unless they are its ending ("21st"). */
function splitUp(text: string): string {
  const parts = text.split(/\band\s+a\s+half\b/);
  const joined = parts
    .flatMap((part, i) => {
      if (part.trim() === '') return [];
      if (i === parts.length - 1) return [part];
      const last = part.trim().split(/\s+/).at(-1)!;
      const isNumber = ZEROS.has(last) || ONES.has(last) || TENS.has(last) || MULTIPLIERS.has(last);
      return [part, isNumber ? 'point five' : 'and a half'];
    })
    .join(' ');
  return joined
    .replace(/([a-z])([0-9])/g, '$1 $2')
    .replace(/([0-9])([a-z])/g, '$1 $2')
    .replace(/([0-9])\s+(st|nd|rd|th|s)\b/g, '$1$2');
}

/** "$2 and ¢7" to $2.07, "$0.50" to ¢50; a lone 1 is "one". */
function asMoney(text: string): string {
  return text
    .replace(
      /([€£$])([0-9]+) (?:and )?¢([0-9]{1,2})\b/g,
      (_, sign: string, whole: string, cents: string) => `${sign}${whole}.${cents.padStart(2, '0')}`,
    )
    .replace(/[€£$]0.([0-9]{1,2})\b/g, (_, cents: string) => `¢${Number(cents)}`)
    .replace(/\b1(s?)\b/g, 'one$1');
}
