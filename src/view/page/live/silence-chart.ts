/** The score over the newest silence: one uPlot, from the end of speech to the timeout. */
import uPlot from 'uplot';
import type { ViewLimits } from '../../view-data.js';
import type { Colours } from '../colours.js';
import type { NewestSilence } from './live-call.js';

/** Shown before the first score says how long a silence may last: seconds. */
const USUAL_TIMEOUT_SEC = 3;

export class SilenceChart {
  private plot: uPlot | undefined;
  private limits: ViewLimits | undefined;
  private silence: NewestSilence = { points: [] };
  private readonly observer = new ResizeObserver(() => this.fit());

  constructor(
    private readonly root: HTMLElement,
    private colours: Colours,
  ) {
    this.build();
    this.observer.observe(root);
  }

  show(silence: NewestSilence, limits: ViewLimits | undefined): void {
    this.silence = silence;
    this.limits = limits;
    this.plot!.setData(this.data(), false);
    this.plot!.setScale('x', { min: 0, max: this.lengthSec });
  }

  close(): void {
    this.observer.disconnect();
    this.plot!.destroy();
  }

  repaint(colours: Colours): void {
    this.colours = colours;
    this.build();
  }

  private get lengthSec(): number {
    const timeoutSec = this.limits?.timeoutSec ?? USUAL_TIMEOUT_SEC;
    return Math.max(timeoutSec * 1.08, this.silence.points.at(-1)?.[0] ?? 0);
  }

  private data(): uPlot.AlignedData {
    const { points } = this.silence;
    return [points.map(([sec]) => sec), points.map(([, p]) => p)];
  }

  private build(): void {
    const { dim, line, score } = this.colours;
    this.plot?.destroy();
    const seconds = (_: uPlot, times: number[]): string[] => times.map((time) => `${time} s`);
    this.plot = new uPlot(
      {
        width: this.root.clientWidth,
        height: this.root.clientHeight,
        padding: [8, 10, 0, 0],
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { time: false, range: () => [0, this.lengthSec] }, y: { range: [-0.04, 1.06] } },
        axes: [
          {
            size: 28,
            stroke: dim,
            grid: { show: false },
            ticks: { stroke: line, width: 1 },
            values: seconds,
          },
          {
            size: 34,
            stroke: dim,
            grid: { stroke: line, width: 1 },
            ticks: { show: false },
            splits: [0, 0.5, 1],
          },
        ],
        series: [
          {},
          {
            stroke: score,
            width: 2.5,
            fill: `color-mix(in srgb, ${score} 22%, transparent)`,
            points: { show: true, size: 6, fill: score },
          },
        ],
        hooks: { drawAxes: [(plot) => this.drawLimits(plot)], draw: [(plot) => this.drawEnd(plot)] },
      },
      this.data(),
      this.root,
    );
  }

  private fit(): void {
    this.plot!.setSize({ width: this.root.clientWidth, height: this.root.clientHeight });
  }

  /** Threshold, the time before which no score counts, and the timeout. */
  private drawLimits(plot: uPlot): void {
    if (!this.limits) return;
    const { threshold, actionDelaySec, timeoutSec } = this.limits;
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    const x = (sec: number): number => plot.valToPos(sec, 'x', true);
    const y = plot.valToPos(threshold, 'y', true);
    ctx.save();
    ctx.fillStyle = this.colours.speech;
    ctx.fillRect(bbox.left, bbox.top, x(actionDelaySec) - bbox.left, bbox.height);
    ctx.strokeStyle = this.colours.cut;
    ctx.lineWidth = ratio;
    ctx.setLineDash([5 * ratio, 4 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x(actionDelaySec), y);
    ctx.lineTo(x(timeoutSec), y);
    ctx.moveTo(x(timeoutSec), bbox.top);
    ctx.lineTo(x(timeoutSec), bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillStyle = this.colours.dim;
    ctx.font = `${11 * ratio}px system-ui, sans-serif`;
    ctx.textAlign = 'right';
    ctx.textBaseline = 'bottom';
    ctx.fillText('timeout', x(timeoutSec) - 5 * ratio, bbox.top + bbox.height - 4 * ratio);
    ctx.fillText(`threshold ${threshold.toFixed(2)}`, x(timeoutSec) - 5 * ratio, y - 3 * ratio);
    ctx.restore();
  }

  private drawEnd(plot: uPlot): void {
    const { end } = this.silence;
    if (!end) return;
    const { ctx, bbox } = plot;
    const ratio = devicePixelRatio;
    const x = plot.valToPos(end.sec, 'x', true);
    const text = `turn ended by ${end.by}, ${end.latencyMs} ms`;
    ctx.save();
    ctx.fillStyle = this.colours.turn;
    ctx.fillRect(x - ratio, bbox.top, 2 * ratio, bbox.height);
    ctx.font = `600 ${12 * ratio}px system-ui, sans-serif`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    const width = ctx.measureText(text).width;
    const left = x + width + 12 * ratio > bbox.left + bbox.width ? x - width - 8 * ratio : x + 6 * ratio;
    ctx.fillText(text, left, bbox.top + bbox.height * 0.8);
    ctx.restore();
  }
}
