/**
 * Where the log of each recording goes. JSON lines are written as events come, so that a crash loses none; other formats are
 * written whole at the end. On stdout the logs of several recordings follow one another, in order.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import type { TraceRecord } from '../../engine/session/session-setup.js';
import { TurnwireError } from '../../protocol/errors.js';
import { toJsonLine, type WireEvent } from '../../protocol/events.js';
import {
  checkedLineLog,
  keepInputs,
  LOG_EXTENSIONS,
  makeOutputDir,
  lineLogAtFirst,
  refuseUnwritable,
  renderLog,
  writeFileAtomic,
  type LineLog,
  type LogFormat,
} from '../../sinks/index.js';
import { logNames } from './log-names.js';
import { OrderedStdout } from './ordered-stdout.js';

export interface RecordingOutput {
  write(event: WireEvent): Promise<void>;
  readonly trace: ((record: TraceRecord) => void) | undefined;
  close(): Promise<void>;
}

export interface OutputFlags {
  readonly out: string | undefined;
  readonly format: LogFormat;
  readonly trace: string | undefined;
  /** True if a recording was found in a folder: then `out` is a folder even if there is one recording. */
  readonly fromFolder: boolean;
}

/** Checks every output before any work. Each recording has one output; logs and trace are opened at the first event. */
export function outputsFor(recordings: readonly string[], flags: OutputFlags): RecordingOutput[] {
  const { out, format } = flags;
  const toStdout = out === undefined || out === '-';
  const intoFolder =
    !toStdout && (recordings.length > 1 || flags.fromFolder || /[/\\]$/.test(out) || isFolder(out));
  if (intoFolder) refuseTwice(recordings);
  const names = logNames(recordings);
  const targets = names.map((name) => (intoFolder ? path.join(out, name + LOG_EXTENSIONS[format]) : out));
  keepInputs(recordings, { '--out': targets, '--trace': flags.trace });
  if (intoFolder) makeOutputDir(out);
  if (!toStdout && !intoFolder) makeOutputDir(path.dirname(out));
  for (const target of targets) if (!toStdout) refuseUnwritable(target!);
  const trace = flags.trace === undefined ? undefined : new SharedTrace(flags.trace, recordings.length);
  const stdout = toStdout ? new OrderedStdout(trace === undefined) : undefined;
  return recordings.map((recording, index) => {
    const name = names[index]!;
    const sink = stdout ? stdoutSink(stdout, index, format, name) : fileSink(targets[index]!, format, name);
    return {
      async write(event) {
        await sink.write(event);
        trace?.open();
      },
      trace: trace && ((record) => trace.write(recording, record)),
      async close() {
        try {
          await sink.close();
        } finally {
          trace?.release();
        }
      },
    };
  });
}

/** False also if the system refuses to tell; writing there reports why. */
function isFolder(place: string): boolean {
  try {
    return statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

type Sink = Omit<RecordingOutput, 'trace'>;

/** @param name the recording's name, for the formats that contain it. */
function fileSink(file: string, format: LogFormat, name: string): Sink {
  if (format === 'jsonl') {
    const log = lineLogAtFirst(file);
    return {
      write: async (event) => log.write(toJsonLine(event)),
      close: async () => log.close(),
    };
  }
  const events: WireEvent[] = [];
  return {
    write: async (event) => void events.push(event),
    // No event means that the recording could not be read: an older file of that name stays as it is.
    close: async () => {
      if (events.length > 0) await writeFileAtomic(file, renderLog(format, events, name));
    },
  };
}

function stdoutSink(stdout: OrderedStdout, index: number, format: LogFormat, name: string): Sink {
  if (format === 'jsonl') {
    return {
      write: (event) => stdout.write(index, toJsonLine(event)),
      close: () => stdout.finish(index),
    };
  }
  const events: WireEvent[] = [];
  return {
    write: async (event) => void events.push(event),
    // No event means that the recording could not be read; an empty transcript would say that nobody spoke.
    async close() {
      if (events.length > 0) await stdout.write(index, renderLog(format, events, name));
      await stdout.finish(index);
    },
  };
}

/** @throws TurnwireError kind `usage` if a recording is named twice: both logs would be one file. */
function refuseTwice(recordings: readonly string[]): void {
  const seen = new Set<string>();
  for (const recording of recordings) {
    const place = recording === '-' ? '-' : path.resolve(recording);
    if (seen.has(place)) {
      const name = recording === '-' ? 'stdin' : recording;
      const text = `${name} is named twice; name each recording once.`;
      throw new TurnwireError('usage', 'recording_named_twice', text);
    }
    seen.add(place);
  }
}

/** The `--trace` file, shared by all recordings. An older file stays as it is until the first recording could be read. */
class SharedTrace {
  private readonly log: LineLog;
  private users: number;

  constructor(
    file: string,
    private readonly recordings: number,
  ) {
    this.log = checkedLineLog(file);
    this.users = recordings;
  }

  /** Makes the file even if no recording writes a line into it. */
  open(): void {
    this.log.write('');
  }

  write(recording: string, record: TraceRecord): void {
    this.log.write(JSON.stringify(this.recordings > 1 ? { recording, ...record } : record) + '\n');
  }

  /** Call once for each recording; the last call closes the file. */
  release(): void {
    this.users -= 1;
    if (this.users === 0) this.log.close();
  }
}
