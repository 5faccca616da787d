/**
 * The name of each recording of a run, for sentences and for the session id: its file name, as in the other commands. If several
 * recordings have the same file name, as many of their folders are added as tell them apart.
 */
import path from 'node:path';

export function recordingNames(recordings: readonly string[]): string[] {
  const places = recordings.map(placeOf);
  const counts = new Map<string, number>();
  for (const ending of [...new Set(places)].flatMap(endingsOf))
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  return places.map((place) => endingsOf(place).find((ending) => counts.get(ending) === 1) ?? place);
}

/** The full path: `c.wav` beside `a/c.wav` also needs a folder to tell it apart. */
const placeOf = (recording: string): string =>
  recording === '-' ? 'stdin' : path.resolve(recording).replaceAll(path.sep, '/');

/** For `a/b/c`: `c`, `b/c`, `a/b/c`. */
function endingsOf(place: string): string[] {
  const parts = place.split('/');
  return parts.map((_, index) => parts.slice(-1 - index).join('/'));
}
