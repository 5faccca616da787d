/**
 * Writes a Praat TextGrid in the long text form: a tier of speech, tiers of points for turn and barge-in events, and a tier of
 * words for each voice. Source: Praat manual, "TextGrid file formats".
 */
import type { WireEvent } from '../protocol/events.js';
import { describeEvent } from './describe-event.js';
import { endOf, speechOf, voicesOf, wordsOf, type Segment } from './segments.js';

interface Interval extends Segment {
  text: string;
}

export function toTextGrid(events: readonly WireEvent[]): string {
  const words = wordsOf(events);
  const endSec = Math.max(endOf(events), ...words.map((word) => word.endSec), 0.001);
  const speech = speechOf(events).map((segment) => ({ ...segment, text: 'speech' }));
  const tiers = [
    intervalTier('speech', speech, endSec),
    pointTier('turns', pointsOf(events, /^turn\./), endSec),
  ];
  const bargeins = pointsOf(events, /^bargein\./);
  if (bargeins.length > 0) tiers.push(pointTier('bargein', bargeins, endSec));
  for (const voice of voicesOf(events)) {
    const said = words.filter((word) => word.speaker === voice);
    tiers.push(intervalTier(voice, said, endSec));
  }
  const head = [
    'File type = "ooTextFile"',
    'Object class = "TextGrid"',
    '',
    'xmin = 0',
    `xmax = ${endSec}`,
    'tiers? <exists>',
    `size = ${tiers.length}`,
    'item []:',
  ];
  return [...head, ...tiers.flatMap((tier, i) => [`    item [${i + 1}]:`, ...tier])].join('\n') + '\n';
}

function intervalTier(name: string, segments: readonly Interval[], endSec: number): string[] {
  const intervals = filled(segments, endSec);
  return [
    ...tierHead('IntervalTier', name, endSec),
    `        intervals: size = ${intervals.length}`,
    ...intervals.flatMap((interval, i) => [
      `        intervals [${i + 1}]:`,
      `            xmin = ${round(interval.startSec)}`,
      `            xmax = ${round(interval.endSec)}`,
      `            text = ${quote(interval.text)}`,
    ]),
  ];
}

/** Fills a tier with empty intervals: Praat needs it without gaps or overlaps, from 0 to the end. */
function filled(segments: readonly Interval[], endSec: number): Interval[] {
  const intervals: Interval[] = [];
  let at = 0;
  for (const segment of segments) {
    const startSec = Math.max(segment.startSec, at);
    const stop = Math.min(segment.endSec, endSec);
    if (stop <= startSec) continue;
    if (startSec > at) intervals.push({ startSec: at, endSec: startSec, text: '' });
    intervals.push({ startSec, endSec: stop, text: segment.text });
    at = stop;
  }
  if (at < endSec) intervals.push({ startSec: at, endSec, text: '' });
  return intervals;
}

function pointTier(name: string, points: { atSec: number; text: string }[], endSec: number): string[] {
  return [
    ...tierHead('TextTier', name, endSec),
    `        points: size = ${points.length}`,
    ...points.flatMap((point, i) => [
      `        points [${i + 1}]:`,
      `            number = ${round(point.atSec)}`,
      `            mark = ${quote(point.text)}`,
    ]),
  ];
}

/** Joins events at one time into one mark, because Praat allows only one point there. */
function pointsOf(events: readonly WireEvent[], type: RegExp): { atSec: number; text: string }[] {
  const points: { atSec: number; text: string }[] = [];
  for (const event of events) {
    if (!type.test(event.type) || !('t' in event)) continue;
    const last = points.at(-1);
    if (last?.atSec === event.t) last.text += `; ${describeEvent(event)}`;
    else points.push({ atSec: event.t, text: describeEvent(event) });
  }
  return points;
}

function tierHead(kind: string, name: string, endSec: number): string[] {
  return [
    `        class = "${kind}"`,
    `        name = ${quote(name)}`,
    '        xmin = 0',
    `        xmax = ${endSec}`,
  ];
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const round = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;
