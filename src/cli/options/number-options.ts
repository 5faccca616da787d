/** Options that are numbers, and the choice of a channel. */
import type { ChannelChoice } from '../../audio/index.js';
import { TurnwireError } from '../../protocol/errors.js';

/** The number given with an option; undefined if it was not given. @throws TurnwireError (usage) unless it is a whole number in the range */
export function wholeNumber(value: string, flag: string, least: number, most?: number): number;
export function wholeNumber(
  value: string | undefined,
  flag: string,
  least: number,
  most?: number,
): number | undefined;
export function wholeNumber(
  value: string | undefined,
  flag: string,
  least: number,
  most = Infinity,
): number | undefined {
  if (value === undefined) return undefined;
  const number = wholeIn(value, least, most);
  if (number !== undefined) return number;
  throw new TurnwireError(
    'usage',
    'bad_option',
    `${flag} must be a whole number ${rangeText(least, most)}, got '${value}'`,
  );
}

/** The number given with an option, fractions allowed. @throws TurnwireError (usage) unless it is a number in the range */
export function numberOption(value: string, flag: string, least: number, most = Infinity): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number >= least && number <= most) return number;
  throw new TurnwireError(
    'usage',
    'bad_option',
    `${flag} must be a number ${rangeText(least, most)}, got '${value}'`,
  );
}

/** `--channel`: the number of a channel, or the mix of all. @throws TurnwireError (usage) for anything else */
export function channelOption(value: string | undefined): ChannelChoice | undefined {
  if (value === undefined || value === 'mix') return value;
  const number = wholeIn(value, 0, Infinity);
  if (number !== undefined) return number;
  throw new TurnwireError(
    'usage',
    'bad_option',
    `--channel must be a whole number from 0 or 'mix', got '${value}'`,
  );
}

function rangeText(least: number, most: number): string {
  return most === Infinity ? `from ${least}` : `from ${least} to ${most}`;
}

function wholeIn(value: string, least: number, most: number): number | undefined {
  const number = Number(value);
  const isWhole = Number.isInteger(number) && value.trim() !== '';
  return isWhole && number >= least && number <= most ? number : undefined;
}
