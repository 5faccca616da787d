/** What `turnwire client` keeps: the log as it came and, beside it, when each line came. */
import { createWriteStream, openSync, type WriteStream } from 'node:fs';
import type { Arrival } from '../../client/index.js';
import { exitCodeOf } from '../../protocol/errors.js';
import { wireEventSchema, type WireEvent } from '../../protocol/events.js';
import { outputError } from '../../sinks/index.js';

export class ClientLog {
  events = 0;
  unknown = 0;
  private readonly log: NodeJS.WritableStream | undefined;
  private readonly arrivals: WriteStream | undefined;

  /** @param screen true when stdout is taken by the screen: without `--out` no log is kept. */
  constructor(options: { out?: string; arrivals?: string }, screen: boolean) {
    const { out, arrivals } = options;
    const toFile = out !== undefined && out !== '-';
    if (toFile) this.log = openFile(out);
    else if (!screen) this.log = process.stdout;
    const beside = toFile ? `${out.replace(/\.jsonl$/, '')}.arrivals.jsonl` : undefined;
    const name = arrivals ?? beside;
    this.arrivals = name === undefined ? undefined : openFile(name);
  }

  /** @returns the event, if it is one that `/v2` describes. */
  write({ line, wallMs, sentSec, lagMs }: Arrival): WireEvent | undefined {
    this.events += 1;
    const event = JSON.parse(line) as { type?: string; seq?: number };
    const known = wireEventSchema.safeParse(event);
    if (!known.success) this.unknown += 1;
    this.log?.write(`${line}\n`);
    const wall_s = Math.round(wallMs) / 1000;
    const lag_ms = lagMs === undefined ? undefined : Math.round(lagMs);
    this.arrivals?.write(
      `${JSON.stringify({ seq: event.seq, type: event.type, wall_s, sent_s: sentSec, lag_ms })}\n`,
    );
    return known.data;
  }

  async close(): Promise<void> {
    const files = [this.log, this.arrivals].filter((file) => file !== undefined && file !== process.stdout);
    await Promise.all(files.map((file) => new Promise<void>((resolve) => file!.end(resolve))));
  }
}

/** Opened at once, so that a place that cannot be written to is refused before the session, the log's first. */
function openFile(name: string): WriteStream {
  const stream = createWriteStream(name, { fd: descriptorOf(name) });
  stream.on('error', (error) => {
    const failure = outputError(name, error);
    process.stderr.write(`turnwire: ${failure.message}\n`);
    process.exit(exitCodeOf(failure));
  });
  return stream;
}

function descriptorOf(name: string): number {
  try {
    return openSync(name, 'w');
  } catch (error) {
    throw outputError(name, error);
  }
}
