/**
 * Reads the recordings that become a corpus, checks their names, and leaves out a recording that cannot be read.
 * Called by the importers of turns, calls and rooms.
 */
import path from 'node:path';
import { joinSamples, openAudio, type ChannelChoice } from '../../../audio/index.js';
import { TurnwireError } from '../../../protocol/errors.js';
import { onAnyDisk } from '../../../sinks/index.js';

/** Receives warnings and progress of an import, and may stop it. */
export interface ImportListener {
  readonly stopped?: AbortSignal;
  /** Gets a sentence about a recording that is used nevertheless. */
  warned(sentence: string): void;
  /** Gets the error of a recording that is left out. */
  skipped(error: TurnwireError): void;
  /** Gets the share done of a recording or call, 0..1; `before` of the `total` are done. */
  progressed?(name: string, share: number, before: number, total: number): void;
}

/** `first`: channel 0 of a recording that should have only one. */
export type SourceChannel = ChannelChoice | 'first';

/** @returns 16 kHz mono, or undefined if the recording was left out. A single recording that cannot be read throws. */
export type ReadSource = (file: string, channel: SourceChannel) => Promise<Int16Array | undefined>;

/** Refuses two recordings of one name: rows and files take their names, also on disks that ignore capital letters. */
export function requireOwnNames(files: readonly string[]): void {
  const known = new Map<string, string>();
  for (const file of files) {
    const { name } = path.parse(file);
    const other = known.get(onAnyDisk(name));
    if (other !== undefined)
      throw new TurnwireError(
        'usage',
        'same_name',
        path.parse(other).name === name
          ? `${other} and ${file} are both called ${name}, as one row of the corpus would be: rename one`
          : `${other} and ${file} are called the same where a disk tells no capital letters, so one would be written over the other there: rename one`,
      );
    known.set(onAnyDisk(name), file);
  }
}

/**
 * @param count of recordings to import. @param listener gets each sentence once, although a call is read channel by channel.
 */
export function sourceReader(count: number, listener: ImportListener): ReadSource {
  const warned = new Set<string>();
  const warn = (sentence: string): void => {
    if (!warned.has(sentence)) listener.warned(sentence);
    warned.add(sentence);
  };
  return async (file, channel) => {
    try {
      return await readSource(file, channel, warn, listener.stopped);
    } catch (error) {
      if (count === 1 || !(error instanceof TurnwireError)) throw error;
      listener.skipped(error);
      return undefined;
    }
  };
}

const TAKEN = { mix: 'they are mixed into one', first: 'only the first is used' };

async function readSource(
  file: string,
  channel: SourceChannel,
  warn: (sentence: string) => void,
  stopped: AbortSignal | undefined,
): Promise<Int16Array> {
  const source = await openAudio(file, { channel: channel === 'first' ? 0 : channel }).catch(
    callOfOneChannel,
  );
  const chunks: Int16Array[] = [];
  for await (const chunk of source.chunks()) {
    stopped?.throwIfAborted();
    chunks.push(chunk);
  }
  const { channels } = source.description;
  if (typeof channel === 'string' && channels > 1)
    warn(
      `${file} has ${channels} channels; ${TAKEN[channel]}. To use another, import a file that holds it alone.`,
    );
  source.warnings.forEach(warn);
  return joinSamples(chunks);
}

/** Explains a missing channel: only calls ask for a channel by number. */
function callOfOneChannel(error: unknown): never {
  if (!(error instanceof TurnwireError) || error.code !== 'audio_no_such_channel') throw error;
  const what = "a call is one file of two channels, the caller's first, or with --pairs two files";
  throw new TurnwireError('usage', error.code, `${error.message.replace(/\.$/, '')}; ${what}`, {
    cause: error,
  });
}
