/** The table of events below the lanes: a click or Enter moves the playhead there; boxes choose which kinds are listed. */
import type { RowData, RowKind } from '../view-data.js';
import { clock } from './time-window.js';

interface Group {
  readonly label: string;
  readonly kinds: readonly RowKind[];
}

/** What the boxes are called, and which kinds each shows. */
const GROUPS: readonly Group[] = [
  { label: 'Turns', kinds: ['turn', 'cut'] },
  { label: 'Barge-ins', kinds: ['onset', 'claim', 'backchannel'] },
  { label: 'Words', kinds: ['words'] },
  { label: 'Speech', kinds: ['speech'] },
  { label: 'Everything else', kinds: ['other'] },
];

export class EventTable {
  private rows: readonly RowData[] = [];
  private lines: HTMLTableRowElement[] = [];
  private readonly shown: Set<RowKind>;
  private current = -1;

  /**
   * @param choose called with the number of the row that was clicked.
   * @param atFirst labels of the groups that are listed until a person clears their box.
   */
  constructor(
    private readonly body: HTMLTableSectionElement,
    private readonly filters: HTMLElement,
    private readonly choose: (row: number) => void,
    atFirst: readonly string[] = ['Turns', 'Barge-ins', 'Words'],
  ) {
    this.shown = new Set(GROUPS.filter(({ label }) => atFirst.includes(label)).flatMap(({ kinds }) => kinds));
  }

  /** Lists these rows instead of those before. */
  update(rows: readonly RowData[]): void {
    this.rows = rows;
    this.lines = rows.map((row, i) => this.lineOf(row, i));
    this.body.replaceChildren(...this.lines);
    const groups = GROUPS.filter(({ kinds }) => rows.some(({ kind }) => kinds.includes(kind)));
    this.filters.replaceChildren(...groups.map((group) => this.box(group)));
    this.filter();
    if (this.current >= rows.length) this.current = -1;
    this.lines[this.current]?.setAttribute('aria-current', 'true');
  }

  /** Marks a row as the current one and brings it into view. */
  mark(row: number): void {
    this.lines[this.current]?.removeAttribute('aria-current');
    this.current = row;
    const line = this.lines[row];
    line?.setAttribute('aria-current', 'true');
    if (line && !line.hidden) scrollWithin(line);
  }

  private box({ label, kinds }: Group): HTMLLabelElement {
    const holder = document.createElement('label');
    const box = document.createElement('input');
    box.type = 'checkbox';
    box.checked = kinds.some((kind) => this.shown.has(kind));
    box.addEventListener('change', () => {
      for (const kind of kinds) {
        if (box.checked) this.shown.add(kind);
        else this.shown.delete(kind);
      }
      this.filter();
    });
    const count = this.rows.filter(({ kind }) => kinds.includes(kind)).length;
    holder.append(box, ` ${label} (${count})`);
    return holder;
  }

  private filter(): void {
    this.lines.forEach((line, i) => (line.hidden = !this.shown.has(this.rows[i]!.kind)));
  }

  private lineOf(row: RowData, i: number): HTMLTableRowElement {
    const line = document.createElement('tr');
    line.className = row.kind;
    const time = document.createElement('button');
    time.type = 'button';
    time.textContent = clock(row.t);
    line.append(cell('td', time), cell('th', row.title), cell('td', row.text));
    line.addEventListener('click', () => this.choose(i));
    return line;
  }
}

function cell(tag: 'td' | 'th', content: string | Node): HTMLTableCellElement {
  const made = document.createElement(tag);
  made.append(content);
  return made;
}

/** Scrolls the table's own box only, so that the page stays where it is. */
function scrollWithin(line: HTMLTableRowElement): void {
  const box = line.closest('.events')!;
  const [top, bottom] = [line.offsetTop, line.offsetTop + line.offsetHeight];
  const head = 30;
  if (top - head < box.scrollTop) box.scrollTop = top - head;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
