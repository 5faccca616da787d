// The same sentence for a wrong number in every command, and the same channels.
import { describe, expect, it } from 'vitest';
import { channelOption, numberOption, wholeNumber } from '../../src/cli/options/number-options.js';

describe('an option that counts', () => {
  it('takes whole numbers in its range, and nothing where it was not given', () => {
    expect(wholeNumber('0', '--jobs', 0)).toBe(0);
    expect(wholeNumber('65535', '--port', 0, 65_535)).toBe(65_535);
    expect(wholeNumber(undefined, '--jobs', 1)).toBeUndefined();
  });

  it.each(['', ' ', 'x', '1.5', '-1', 'Infinity', '0'])('refuses %j from 1', (value) => {
    expect(() => wholeNumber(value, '--jobs', 1)).toThrow(
      `--jobs must be a whole number from 1, got '${value}'`,
    );
  });

  it('says where the range ends', () => {
    expect(() => wholeNumber('70000', '--port', 0, 65_535)).toThrow(
      "--port must be a whole number from 0 to 65535, got '70000'",
    );
  });
});

describe('an option with a fraction', () => {
  it('takes numbers in its range', () => expect(numberOption('0.25', '--speed', 0.01, 10)).toBe(0.25));

  it.each(['', ' ', 'x', '-0.1', 'Infinity', '5.5'])('refuses %j from 0 to 5', (value) => {
    expect(() => numberOption(value, '--caution', 0, 5)).toThrow(
      `--caution must be a number from 0 to 5, got '${value}'`,
    );
  });
});

describe('the channel of a recording', () => {
  it.each([
    ['mix', 'mix'],
    ['1', 1],
    [undefined, undefined],
  ] as const)('%s is %s', (value, channel) => expect(channelOption(value)).toBe(channel));

  it.each(['', 'left', '-1', '0.5'])('%j is none', (value) => {
    expect(() => channelOption(value)).toThrow(
      `--channel must be a whole number from 0 or 'mix', got '${value}'`,
    );
  });
});
