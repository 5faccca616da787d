/** A Markdown table as lines. Called by the report's writers. */

export type Cell = string | number;

/** Head, rule, rows and an empty line. A bar within a cell, as of a corpus's name, does not end it. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => `${cell}`.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line), ''];
}
