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

/** The number of each turn in a flag at its end. */
export function drawFlags(plot: uPlot, turns: readonly TurnData[], colours: Colours): void {
  let freeFrom = -Infinity;
  for (const { turn, endSec, by, resumedSec } of turns) {
    if (!isSeen(plot, [endSec, endSec])) continue;
    const text = `${turn}${resumedSec === undefined ? '' : ' cut off'}${by === 'timeout' ? ' timeout' : ''}`;
    const colour = resumedSec === undefined ? colours.turn : colours.cut;
    freeFrom = drawFlag(plot, text, xOf(plot, endSec), colour, freeFrom);
  }
}

/** @returns where the next flag may begin: flags never cover each other; one without room is left out. */
function drawFlag(plot: uPlot, text: string, x: number, colour: string, freeFrom: number): number {
  const { ctx, bbox } = plot;
  ctx.font = `600 ${scaled(11)}px system-ui, sans-serif`;
  const width = ctx.measureText(text).width + scaled(8);
  const left = Math.min(x, bbox.left + bbox.width - width);
  if (left < freeFrom) return freeFrom;
  ctx.fillStyle = colour;
  ctx.fillRect(left, bbox.top, width, scaled(16));
  ctx.fillStyle = '#fff';
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  ctx.fillText(text, left + scaled(4), bbox.top + scaled(8.5));
  return left + width + scaled(2);
}

function labelOf(kind: BargeInData['class'], colours: Colours): [string, string] {
  if (kind === 'claim') return ['interrupts', colours.claim];
  return kind === 'backchannel' ? ['mhm', colours.back] : ['over agent', colours.dim];
}

/** A bar from the onset to the decision, with the class as a word if there is room. */
export function drawBargeIns(plot: uPlot, bargeIns: readonly BargeInData[], colours: Colours): void {
  const { ctx, bbox } = plot;
  for (const { onsetSec, decidedSec, class: kind } of bargeIns) {
    const end = decidedSec ?? onsetSec + 0.3;
    if (!isSeen(plot, [onsetSec, end])) continue;
    const [text, colour] = labelOf(kind, colours);
    const x = xOf(plot, onsetSec);
    const height = scaled(15);
    const top = bbox.top + bbox.height - height;
    ctx.font = `600 ${scaled(11)}px system-ui, sans-serif`;
    const width = Math.max(ctx.measureText(text).width + scaled(8), xOf(plot, end) - x);
    ctx.fillStyle = colour;
    ctx.fillRect(x, bbox.top, scaled(1.5), bbox.height);
    ctx.fillRect(x, top, width, height);
    ctx.fillStyle = '#fff';
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillText(text, x + scaled(4), top + height / 2);
  }
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
