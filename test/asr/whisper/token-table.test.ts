import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TokenTable, punctuationOf } from '../../../src/asr/whisper/token-table.js';
import { tokenTimes, wordsOf } from '../../../src/asr/whisper/whisper-words.js';
import { BARRED, writingMask } from '../../../src/asr/whisper/script-mask.js';
import type { Language } from '../../../src/protocol/languages.js';
import { repo } from '../../helpers/recordings.js';

const table = TokenTable.parse(readFileSync(`${repo}models/whisper-base/tokens.txt`, 'utf8'));
const ids = new Map(Array.from({ length: 50_257 }, (_, id) => [table.rawText([id]), id]));
const idOf = (text: string) => ids.get(text)!;
/** The first two of the three bytes of letters of Chinese and Japanese. */
const partial = Array.from({ length: 50_257 }, (_, id) => id).find((id) => {
  const bytes = table.bytesOf(id);
  return bytes.length === 2 && bytes[0] === 0xe8;
})!;
/** "以下是普通话的句子。", the ids of the prompt for Chinese. */
const chinese = [3588, 4438, 1541, 29993, 19550, 21596, 1546, 34592, 7626, 1543];

describe('token table', () => {
  it('reads tokens that end inside a character', () => {
    expect(table.text(chinese)).toBe('以下是普通话的句子。');
    expect(table.rawText([partial])).toContain('\uFFFD');
    expect(table.text([...chinese, partial])).toBe('以下是普通话的句子。');
  });

  it('tells the kinds of punctuation of every script', () => {
    const kinds = ['.', '。', '？', '؟', '!', '،', '…', ' -', '-', 'a.'].map(punctuationOf);
    expect(kinds).toEqual([
      'period',
      'period',
      'question',
      'question',
      'exclamation',
      'comma',
      'ellipsis',
      'dash',
      undefined,
      undefined,
    ]);
    expect(table.punctuation().map(({ id }) => id)).toContain(idOf('。'));
  });
});

describe('words', () => {
  it('begin at spaces, and take in the punctuation after them', () => {
    const tokens = [' Good', ' morning', ',', ' Anna', '.'].map(idOf);
    const words = wordsOf(table, tokens, [-1, -2, 0, -3, 0], 'en', 0, [0, 1, 2, 2.5, 3, 4]);
    expect(words.map(({ text }) => text)).toEqual(['Good', 'morning,', 'Anna.']);
    expect(words[1]).toMatchObject({ from: 1, to: 3, spokenTo: 2, logProb: -2, startSec: 1, endSec: 2 });
  });

  it('are whole characters where there are no spaces', () => {
    const words = wordsOf(
      table,
      chinese,
      chinese.map(() => -1),
      'zh',
      0,
      undefined,
    );
    expect(words.map(({ text }) => text).join('')).toBe('以下是普通话的句子。');
    expect(words.every(({ text }) => !text.includes('\uFFFD'))).toBe(true);
    expect(words.at(-1)!.text.endsWith('。')).toBe(true);
    expect(words.length).toBeGreaterThan(4);
  });

  it('are spread over the window by a network that does not tell where it looks', () => {
    expect(tokenTimes([], 4, 2)).toEqual([0, 0.5, 1, 1.5, 2]);
  });

  it('begin where the rows of attention are', () => {
    const row = (at: number) =>
      Float32Array.from({ length: 100 }, (_, i) => (Math.abs(i - at) < 4 ? 0.1 : 0.001));
    const times = tokenTimes([row(40), row(60), row(80)], 2, 2);
    expect(times[0]).toBeCloseTo(0.54, 1);
    expect(times[1]).toBeGreaterThan(0.85);
    expect(times[1]).toBeLessThan(1.25);
    expect(times[2]).toBeGreaterThan(1.3);
  });
});

describe('writing mask', () => {
  const masks = new Map<Language, Float32Array>();
  const maskOf = (language: Language) => {
    if (!masks.has(language)) masks.set(language, writingMask(table, language, 51_865));
    return masks.get(language)!;
  };
  const allows = (language: Language, text: string) => maskOf(language)[idOf(text)] === 0;

  it('leaves each language its letters, punctuation, digits and the end', () => {
    expect(allows('nl', ' het')).toBe(true);
    expect(allows('nl', 'é')).toBe(true);
    expect(allows('nl', ' м')).toBe(false);
    expect(allows('ar', ' من')).toBe(true);
    expect(allows('ja', 'の')).toBe(true);
    expect(allows('hi', 'र')).toBe(true);
    expect(allows('hi', ' the')).toBe(false);
    expect(allows('hi', '.')).toBe(true);
    const mask = maskOf('ko');
    expect([mask[50_257], mask[50_258], mask[51_000]]).toEqual([0, BARRED, BARRED]);
  });

  it('judges the beginning of a character by what it can become', () => {
    expect(maskOf('zh')[partial]).toBe(0);
    expect(maskOf('nl')[partial]).not.toBe(0);
  });

  it('bars a beginning that may become a letter or a sign of another script', () => {
    const beginning = (...bytes: number[]) =>
      Array.from({ length: 50_257 }, (_, id) => id).find((id) => table.bytesOf(id).join() === bytes.join())!;
    const [latin, arabic, tamil, devanagari] = [[0xc3], [0xdb], [0xe0, 0xae], [0xe0, 0xa4]] as const;
    for (const bytes of [latin, arabic, tamil]) expect(maskOf('hi')[beginning(...bytes)]).toBe(BARRED);
    expect(maskOf('hi')[beginning(...devanagari)]).toBe(0);
    expect(maskOf('de')[beginning(...devanagari)]).toBe(BARRED);
    expect(maskOf('de')[beginning(...latin)]).toBe(0);
    expect(maskOf('ar')[beginning(...arabic)]).toBe(0);
  });
});
