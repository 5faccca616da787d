/** Breaks text into lines of a width, between words. Pure. */

/**
 * @param widthOf width of a piece of text, in the unit of `width`.
 * @param most lines at most; what is left out is marked with … at the end.
 * @returns no line at all if not even one word fits.
 */
export function wrapped(
  widthOf: (text: string) => number,
  text: string,
  width: number,
  most: number,
): string[] {
  const lines: string[] = [];
  const words = text.split(' ');
  while (words.length > 0 && lines.length < most) {
    const last = lines.length === most - 1;
    let line = '';
    while (words.length > 0) {
      const longer = line === '' ? words[0]! : `${line} ${words[0]}`;
      const shown = last && words.length > 1 ? `${longer} …` : longer;
      if (widthOf(shown) > width) break;
      line = longer;
      words.shift();
    }
    if (line === '') return marked(lines, widthOf, width);
    lines.push(last && words.length > 0 ? `${line} …` : line);
  }
  return lines;
}

/** The lines with … after the last, if it fits: the next word is too long for any line. */
function marked(lines: readonly string[], widthOf: (text: string) => number, width: number): string[] {
  const last = `${lines.at(-1)} …`;
  return lines.length > 0 && widthOf(last) <= width ? [...lines.slice(0, -1), last] : [...lines];
}
