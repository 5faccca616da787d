/** What a lane is, and how uPlot draws it. */
import type uPlot from 'uplot';
import type { Colours } from './colours.js';
import { clock, wholeClock } from './time-window.js';

export interface Lane {
  /** Tells the lane from others, whatever its title. */
  readonly id: string;
  readonly title: string;
  /** CSS pixels. */
  readonly height: number;
  readonly data: uPlot.AlignedData;
  readonly series: uPlot.Series[];
  readonly bands?: uPlot.Band[];
  readonly yRange: uPlot.Range.MinMax;
  readonly yTicks?: number[];
  /** Draws below and above the series. */
  readonly below?: (plot: uPlot) => void;
  readonly above?: (plot: uPlot) => void;
}

/** Width of the numbers of the y axis, the same in every lane, in CSS pixels. */
const AXIS_PX = 34;
/** Height of the times below the last lane, in CSS pixels. */
const TIMES_PX = 30;

export interface PlotPlace {
  /** CSS pixels. */
  readonly width: number;
  /** The lane as it is now; it may have changed since the plot was made. */
  readonly now: () => Lane;
  /** True for the lowest lane, which shows the times. */
  readonly last: boolean;
  readonly colours: Colours;
  /** Called when a person has dragged over a part, or clicked. */
  readonly onSelect: (plot: uPlot) => void;
}

export function plotOptions(lane: Lane, place: PlotPlace): uPlot.Options {
  const { width, now, last, colours, onSelect } = place;
  const { dim, line } = colours;
  return {
    width,
    height: lane.height + (last ? TIMES_PX : 0),
    pxAlign: false,
    padding: [0, 8, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      points: { show: false },
      // Only the cross hair is shared: each lane handles its own drags.
      sync: {
        key: 'lanes',
        setSeries: false,
        filters: { pub: (type) => type.startsWith('mousemove') || type === 'mouseleave' },
      },
      bind: { dblclick: () => null },
      drag: { x: true, y: false, setScale: false },
    },
    scales: { x: { time: false }, y: { auto: false, range: lane.yRange } },
    axes: [
      {
        show: last,
        size: TIMES_PX,
        stroke: dim,
        grid: { show: false },
        ticks: { stroke: line, width: 1 },
        values: (_, times) => times.map(times.every(Number.isInteger) ? wholeClock : clock),
        space: 70,
      },
      {
        size: AXIS_PX,
        stroke: dim,
        grid: { show: lane.yTicks !== undefined, stroke: line, width: 1 },
        ticks: { show: false },
        splits: () => lane.yTicks ?? [],
        values: (_, ticks) => ticks.map(String),
      },
    ],
    series: [{}, ...lane.series.map((series) => ({ points: { show: false }, ...series }))],
    bands: lane.bands,
    hooks: {
      drawAxes: [(drawn) => clipped(drawn, now().below)],
      draw: [(drawn) => clipped(drawn, now().above)],
      setSelect: [(drawn) => onSelect(drawn)],
    },
  };
}

function clipped(plot: uPlot, draw: ((plot: uPlot) => void) | undefined): void {
  if (!draw) return;
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw(plot);
  ctx.restore();
}
