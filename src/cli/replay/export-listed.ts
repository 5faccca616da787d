/** The work of the key `e` in a replay: exports the part of the log that the screen lists. */
import path from 'node:path';
import type { WireEvent } from '../../protocol/events.js';
import { LOG_EXTENSIONS, renderLog, writeFileAtomic, type LogFormat } from '../../sinks/index.js';
import type { View } from '../../tui/index.js';

/**
 * Writes the events from the first one on the screen to the current time into a file beside the log.
 * @returns the sentence to show.
 */
export async function exportListed(
  file: string,
  log: readonly WireEvent[],
  view: Pick<View, 'state' | 'listed'>,
  format: LogFormat,
): Promise<string> {
  const [first] = view.listed();
  if (first === undefined) return 'the screen lists no event yet, so none is written';
  const part = log.slice(log.indexOf(first.event), log.lastIndexOf(view.state.events.at(-1)!) + 1);
  const { dir, name } = path.parse(file === '-' ? 'stdin' : file);
  const span = `${first.t.toFixed(1)}-${view.state.t.toFixed(1)}s`;
  const target = path.join(dir, `${name}.${span}${LOG_EXTENSIONS[format]}`);
  await writeFileAtomic(target, renderLog(format, part, name));
  return `${part.length} events written to ${target}`;
}
