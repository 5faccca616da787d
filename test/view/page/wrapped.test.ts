import { expect, it } from 'vitest';
import { wrapped } from '../../../src/view/page/wrapped.js';

const wrap = (text: string, width: number, most: number) => wrapped((part) => part.length, text, width, most);

it.each([
  ['fits', 'good morning', 12, 3, ['good morning']],
  ['is broken between words', 'good morning everybody', 12, 3, ['good morning', 'everybody']],
  ['is cut in its last line', 'one two three four five six', 9, 2, ['one two', 'three …']],
  ['has no room for a word', 'everybody', 4, 3, []],
  ['has no room for a later word', 'we everybody here', 5, 3, ['we …']],
  ['has no room for the mark', 'we everybody here', 3, 3, ['we']],
])('text that %s', (_, text, width, most, lines) => expect(wrap(text, width, most)).toEqual(lines));
