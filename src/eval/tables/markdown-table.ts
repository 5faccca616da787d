/** Writes a Markdown table as lines. Called by the writers of the report. */

export type Cell = string | number;

/** @returns head, rule, rows and an empty line. A bar inside a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const line = (cells: readonly Cell[]) =>
    `| ${cells.map((cell) => `${cell}`.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line), ''];
}
