/**
 * A queue of waiting calls: every `turn` call before any `partial` one; inside a priority, sessions in turn, so that
 * one session's backlog delays the others by at most one call each round.
 */
import type { Priority } from './kernel.js';

export class FairQueue<T> {
  private readonly classes: Record<Priority, Map<string, T[]>> = { turn: new Map(), partial: new Map() };
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
      for (const [session, waiting] of sessions) {
        const item = waiting.shift()!;
        // Map keeps insertion order: served sessions go to the back.
        sessions.delete(session);
        if (waiting.length > 0) sessions.set(session, waiting);
        this.count -= 1;
        return item;
      }
    }
    return undefined;
  }
}
