/**
 * What each recording of a run is called, in sentences and in the session id: its file's name, which every door knows;
 * where other recordings of the run have the same one, with as many of its folders as tell it apart.
 */
import path from 'node:path';

export function recordingNames(recordings: readonly string[]): string[] {
  const places = recordings.map(placeOf);
  const counts = new Map<string, number>();
  for (const ending of [...new Set(places)].flatMap(endingsOf))
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  return places.map((place) => endingsOf(place).find((ending) => counts.get(ending) === 1) ?? place);
}

/** The full path, so that `c.wav` beside `a/c.wav` has a folder to be told by. */
const placeOf = (recording: string): string =>
  recording === '-' ? 'stdin' : path.resolve(recording).replaceAll(path.sep, '/');

/** `c`, `b/c`, `a/b/c` of `a/b/c`. */
function endingsOf(place: string): string[] {
  const parts = place.split('/');
  return parts.map((_, index) => parts.slice(-1 - index).join('/'));
}
