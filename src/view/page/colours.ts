/** The colours of the drawing, read from the style sheet, so that light and dark are written once. */

const NAMES = [
  'ink',
  'dim',
  'line',
  'user',
  'agent',
  'speech',
  'agentspeech',
  'score',
  'turn',
  'cut',
  'claim',
  'back',
] as const;
export type Colours = Readonly<Record<(typeof NAMES)[number], string>>;

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    NAMES.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
  ) as unknown as Colours;
}

/** Colours of the voices of a room, one after the other; legible on light and dark. */
const VOICES = ['#2f7de1', '#d9822b', '#2a9d63', '#b5479d', '#8a6fd1', '#c2413b', '#1d93a8', '#8d7a1f'];
export const voiceColour = (index: number): string => VOICES[index % VOICES.length]!;
