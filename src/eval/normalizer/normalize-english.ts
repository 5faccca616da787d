/**
 * English text as error rates are usually compared: contractions written out, number words as figures, American spelling, no
 * fillers, nothing in brackets. The rules of Whisper's normaliser (openai/whisper, MIT). Called by `score --normalize english`.
 */
import { plainCharacters } from './plain-characters.js';
import { americanSpelling } from './american-spelling.js';
import { numbersAsFigures } from './english-numbers.js';

const BRACKETS = /[<[][^>\]]*[>\]]|\(([^)]+?)\)/g;
const FILLERS = /\b(hmm|mm|mhm|mmm|uh|um)\b/g;

/** In the order in which they are written out: longer ones first. */
const WRITTEN_OUT: readonly (readonly [RegExp, string])[] = [
  ...pairs(`won't=will not, can't=can not, let's=let us, ain't=aint, y'all=you all, wanna=want to, gotta=got to, gonna=going to,
    i'ma=i am going to, imma=i am going to, woulda=would have, coulda=could have, shoulda=should have, ma'am=madam`),
  ...pairs(`mr=mister, mrs=missus, st=saint, dr=doctor, prof=professor, capt=captain, gov=governor, ald=alderman, gen=general,
    sen=senator, rep=representative, pres=president, rev=reverend, hon=honorable, asst=assistant, assoc=associate,
    lt=lieutenant, col=colonel, jr=junior, sr=senior, esq=esquire`),
  ...endings(
    `'d been= had been, 's been= has been, 'd gone= had gone, 's gone= has gone, 'd done= had done, 's got= has got`,
  ),
  ...endings(`n't= not, 're= are, 's= is, 'd= would, 'll= will, 't= not, 've= have, 'm= am`),
];

/** Letters that NFKD does not take apart. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  ø: 'o',
  æ: 'ae',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
};
/** Marks of numbers that are read before they are dropped. */
const NUMBER_MARKS = '.%$¢€£';
/** Marks of numbers as letters, so that a later step that drops marks keeps "$20" and "20" apart. */
const MARK_LETTERS: Readonly<Record<string, string>> = {
  '.': 'point',
  '%': 'percent',
  $: 'dollar',
  '¢': 'cent',
  '€': 'euro',
  '£': 'pound',
  '-': 'minus',
  '+': 'plus',
};

/** @returns words apart by single spaces, in lower case; marks of a number are letters in it: "dollar20", "3point5" */
export function normalizeEnglish(text: string): string {
  const opened = plainCharacters(text).toLowerCase().replace(BRACKETS, '').replace(FILLERS, '');
  const written = WRITTEN_OUT.reduce(
    (said, [pattern, words]) => said.replace(pattern, words),
    opened.replace(/\s+'/g, "'"),
  );
  const plain = withoutMarks(written.replace(/(\d),(\d)/g, '$1$2').replace(/\.([^0-9]|$)/g, ' $1'));
  const spelled = numbersAsFigures(plain).split(/\s+/).map(americanSpelling).join(' ');
  return spelled
    .replace(/[.$¢€£]([^0-9])/g, ' $1')
    .replace(/([^0-9])%/g, '$1 ')
    .replace(/(?<=\d)[.%]|[$¢€£+-](?=\d)/g, (mark) => MARK_LETTERS[mark]!)
    .replace(/\s+/g, ' ')
    .trim();
}

function withoutMarks(text: string): string {
  return [...text.normalize('NFKD')]
    .map((letter) => {
      if (NUMBER_MARKS.includes(letter)) return letter;
      if (/\p{Mn}/u.test(letter)) return '';
      return LETTERS[letter] ?? (/[\p{M}\p{S}\p{P}]/u.test(letter) ? ' ' : letter);
    })
    .join('');
}

function pairs(list: string): [RegExp, string][] {
  return list.split(',').map((pair) => {
    const [from, to] = pair.trim().split('=');
    return [new RegExp(`\\b${from}\\b`, 'g'), to!];
  });
}

/** Like `pairs`, of the end of a word. */
function endings(list: string): [RegExp, string][] {
  return list.split(',').map((pair) => {
    const [from, to] = pair.trim().split('=');
    return [new RegExp(`${from}\\b`, 'g'), to!];
  });
}
