/** A line of the screen as styled pieces of text, cut and padded by terminal columns; wide characters count as two. */
import stringWidth from 'string-width';
import { filledLines, textOfUnits, type TextUnit } from '../asr/text-lines.js';
import { breakableUnits } from '../asr/writing-systems.js';
import { visible } from '../protocol/describe-shape.js';

/** Colours that are readable on dark and on light: no yellow, white or black. */
export type Color = 'green' | 'red' | 'magenta' | 'cyan' | 'blue';

export interface Span {
  text: string;
  color?: Color;
  bold?: boolean;
  dim?: boolean;
  inverse?: boolean;
}
export type Line = Span[];

/** Printable ASCII, box and block characters and the ellipsis take one column each; other text needs the tables of string-width. */
function columnsOf(text: string): number {
  return /^[ -~\u2500-\u259f…]*$/.test(text) ? text.length : stringWidth(text);
}

/** Makes a piece. Control characters are made visible: text from a service or a log may contain commands to the terminal. */
export const span = (text: string, style: Omit<Span, 'text'> = {}): Span => ({
  text: visible(text),
  ...style,
});
export const widthOf = (line: Line): number => line.reduce((sum, piece) => sum + columnsOf(piece.text), 0);
export const textOf = (line: Line): string => line.map((piece) => piece.text).join('');

/** Cuts a line to `columns` with an ellipsis, or fills it up with spaces. */
export function fit(line: Line, columns: number): Line {
  const width = widthOf(line);
  if (width <= columns) return width === columns ? line : [...line, span(' '.repeat(columns - width))];
  const out: Line = [];
  let left = columns - 1;
  for (const piece of line) {
    const cut = cutText(piece.text, left);
    out.push({ ...piece, text: cut });
    left -= columnsOf(cut);
    if (cut.length < piece.text.length) break;
  }
  return fit([...out, span('…')], columns);
}

/** Puts one line at the left and one at the right; the left one is cut if both do not fit. */
export function justify(left: Line, right: Line, columns: number): Line {
  const room = columns - widthOf(right) - 1;
  if (room < 8) return fit(left, columns);
  return [...fit(left, room), span(' '), ...right];
}

/** Wraps words to lines of at most `columns`. */
export function wrapWords(text: string, columns: number): string[] {
  return filledLines(splitWide(text, columns), (line) => columnsOf(line) <= columns).map(textOfUnits);
}

/** The words of a text, also of Chinese and Japanese. Words longer than a line are cut into pieces. */
function splitWide(text: string, columns: number): TextUnit[] {
  return text.split(/\s+/).flatMap((word) => {
    const parts = breakableUnits(word).flatMap((part) => cutWide(part, columns));
    return parts.map((part, i) => ({ text: part, continues: i > 0 }));
  });
}

function cutWide(word: string, columns: number): string[] {
  const parts: string[] = [];
  while (columnsOf(word) > columns) {
    const head = cutText(word, columns);
    if (head === '') break;
    parts.push(head);
    word = word.slice(head.length);
  }
  return word === '' ? parts : [...parts, word];
}

function cutText(text: string, columns: number): string {
  let out = '';
  let left = columns;
  for (const character of text) {
    const width = columnsOf(character);
    if (width > left) break;
    out += character;
    left -= width;
  }
  return out;
}
