/** `--allow-origin` is compared with what browsers send, to the letter. */
import { expect, it } from 'vitest';
import { allowedOrigins } from '../../src/cli/serve/allowed-origins.js';

it.each([
  ['https://example.org', 'https://example.org'],
  ['https://Example.org:443/', 'https://example.org'],
  ['http://localhost:3000', 'http://localhost:3000'],
  ['chrome-extension://abcdef/', 'chrome-extension://abcdef'],
  ['null', 'null'],
])('%s is what a browser sends as %s', (given, sent) => {
  expect(allowedOrigins([given])).toEqual([sent]);
});

it.each(['example.org', '*', '', 'https://example.org/page', 'https://a b', 'http://:80'])(
  '%j is refused',
  (given) => {
    expect(() => allowedOrigins([given])).toThrow(
      `--allow-origin: '${given}' is not an origin: give scheme and host`,
    );
  },
);

it('allows any where none is given', () => {
  expect(allowedOrigins(undefined)).toBeUndefined();
});
