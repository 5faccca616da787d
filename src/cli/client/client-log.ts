/**
 * What `turnwire client` writes: the log as it came and, in a file beside it, the arrival time of each line. Both files are opened
 * at the first event, so that an older log is kept if the service does not answer.
 */
import type { Arrival } from '../../client/index.js';
import { wireEventSchema, type WireEvent } from '../../protocol/events.js';
import { checkedLineLog, type LineLog } from '../../sinks/index.js';

export class ClientLog {
  events = 0;
  unknown = 0;
  private readonly log: LineLog | undefined;
  private readonly arrivals: LineLog | undefined;

  /**
   * Refuses at once a file that cannot be written.
   * @param screen true if the screen takes stdout: then no log is written without `--out`.
   */
  constructor(options: { out?: string; arrivals?: string }, screen: boolean) {
    const { out, arrivals } = options;
    const toFile = out !== undefined && out !== '-';
    if (toFile) this.log = checkedLineLog(out);
    else if (!screen) this.log = STDOUT;
    const beside = toFile ? `${out.replace(/\.jsonl$/, '')}.arrivals.jsonl` : undefined;
    const name = arrivals ?? beside;
    this.arrivals = name === undefined ? undefined : checkedLineLog(name);
  }

  /** @returns the event; undefined if it is none that `/v2` describes. */
  write({ line, event, wallMs, sentSec, lagMs }: Arrival): WireEvent | undefined {
    this.events += 1;
    const known = wireEventSchema.safeParse(event);
    if (!known.success) this.unknown += 1;
    this.log?.write(`${line}\n`);
    const wall_s = Math.round(wallMs) / 1000;
    const lag_ms = lagMs === undefined ? undefined : Math.round(lagMs);
    const [seq, type] = [event?.seq, event?.type].map(unnested);
    this.arrivals?.write(`${JSON.stringify({ seq, type, wall_s, sent_s: sentSec, lag_ms })}\n`);
    return known.data;
  }

  close(): void {
    this.log?.close();
    this.arrivals?.close();
  }
}

/** Drops objects: a line that is no event may nest them deeper than JSON.stringify can follow. The log has the line as it came. */
const unnested = (value: unknown): unknown => (typeof value === 'object' ? undefined : value);

/** Stdout as a log. The listener of src/cli/main.ts reports a full disk. */
const STDOUT: LineLog = { write: (line) => void process.stdout.write(line), close: () => {} };
