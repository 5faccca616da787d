/** Writes an Audacity label track: a line `start<TAB>end<TAB>label` for each label (manual.audacityteam.org, "Importing and Exporting Labels"). */
import type { WireEvent } from '../protocol/events.js';
import { describeEvent } from './describe-event.js';
import { speechOf, utterancesOf } from './segments.js';

export function toAudacity(events: readonly WireEvent[]): string {
  const labels = speechOf(events).map(({ startSec, endSec }) => ({ startSec, endSec, text: 'speech' }));
  for (const { startSec, endSec, speaker, text } of utterancesOf(events)) {
    labels.push({ startSec, endSec, text: `${speaker}: ${text}` });
  }
  let onsetSec: number | undefined;
  for (const event of events) {
    if (event.type === 'bargein.onset') onsetSec = event.t;
    const isPoint =
      event.type === 'turn.end' ||
      event.type === 'turn.resumed' ||
      event.type === 'language.switched' ||
      event.type === 'language.switch_recommended';
    if (isPoint) labels.push({ startSec: event.t, endSec: event.t, text: describeEvent(event) });
    if (event.type === 'bargein.class') {
      labels.push({ startSec: onsetSec ?? event.t, endSec: event.t, text: describeEvent(event) });
    }
  }
  return labels
    .sort((a, b) => a.startSec - b.startSec || a.endSec - b.endSec)
    .map(
      ({ startSec, endSec, text }) =>
        `${startSec.toFixed(3)}\t${endSec.toFixed(3)}\t${text.replace(/\s+/g, ' ')}\n`,
    )
    .join('');
}
