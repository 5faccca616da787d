/** The whole recording in a strip: speech of each channel, turn ends, and the part that the lanes show, which can be dragged. */
import type { ViewData } from '../view-data.js';
import { readColours, voiceColour, type Colours } from './colours.js';
import type { TimeWindow } from './time-window.js';

export class Overview {
  private dragging = false;
  private readonly listening = new AbortController();

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private view: ViewData,
    private readonly window: TimeWindow,
    moved: () => void,
  ) {
    const centre = (event: PointerEvent): void => {
      const box = canvas.getBoundingClientRect();
      const t = ((event.clientX - box.left) / box.width) * this.view.durationSec;
      const [start, end] = window.shown;
      window.show(t - (end - start) / 2, t + (end - start) / 2);
      moved();
    };
    const { signal } = this.listening;
    const drop = (): void => void (this.dragging = false);
    const grab = (event: PointerEvent): void => {
      this.dragging = true;
      canvas.setPointerCapture(event.pointerId);
      centre(event);
    };
    canvas.addEventListener('pointerdown', grab, { signal });
    canvas.addEventListener('pointermove', (event) => this.dragging && centre(event), { signal });
    canvas.addEventListener('pointerup', drop, { signal });
    canvas.addEventListener('pointercancel', drop, { signal });
  }

  update(view: ViewData): void {
    this.view = view;
  }

  /** Leaves the canvas to another overview. */
  close(): void {
    this.listening.abort();
  }

  /** @param t time of the playhead in seconds. */
  draw(t: number): void {
    const { canvas, view } = this;
    const ratio = devicePixelRatio;
    const width = (canvas.width = canvas.clientWidth * ratio);
    const height = (canvas.height = canvas.clientHeight * ratio);
    const ctx = canvas.getContext('2d')!;
    const x = (sec: number): number => (sec / view.durationSec) * width;
    const colours = readColours();
    const rows = rowsOf(view, colours);
    rows.forEach(({ spans, colour }, i) => {
      ctx.fillStyle = colour;
      const top = (i + 0.2) * (height / rows.length);
      for (const [start, end] of spans) {
        ctx.fillRect(x(start), top, Math.max(ratio, x(end) - x(start)), (height / rows.length) * 0.6);
      }
    });
    for (const { endSec, resumedSec } of view.turns) {
      ctx.fillStyle = resumedSec === undefined ? colours.turn : colours.cut;
      ctx.fillRect(x(endSec), 0, 1.5 * ratio, height);
    }
    const [start, end] = this.window.shown;
    ctx.fillStyle = colours.dim;
    ctx.globalAlpha = 0.22;
    ctx.fillRect(0, 0, x(start), height);
    ctx.fillRect(x(end), 0, width - x(end), height);
    ctx.globalAlpha = 1;
    ctx.fillStyle = colours.ink;
    ctx.fillRect(x(t) - ratio / 2, 0, ratio, height);
  }
}

function rowsOf({ channels, voices }: ViewData, colours: Colours) {
  if (voices.length > 0) {
    return voices.map(({ utterances }, i) => ({
      spans: utterances.map(({ span }) => span),
      colour: voiceColour(i),
    }));
  }
  return channels.map(({ speech, role }) => ({
    spans: speech,
    colour: role === 'agent' ? colours.agent : colours.user,
  }));
}
