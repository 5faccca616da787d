/** Draws on a lane what happened: bands of speech, turn ends, barge-ins, words. All in canvas pixels of one uPlot. */
import type uPlot from 'uplot';
import type { BargeInData, Span, TurnData, VoiceData } from '../view-data.js';
import type { Colours } from './colours.js';
import { wrapped } from './wrapped.js';

const scaled = (px: number): number => px * devicePixelRatio;

/** Pixels of a time on this plot. */
const xOf = (plot: uPlot, t: number): number => plot.valToPos(t, 'x', true);

function isSeen(plot: uPlot, [start, end]: Span): boolean {
  return end >= plot.scales.x!.min! && start <= plot.scales.x!.max!;
}

export function drawBands(plot: uPlot, spans: readonly Span[], colour: string): void {
  const { ctx, bbox } = plot;
  ctx.fillStyle = colour;
  for (const span of spans) {
    if (!isSeen(plot, span)) continue;
    const left = xOf(plot, span[0]);
    ctx.fillRect(left, bbox.top, Math.max(scaled(1), xOf(plot, span[1]) - left), bbox.height);
  }
}

/** A line at each turn end and the wait before it as a pale bar. */
export function drawWaits(plot: uPlot, turns: readonly TurnData[], colours: Colours): void {
  const { ctx, bbox } = plot;
  for (const { speechEndSec, endSec, resumedSec } of turns) {
    if (!isSeen(plot, [speechEndSec, endSec])) continue;
    const [from, x] = [xOf(plot, speechEndSec), xOf(plot, endSec)];
    ctx.fillStyle = resumedSec === undefined ? colours.turn : colours.cut;
    ctx.globalAlpha = 0.22;
    ctx.fillRect(from, bbox.top, x - from, bbox.height);
    ctx.globalAlpha = 1;
    ctx.fillRect(x - scaled(1), bbox.top, scaled(2), bbox.height);
  }
}

/** The number of each turn in a flag at its end, with how it ended if there is room. */
export function drawFlags(plot: uPlot, turns: readonly TurnData[], colours: Colours): void {
  const labels = turns.map(({ turn, endSec, by, resumedSec }) => {
    const cut = resumedSec !== undefined;
    const number = cut ? `${turn} ×` : String(turn);
    const whole = `${turn}${cut ? ' cut off' : ''}${by === 'timeout' ? ' timeout' : ''}`;
    return { t: endSec, texts: [whole, number], colour: cut ? colours.cut : colours.turn };
  });
  drawLabels(plot, labels, plot.bbox.top);
}

interface Label {
  readonly t: number;
  /** The first that fits before the next label is written. */
  readonly texts: readonly string[];
  readonly colour: string;
}

const LABEL_PX = 16;

/** Labels in a row, which never cover each other; `top` in canvas pixels. */
function drawLabels(plot: uPlot, labels: readonly Label[], top: number): void {
  const { ctx, bbox } = plot;
  const seen = labels.filter(({ t }) => isSeen(plot, [t, t]));
  ctx.font = `600 ${scaled(11)}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  seen.forEach(({ t, texts, colour }, i) => {
    const x = xOf(plot, t);
    const next = seen[i + 1];
    const right = next ? xOf(plot, next.t) : bbox.left + bbox.width;
    const widthOf = (text: string): number => ctx.measureText(text).width + scaled(8);
    const fitting = texts.find((candidate) => x + widthOf(candidate) <= right);
    // The last one may begin further left, so that the end of the recording has its label.
    const text = fitting ?? (next ? undefined : texts.at(-1));
    if (text === undefined) return;
    const left = Math.min(x, bbox.left + bbox.width - widthOf(text));
    ctx.fillStyle = colour;
    ctx.fillRect(left, top, widthOf(text), scaled(LABEL_PX));
    ctx.fillStyle = '#fff';
    ctx.fillText(text, left + scaled(4), top + scaled(LABEL_PX / 2 + 0.5));
  });
}

function labelOf(kind: BargeInData['class'], colours: Colours): [string, string] {
  if (kind === 'claim') return ['claim', colours.claim];
  return kind === 'backchannel' ? ['backchannel', colours.back] : ['over the agent', colours.dim];
}

/** A line at each onset, a bar up to its decision, and the class as a word if there is room. */
export function drawBargeIns(plot: uPlot, bargeIns: readonly BargeInData[], colours: Colours): void {
  const { ctx, bbox } = plot;
  const top = bbox.top + bbox.height - scaled(LABEL_PX);
  for (const { onsetSec, decidedSec, class: kind } of bargeIns) {
    const end = decidedSec ?? onsetSec;
    if (!isSeen(plot, [onsetSec, end])) continue;
    const x = xOf(plot, onsetSec);
    ctx.fillStyle = labelOf(kind, colours)[1];
    ctx.fillRect(x, bbox.top, scaled(1.5), bbox.height);
    ctx.fillRect(x, top, Math.max(scaled(4), xOf(plot, end) - x), scaled(LABEL_PX));
  }
  const labels = bargeIns.map(({ onsetSec, class: kind }) => {
    const [text, colour] = labelOf(kind, colours);
    return { t: onsetSec, texts: [text], colour };
  });
  drawLabels(plot, labels, top);
}

/** Font size and distance of the lines of text in a block, CSS pixels. */
const TEXT_PX = 11.5;
const LINE_PX = 14;

/** The utterances of a voice as blocks; their words as far as they fit. */
export function drawWords(plot: uPlot, { utterances }: VoiceData, colour: string, ink: string): void {
  const { ctx, bbox } = plot;
  ctx.font = `${scaled(TEXT_PX)}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { span, text } of utterances) {
    if (!isSeen(plot, span)) continue;
    const left = Math.max(bbox.left, xOf(plot, span[0]));
    const right = Math.min(bbox.left + bbox.width, Math.max(left + scaled(2), xOf(plot, span[1])));
    ctx.fillStyle = colour;
    ctx.globalAlpha = 0.2;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, bbox.top, scaled(2), bbox.height);
    ctx.fillStyle = ink;
    const most = Math.floor(bbox.height / scaled(LINE_PX));
    const lines = wrapped((part) => ctx.measureText(part).width, text, right - left - scaled(8), most);
    const top = bbox.top + (bbox.height - (lines.length - 1) * scaled(LINE_PX)) / 2;
    lines.forEach((line, i) => ctx.fillText(line, left + scaled(6), top + i * scaled(LINE_PX)));
  }
}
