/** Breaks text into lines: captions and the columns of the screen. What counts as too long is the caller's. */
import { joinPieces } from './writing-systems.js';

/** A word, or a part of one, between which and the next a line may break. */
export interface TextUnit {
  readonly text: string;
  /** True if no space stands before it. */
  readonly continues: boolean;
}

export const textOfUnits = (units: readonly TextUnit[]): string =>
  units.reduce((before, { text, continues }) => (continues ? before + text : joinPieces(before, text)), '');

/** The units in lines whose text `fits`; a unit that does not fit alone has a line of its own. */
export function filledLines<T extends TextUnit>(units: readonly T[], fits: (text: string) => boolean): T[][] {
  const lines: T[][] = [];
  for (const unit of units) {
    const last = lines.at(-1);
    if (last && fits(textOfUnits([...last, unit]))) last.push(unit);
    else lines.push([unit]);
  }
  return lines;
}
