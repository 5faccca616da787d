/**
 * The pool's queue of waiting calls. Every `turn` call goes before any `partial` one. Among calls of one priority, start-time fair
 * queueing (Goyal, Vin and Cheng 1996) picks the session that has used the least worker time: a session that floods the pool falls
 * behind the others, and a session cannot save up time that it did not use.
 */
import type { Priority } from './kernel.js';

/** Number of sessions from which the used time of idle ones is forgotten. Chosen by hand: far above the sessions of a server. */
const MAX_ACCOUNTS = 4096;

export class FairQueue<T> {
  private readonly classes: Record<Priority, Map<string, T[]>> = { turn: new Map(), partial: new Map() };
  /** Virtual time up to which each session has been served, in ms of worker time. */
  private readonly served = new Map<string, number>();
  private virtualNow = 0;
  private lastFinish = 0;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Adds a call of `session` behind the session's other calls of that priority. */
  push(item: T, priority: Priority, session: string): void {
    const sessions = this.classes[priority];
    const waiting = sessions.get(session);
    if (waiting) waiting.push(item);
    else sessions.set(session, [item]);
    this.count += 1;
  }

  /** Takes out the call that is next; undefined if none waits. */
  shift(): T | undefined {
    for (const sessions of [this.classes.turn, this.classes.partial]) {
      const session = this.next(sessions);
      if (session === undefined) continue;
      const waiting = sessions.get(session)!;
      const item = waiting.shift()!;
      // A Map keeps insertion order, so among equals the session that was just served goes last.
      sessions.delete(session);
      if (waiting.length > 0) sessions.set(session, waiting);
      this.virtualNow = this.startOf(session);
      this.count -= 1;
      return item;
    }
    return undefined;
  }

  /** Adds worker time, in ms, to what `session` has used. */
  charge(session: string, ms: number): void {
    const finish = this.startOf(session) + ms;
    this.served.set(session, finish);
    this.lastFinish = Math.max(this.lastFinish, finish);
    // If nothing waits, all sessions become equal: the next calls are served in the order in which they come.
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
