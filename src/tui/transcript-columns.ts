/** A column for each voice of a room: the language in its title, the newest words at the bottom, partial words dimmed. */
import { joinPieces } from '../asr/writing-systems.js';
import { fit, span, wrapWords, type Line } from './line.js';
import type { ViewState, Voice } from './view-state.js';

/** Width of the narrowest readable column of words, in terminal columns. If not all voices fit, those that spoke last are shown. Chosen by hand. */
const MIN_WIDTH = 22;

export function transcriptColumns(state: ViewState, rows: number, columns: number): Line[] {
  const voices = visibleVoices(state, Math.max(1, Math.floor(columns / MIN_WIDTH)));
  if (voices.length === 0) {
    return blank([fit([span('no words yet', { dim: true })], columns)], rows, columns);
  }
  const width = Math.floor((columns + 1) / voices.length) - 1;
  const cells = voices.map((voice) => voiceColumn(voice, state, rows, width));
  return Array.from({ length: rows }, (_, row) => {
    const line = cells.flatMap((cell, i) =>
      i === 0 ? cell[row]! : [span('│', { dim: true }), ...cell[row]!],
    );
    return fit(line, columns);
  });
}

function visibleVoices(state: ViewState, room: number): Voice[] {
  const all = [...state.voices.values()];
  const byRecency = [...all].sort((a, b) => lastHeard(b) - lastHeard(a)).slice(0, room);
  return all
    .filter((voice) => byRecency.includes(voice))
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

const lastHeard = (voice: Voice): number => (voice.partial ? Infinity : (voice.finals.at(-1)?.t ?? 0));

function voiceColumn(voice: Voice, state: ViewState, rows: number, width: number): Line[] {
  const speaking = voice.partial !== '';
  const title: Line = [
    span(` ${voice.name} `, { color: 'cyan', bold: true, inverse: speaking }),
    span(` ${voice.language}`, { dim: true }),
  ];
  const finals = wrappedFinals(voice, width);
  const partials = voice.partial ? wrapWords(`${voice.partial} …`, width) : [];
  const body = [...finals, ...partials.map((text) => fit([span(text, { dim: true })], width))].slice(
    -(rows - 1),
  );
  return blank([fit(title, width), ...body], rows, width);
}

/** Cache of wrapped final words: they change seldom, and the screen is drawn often. */
const wrapped = new WeakMap<Voice['finals'], { width: number; lines: Line[] }>();

function wrappedFinals(voice: Voice, width: number): Line[] {
  const known = wrapped.get(voice.finals);
  if (known?.width === width) return known.lines;
  const text = voice.finals.map((final) => final.text).reduce(joinPieces, '');
  const lines = wrapWords(text, width).map((line) => fit([span(line)], width));
  wrapped.set(voice.finals, { width, lines });
  return lines;
}

function blank(lines: Line[], rows: number, columns: number): Line[] {
  const filled = [...lines];
  while (filled.length < rows) filled.push([span(' '.repeat(columns))]);
  return filled.slice(0, rows);
}
