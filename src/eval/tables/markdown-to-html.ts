/**
 * Converts the Markdown of write-markdown.ts to HTML: headings, tables, lists, bold, code, details. Called by
 * write-html.ts.
 */
import { escapeHtml } from './svg-plots.js';

export function markdownToHtml(markdown: string): string {
  const out: string[] = [];
  const lines = markdown.split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!;
    if (line.startsWith('|')) {
      const block: string[] = [];
      while (lines[i]?.startsWith('|')) block.push(lines[i++]!);
      i--;
      out.push(tableHtml(block));
    } else if (line.startsWith('- ')) {
      const items: string[] = [];
      while (lines[i]?.startsWith('- ')) items.push(`<li>${inline(lines[i++]!.slice(2))}</li>`);
      i--;
      out.push(`<ul>${items.join('')}</ul>`);
    } else if (/^#+ /.test(line)) {
      const level = /^#+/.exec(line)![0].length;
      out.push(`<h${level}>${inline(line.slice(level + 1))}</h${level}>`);
    } else if (/^<\/?details/.test(line)) out.push(line);
    else if (line.trim() !== '') {
      const block: string[] = [];
      while (isProse(lines[i])) block.push(lines[i++]!);
      i--;
      out.push(`<p>${inline(block.join(' '))}</p>`);
    }
  }
  return out.join('\n');
}

/** @returns true for a line of a paragraph. */
function isProse(line: string | undefined): boolean {
  return line !== undefined && line.trim() !== '' && !/^(\||- |#+ |<\/?details)/.test(line);
}

function tableHtml(block: readonly string[]): string {
  const cells = (line: string) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.replaceAll('\\|', '|'));
  const row = (line: string, tag: 'th' | 'td') =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${inline(cell)}</${tag}>`)
      .join('')}</tr>`;
  const [head, , ...body] = block;
  return `<div class="scroll"><table>${row(head!, 'th')}${body.map((line) => row(line, 'td')).join('')}</table></div>`;
}

function inline(text: string): string {
  return escapeHtml(text)
    .replace(/\*\*(.+?)\*\*/g, '<b>$1</b>')
    .replace(/`(.+?)`/g, '<code>$1</code>');
}
