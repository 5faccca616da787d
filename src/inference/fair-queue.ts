/**
 * A queue of waiting calls, served by start-time fair queueing (Goyal, Vin, Cheng 1996): every `turn` call before any
 * `partial` one; inside a priority, the session that has used the least worker time. A session that floods the pool
 * falls behind the quiet ones, and time a session did not use is not saved up.
 */
import type { Priority } from './kernel.js';

/** Sessions whose account is kept at most; accounts that no longer matter go first. */
const MAX_ACCOUNTS = 4096;

export class FairQueue<T> {
  private readonly classes: Record<Priority, Map<string, T[]>> = { turn: new Map(), partial: new Map() };
  /** Virtual time, in ms of worker time, up to which each session has been served. */
  private readonly served = new Map<string, number>();
  private virtualNow = 0;
  private lastFinish = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  push(item: T, priority: Priority, session: string): void {
    const sessions = this.classes[priority];
    const waiting = sessions.get(session);
    if (waiting) waiting.push(item);
    else sessions.set(session, [item]);
    this.count += 1;
  }

  shift(): T | undefined {
    for (const sessions of [this.classes.turn, this.classes.partial]) {
      const session = this.next(sessions);
      if (session === undefined) continue;
      const waiting = sessions.get(session)!;
      const item = waiting.shift()!;
      // Map keeps insertion order: among equals, served sessions go to the back.
      sessions.delete(session);
      if (waiting.length > 0) sessions.set(session, waiting);
      this.virtualNow = this.startOf(session);
      this.count -= 1;
      return item;
    }
    return undefined;
  }

  /** Books worker time that a call of `session` took, in ms. */
  charge(session: string, ms: number): void {
    const finish = this.startOf(session) + ms;
    this.served.set(session, finish);
    this.lastFinish = Math.max(this.lastFinish, finish);
    // Nobody waits: what was used before is forgotten, and whoever asks next is served in the order of asking.
    if (this.count === 0) this.virtualNow = this.lastFinish;
    if (this.served.size > MAX_ACCOUNTS) this.forgetIdle();
  }

  private next(sessions: Map<string, T[]>): string | undefined {
    let best: string | undefined;
    let bestStart = Infinity;
    for (const session of sessions.keys()) {
      const start = this.startOf(session);
      if (start < bestStart) [best, bestStart] = [session, start];
    }
    return best;
  }

  private startOf(session: string): number {
    return Math.max(this.virtualNow, this.served.get(session) ?? 0);
  }

  private forgetIdle(): void {
    for (const [session, until] of this.served) if (until <= this.virtualNow) this.served.delete(session);
  }
}
