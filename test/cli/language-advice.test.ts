import { expect, it } from 'vitest';
import { withLanguageAdvice } from '../../src/cli/options/language-advice.js';

it.each([
  "bad language code(s) ['auto']",
  "bad language code(s) ['en,de']",
  "bad language code(s) ['en-US']",
])('of %s: the codes, and the options for several languages and for any', (reason) => {
  const advised = withLanguageAdvice(reason);
  expect(advised).toMatch(/^bad language.*; give two-letter codes: ar, de, .* tr, zh;/);
  expect(advised).toContain('several with --allowed, any with --auto-language');
});

it('other reasons stay as they are', () => {
  expect(withLanguageAdvice("unknown mode 'x'")).toBe("unknown mode 'x'");
});
