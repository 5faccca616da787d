import { describe, expect, it } from 'vitest';
import { FramePainter } from '../../src/tui/frame-painter.js';
import { parseKeys } from '../../src/tui/terminal.js';

function painterOn(rows = 10): { painter: FramePainter; written: string[] } {
  const written: string[] = [];
  const screen = { columns: 40, rows, write: (text: string) => written.push(text) > 0 };
  return { painter: new FramePainter(screen), written };
}

describe('FramePainter', () => {
  it('writes only the lines that changed, each at its place', () => {
    const { painter, written } = painterOn();
    painter.write('a\nb\nc');
    painter.write('a\nB\nc');
    painter.write('a\nB\nc');
    painter.write('a');
    expect(written).toEqual([
      '\x1b[1;1Ha\x1b[0m\x1b[K\x1b[2;1Hb\x1b[0m\x1b[K\x1b[3;1Hc\x1b[0m\x1b[K',
      '\x1b[2;1HB\x1b[0m\x1b[K',
      '\x1b[2;1H\x1b[0m\x1b[K\x1b[3;1H\x1b[0m\x1b[K',
    ]);
  });

  it('paints everything again after a clear and nothing below the screen', () => {
    const { painter, written } = painterOn(2);
    painter.write('a\nb\nc');
    painter.forget();
    painter.write('a\nb');
    expect(written.join('')).not.toContain('c');
    expect(written.slice(1)).toEqual(['\x1b[1;1Ha\x1b[0m\x1b[K\x1b[2;1Hb\x1b[0m\x1b[K']);
  });
});

it('paints below its first row', () => {
  const written: string[] = [];
  const screen = { columns: 40, rows: 5, write: (text: string) => written.push(text) > 0 };
  new FramePainter(screen, 3).write('a\nb\nc');
  expect(written).toEqual(['\x1b[4;1Ha\x1b[0m\x1b[K\x1b[5;1Hb\x1b[0m\x1b[K']);
});

it('parseKeys reads arrows whole and letters one by one', () => {
  expect(parseKeys('q\x1b[Cm\x03\x1b[5~ ')).toEqual(['q', 'right', 'm', 'ctrl-c', ' ']);
});
