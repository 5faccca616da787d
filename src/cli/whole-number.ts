/** A flag that takes a whole number. */
import { TurnwireError } from '../protocol/errors.js';

/** @throws TurnwireError kind `usage` for anything but a whole number from `least`. */
export function wholeNumber(value: string | undefined, flag: string, least: number): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (Number.isInteger(number) && number >= least && value.trim() !== '') return number;
  throw new TurnwireError(
    'usage',
    'bad_option',
    `${flag} must be a whole number from ${least}, got '${value}'`,
  );
}
