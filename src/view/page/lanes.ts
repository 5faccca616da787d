/**
 * The lanes of the page: one uPlot each, all with the same time axis. A click moves the playhead, a drag zooms, a wheel with
 * Ctrl zooms and with Shift moves.
 */
import uPlot from 'uplot';
import type { ChannelData, ViewData, VoiceData } from '../view-data.js';
import { readColours, voiceColour, type Colours } from './colours.js';
import { plotOptions, type Lane } from './lane-plot.js';
import { drawBands, drawBargeIns, drawFlags, drawWaits, drawWords } from './marks.js';
import { scoresOf, unpackPeaks } from './series.js';
import type { TimeWindow } from './time-window.js';

export interface LaneHandlers {
  /** Called when a person clicks at the time `t`, in seconds. */
  seek(t: number): void;
  /** Called when the lanes show another part of the recording. */
  moved(): void;
}

export class Lanes {
  private plots: uPlot[] = [];
  private drawn: Lane[] = [];
  private colours: Colours = readColours();
  private readonly observer = new ResizeObserver(() => this.fit());

  constructor(
    private readonly root: HTMLElement,
    private view: ViewData,
    private readonly window: TimeWindow,
    private readonly handlers: LaneHandlers,
  ) {
    this.build();
    this.observer.observe(root);
  }

  /** Left edge and width of the plots, in CSS pixels within the root. */
  get plotBox(): { left: number; width: number } {
    const { over } = this.plots[0]!;
    const outer = this.root.getBoundingClientRect();
    const inner = over.getBoundingClientRect();
    return { left: inner.left - outer.left, width: inner.width };
  }

  /** Draws the part of the recording that the window says. */
  show(): void {
    const [min, max] = this.window.shown;
    for (const plot of this.plots) plot.setScale('x', { min, max });
  }

  /** Draws data that have grown, and builds the lanes anew only if there are more or fewer of them. */
  update(view: ViewData): void {
    this.view = view;
    const lanes = this.lanes();
    if (lanes.map(({ id }) => id).join() !== this.drawn.map(({ id }) => id).join()) return this.build();
    this.drawn = lanes;
    const titles = this.root.querySelectorAll('.lane h2');
    this.plots.forEach((plot, i) => {
      titles[i]!.textContent = lanes[i]!.title;
      plot.setData(lanes[i]!.data, false);
    });
    // Sets the scale, by which uPlot draws the new data too. Its redraw() would bring back the scale before.
    this.show();
  }

  /** Reads the colours again and draws everything anew. */
  repaint(): void {
    this.colours = readColours();
    this.build();
    this.handlers.moved();
  }

  /** Takes the lanes from the page. */
  close(): void {
    this.observer.disconnect();
    this.plots.forEach((plot) => plot.destroy());
    this.root.querySelectorAll('.lane').forEach((lane) => lane.remove());
  }

  private build(): void {
    // Measured before the old lanes go: without them the page may lose its scroll bar, and be wider.
    const width = this.root.clientWidth;
    this.plots.forEach((plot) => plot.destroy());
    this.root.querySelectorAll('.lane').forEach((old) => old.remove());
    this.drawn = this.lanes();
    this.plots = this.drawn.map((_, i) => this.plotOf(i, width));
    this.show();
  }

  private lanes(): Lane[] {
    const { channels, silences, voices } = this.view;
    return [
      ...channels.map((channel) => this.soundLane(channel)),
      ...(silences.length > 0 ? [this.scoreLane()] : []),
      ...voices.map((voice, i) => this.voiceLane(voice, voiceColour(i))),
    ];
  }

  private soundLane(channel: ChannelData): Lane {
    const { turns, bargeIns } = this.view;
    const agent = channel.role === 'agent';
    const colour = agent ? this.colours.agent : this.colours.user;
    return {
      id: channel.role,
      title: channel.label,
      height: 92,
      data: unpackPeaks(channel),
      series: [
        { stroke: colour, width: 1 },
        { stroke: colour, width: 1 },
      ],
      bands: [{ series: [1, 2], fill: colour }],
      yRange: [-1.05, 1.05],
      below: (plot) =>
        drawBands(plot, channel.speech, agent ? this.colours.agentspeech : this.colours.speech),
      above: (plot) => {
        if (agent) return;
        drawWaits(plot, turns, this.colours);
        drawFlags(plot, turns, this.colours);
        drawBargeIns(plot, bargeIns, this.colours);
      },
    };
  }

  private scoreLane(): Lane {
    const { limits, silences, turns } = this.view;
    const { colours } = this;
    const loners = silences.every(({ points }) => points.length === 1);
    return {
      id: 'score',
      title: 'Score: how sure the engine is that the turn is over',
      height: 112,
      data: scoresOf(silences, limits.threshold),
      series: [
        {
          stroke: colours.score,
          width: 2,
          fill: `color-mix(in srgb, ${colours.score} 22%, transparent)`,
          spanGaps: false,
          points: { show: true, size: loners ? 7 : 4, fill: colours.score },
        },
        { stroke: colours.cut, width: 1, dash: [5, 4], points: { show: false } },
      ],
      yRange: [-0.07, 1.12],
      yTicks: [0, 0.5, 1],
      below: (plot) => drawWaits(plot, turns, colours),
    };
  }

  private voiceLane(voice: VoiceData, colour: string): Lane {
    return {
      id: voice.name,
      title: `${voice.name}${voice.language === '' ? '' : ` · ${voice.language}`}`,
      height: 48,
      data: [
        [0, this.view.durationSec],
        [null, null],
      ],
      series: [{}],
      yRange: [0, 1],
      below: (plot) => drawWords(plot, voice, colour, this.colours.ink),
    };
  }

  private plotOf(i: number, width: number): uPlot {
    const lane = this.drawn[i]!;
    const holder = document.createElement('div');
    holder.className = 'lane';
    const title = document.createElement('h2');
    title.textContent = lane.title;
    holder.append(title);
    this.root.append(holder);
    const options = plotOptions(lane, {
      width,
      now: () => this.drawn[i]!,
      last: i === this.drawn.length - 1,
      colours: this.colours,
      onSelect: (drawn) => this.zoomTo(drawn),
    });
    const plot = new uPlot(options, lane.data, holder);
    this.listen(plot);
    return plot;
  }

  private listen(plot: uPlot): void {
    const timeAt = (event: MouseEvent): number =>
      plot.posToVal(event.clientX - plot.over.getBoundingClientRect().left, 'x');
    plot.over.addEventListener('click', (event) => this.handlers.seek(timeAt(event)));
    plot.over.addEventListener(
      'wheel',
      (event) => {
        const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
        if (!event.ctrlKey && !event.metaKey && !sideways) return;
        event.preventDefault();
        if (sideways) this.window.move((event.deltaX || event.deltaY) / plot.over.clientWidth);
        else this.window.zoom(Math.exp(event.deltaY / 300), timeAt(event));
        this.handlers.moved();
      },
      { passive: false },
    );
  }

  /** Shows what was dragged over; a movement of a few pixels is a click. */
  private zoomTo(plot: uPlot): void {
    const { left, width } = plot.select;
    if (width < 6) return;
    this.window.show(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
    plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.handlers.moved();
  }

  private fit(): void {
    const width = this.root.clientWidth;
    for (const plot of this.plots) plot.setSize({ width, height: plot.height });
    // uPlot has the new size only after its own microtask.
    queueMicrotask(() => this.handlers.moved());
  }
}
