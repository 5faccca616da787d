/**
 * Names of the logs of a run, from the names of its recordings. Each recording takes the first of these that no other has:
 *
 * 1. the file name without its ending (`call`),
 * 2. with its folders (`monday_call`),
 * 3. with its ending (`call.wav`),
 * 4. with both (`monday_call.wav`),
 * 5. with a number (`call_1`).
 *
 * Names that differ only in case or in Unicode form count as equal: on some disks they are one file.
 */
import path from 'node:path';
import { onAnyDisk } from '../../sinks/index.js';

export function logNames(recordings: readonly string[]): string[] {
  const distinct = [...new Set(recordings)];
  const counts = new Map<string, number>();
  for (const key of distinct.flatMap((recording) => [...new Set(namesFor(recording).map(onAnyDisk))]))
    counts.set(key, (counts.get(key) ?? 0) + 1);
  const wholes = distinct.map((recording) => onAnyDisk(namesFor(recording).at(-1)!));
  const nameOf = (recording: string): string => {
    const names = namesFor(recording);
    const own = names.find((name) => counts.get(onAnyDisk(name)) === 1);
    if (own !== undefined) return own;
    const whole = names.at(-1)!;
    const sharing = wholes.filter((other) => other === onAnyDisk(whole)).length;
    return sharing === 1 ? whole : numbered(names[0]!, counts);
  };
  const chosen = new Map(distinct.map((recording) => [recording, nameOf(recording)]));
  return recordings.map((recording) => chosen.get(recording)!);
}

/** Possible names of a recording's log, the preferred one first. */
function namesFor(recording: string): string[] {
  if (recording === '-') return ['stdin'];
  const { name, base } = path.parse(recording);
  const whole = recording.replace(/[/\\]+/g, '_');
  return [name, whole.replace(/\.[^.]+$/, ''), base, whole];
}

/** The first of `name_1`, `name_2`, … that is free; marks it as taken. */
function numbered(name: string, counts: Map<string, number>): string {
  for (let number = 1; ; number++) {
    const key = onAnyDisk(`${name}_${number}`);
    if (counts.has(key)) continue;
    counts.set(key, 1);
    return `${name}_${number}`;
  }
}
