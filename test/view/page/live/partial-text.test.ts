import { expect, it } from 'vitest';
import { partialText } from '../../../../src/view/page/live/partial-text.js';

it.each([
  ['I would like to', 'schedule', ' schedule'],
  ['你好。', '我想', '我想'],
  ['我的', 'iPhone', ' iPhone'],
  ['', 'only partial', 'only partial'],
])('after %j come %j', (final, partial, shown) => {
  expect(partialText(final, partial)).toBe(shown);
});
