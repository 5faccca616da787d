/**
 * The recordings that become a corpus: names that can be told apart, and a reader that leaves out a bad one of several.
 * Called by the importers of turns, calls and rooms.
 */
import path from 'node:path';
import { joinSamples, openAudio, type ChannelChoice } from '../../../audio/index.js';
import { TurnwireError } from '../../../protocol/errors.js';
import { onAnyDisk } from '../../../sinks/index.js';

/** Who is told of recordings that are not as they should be, and may stop the import. */
export interface ImportListener {
  readonly stopped?: AbortSignal;
  /** A sentence about a recording that is used all the same. */
  warned(sentence: string): void;
  /** A recording that cannot be read is left out. */
  skipped(error: TurnwireError): void;
  /** How much is done of a recording (or call), 0 to 1, and how many came before it, of how many. */
  progressed?(name: string, share: number, before: number, total: number): void;
}

/** `first`: of a recording that should have but one. */
export type SourceChannel = ChannelChoice | 'first';

/** @returns 16 kHz mono, or undefined where the recording was left out; the only one that there is throws. */
export type ReadSource = (file: string, channel: SourceChannel) => Promise<Int16Array | undefined>;

/** Rows and their files are called as the recordings are, on every disk that the corpus comes to. */
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
 * @param count of recordings to import. @param listener is told each sentence once: a call is read channel by channel.
 */
export function sourceReader(count: number, listener: ImportListener): ReadSource {
  const told = new Set<string>();
  const warn = (sentence: string): void => {
    if (!told.has(sentence)) listener.warned(sentence);
    told.add(sentence);
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

/** Channels are asked for by number of calls alone, of which this is one party. */
function callOfOneChannel(error: unknown): never {
  if (!(error instanceof TurnwireError) || error.code !== 'audio_no_such_channel') throw error;
  const what = "a call is one file of two channels, the caller's first, or with --pairs two files";
  throw new TurnwireError('usage', error.code, `${error.message.replace(/\.$/, '')}; ${what}`, {
    cause: error,
  });
}
