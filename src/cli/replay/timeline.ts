/** The actions of a replay in time order: events of the log, scores of a trace, loudness of the recording. Pure. */
import type { WireEvent } from '../../protocol/events.js';
import { initialState, reduce, type TracePoint, type ViewAction, type ViewState } from '../../tui/index.js';

export interface TimedAction {
  t: number;
  action: ViewAction;
}

/** Loudness of the tenth of a second that ends at `t`. */
export interface SoundPoint {
  t: number;
  rms: number;
  peak: number;
}

export class Timeline {
  private readonly actions: TimedAction[];
  private next = 0;
  private current = initialState();
  readonly endSec: number;

  constructor(
    events: readonly WireEvent[],
    trace: readonly TracePoint[] = [],
    sound: readonly SoundPoint[] = [],
  ) {
    let t = 0;
    const timed = events.map((event): TimedAction => {
      // An event without a time takes that of the event before it; the summary takes the end of the audio.
      if ('t' in event) t = Math.max(t, event.t);
      if (event.type === 'session.summary') t = Math.max(t, event.audio_s);
      return { t, action: { kind: 'event', event } };
    });
    this.actions = [
      ...sound.map((point): TimedAction => ({ t: point.t, action: { kind: 'sound', ...point } })),
      ...timed,
      ...trace.map((point): TimedAction => ({ t: point.t, action: { kind: 'trace', point } })),
    ].sort((a, b) => a.t - b.t);
    this.endSec = this.actions.at(-1)?.t ?? 0;
  }

  get state(): ViewState {
    return this.current;
  }

  /** Moves to `t`: forward by applying the actions up to it, backward by starting from the beginning. */
  moveTo(t: number): ViewState {
    if (t < this.current.t) {
      this.next = 0;
      this.current = initialState();
    }
    while (this.next < this.actions.length && this.actions[this.next]!.t <= t + 1e-9) {
      this.current = reduce(this.current, this.actions[this.next]!.action);
      this.next += 1;
    }
    this.current = reduce(this.current, { kind: 'clock', t });
    return this.current;
  }

  /** Time of the next `turn.end` after `t`, or of the previous one; undefined if there is none. */
  turnEnd(t: number, direction: 'next' | 'previous'): number | undefined {
    const times = this.actions
      .filter(({ action }) => action.kind === 'event' && action.event.type === 'turn.end')
      .map((timed) => timed.t);
    return direction === 'next'
      ? times.find((time) => time > t + 1e-3)
      : times.filter((time) => time < t - 0.5).at(-1);
  }
}
