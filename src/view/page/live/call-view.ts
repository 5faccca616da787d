/** Lanes, overview, table and playhead of a session that goes on: the parts of the page of a call, on data that grow. */
import type { RowData } from '../../view-data.js';
import { readColours } from '../colours.js';
import { EventTable } from '../event-table.js';
import { Lanes } from '../lanes.js';
import { Overview } from '../overview.js';
import { Player } from '../player.js';
import { TimeWindow } from '../time-window.js';
import type { LiveCall } from './live-call.js';
import { SilenceChart } from './silence-chart.js';

/** Seconds that the lanes show while the session goes on. */
const SHOWN_SEC = 30;
/** How long before a chosen event the sound begins, in seconds. */
const LEAD_IN_SEC = 3;

export interface CallElements {
  readonly lanes: HTMLElement;
  readonly playhead: HTMLElement;
  readonly pointer: HTMLElement;
  readonly overview: HTMLCanvasElement;
  readonly rows: HTMLTableSectionElement;
  readonly filters: HTMLElement;
  readonly silence: HTMLElement;
  readonly follow: HTMLButtonElement;
  readonly play: HTMLButtonElement;
}

export class CallView {
  private readonly window = new TimeWindow(SHOWN_SEC);
  private readonly lanes: Lanes;
  private readonly overview: Overview;
  private readonly table: EventTable;
  private readonly chart: SilenceChart;
  private player: Player | undefined;
  private rows: readonly RowData[] = [];
  private listed = '';
  private following = true;
  private over = false;

  constructor(
    private readonly elements: CallElements,
    private readonly call: LiveCall,
  ) {
    const { lanes, overview, rows, filters, silence, follow } = elements;
    const view = call.view();
    const moved = (): void => this.moved();
    this.lanes = new Lanes(lanes, view, this.window, { seek: (t) => this.seek(t), moved });
    this.overview = new Overview(overview, view, this.window, moved);
    const groups = ['Turns', 'Barge-ins', 'Words', 'Speech'];
    this.table = new EventTable(rows, filters, (row) => this.goTo(row), groups);
    this.chart = new SilenceChart(silence, readColours());
    elements.pointer.hidden = true;
    overview.hidden = false;
    follow.onclick = () => {
      this.following = true;
      this.draw();
    };
  }

  /** Draws what has come. */
  draw(): void {
    const view = this.call.view();
    const t = this.call.t;
    this.window.grow(t);
    if (this.following) this.window.show(t - SHOWN_SEC, t);
    this.lanes.update(view);
    const shownSec = this.over ? 0 : SHOWN_SEC;
    this.overview.update({ ...view, durationSec: Math.max(view.durationSec, shownSec) });
    this.chart.show(this.call.silence, this.call.limits);
    this.list(view.rows);
    this.elements.follow.hidden = this.following || this.over;
    this.place();
  }

  repaint(): void {
    this.lanes.repaint();
    this.chart.repaint(readColours());
    this.draw();
  }

  /** @param src address of the sound; it is played now if the session sends it in real time. */
  sound(src: string, playNow: boolean): void {
    this.player = new Player(src, this.call.t, () => this.place());
    if (playNow) this.player.toggle();
  }

  toggle(): void {
    this.player?.toggle();
  }

  /** The session is over: everything is shown, and the sound can be played. */
  end(src: string): void {
    this.over = true;
    if (this.player?.playing) this.player.toggle();
    this.sound(src, false);
    this.following = false;
    this.window.grow(this.call.t);
    this.draw();
    this.window.show(0, this.call.t);
    this.moved();
  }

  /** Leaves the page to another session. */
  close(): void {
    if (this.player?.playing) this.player.toggle();
    this.lanes.close();
    this.chart.close();
    this.overview.close();
  }

  private list(rows: readonly RowData[]): void {
    const text = JSON.stringify(rows);
    if (text === this.listed) return;
    this.listed = text;
    this.rows = rows;
    this.table.update(rows);
    const box = this.elements.rows.closest('.events')!;
    if (!this.over) box.scrollTop = box.scrollHeight;
  }

  private goTo(row: number): void {
    const { t } = this.rows[row]!;
    this.table.mark(row);
    this.following = false;
    const from = Math.max(0, t - LEAD_IN_SEC);
    this.window.includeSpan([from, t]);
    this.seek(from);
    this.moved();
    this.mark(this.elements.pointer, t);
  }

  private seek(t: number): void {
    if (this.over) this.player?.seek(t);
  }

  /** A person has moved or zoomed, or chosen an event. */
  private moved(): void {
    const [, end] = this.window.shown;
    if (end < this.call.t - 1) this.following = false;
    this.elements.follow.hidden = this.following || this.over;
    this.lanes.show();
    this.place();
  }

  private place(): void {
    const { playhead, play, pointer } = this.elements;
    pointer.hidden = true;
    const t = this.over ? (this.player?.t ?? 0) : this.call.t;
    this.mark(playhead, t);
    this.overview.draw(t);
    play.hidden = !this.over || this.player === undefined;
    const playing = this.over && this.player?.playing === true;
    play.textContent = playing ? '❚❚' : '▶';
    play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    if (!playing) return;
    if (this.window.include(t)) this.lanes.show();
    requestAnimationFrame(() => this.place());
  }

  /** Puts a line over the lanes at a time, or hides it when the time is not shown. */
  private mark(line: HTMLElement, t: number): void {
    const { left, width } = this.lanes.plotBox;
    const [start, end] = this.window.shown;
    line.hidden = t < start || t > end;
    line.style.left = `${left + ((t - start) / (end - start)) * width}px`;
  }
}
