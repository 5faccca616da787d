/**
 * What `turnwire client` keeps: the log as it came and, beside it, when each line came. Both are opened at the first
 * event, so that an older log outlives a service that is not there.
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
   * Refuses a place that cannot be written before there is anything to write.
   * @param screen true when stdout is taken by the screen: without `--out` no log is kept.
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

  /** @returns the event, if it is one that `/v2` describes. */
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

/** What is no event of `/v2` may have anything there, nested deeper than the stack too: it is in the log as it came. */
const unnested = (value: unknown): unknown => (typeof value === 'object' ? undefined : value);

/** A full disk behind stdout is told by the command line's own listener. */
const STDOUT: LineLog = { write: (line) => void process.stdout.write(line), close: () => {} };
