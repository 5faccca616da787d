/** What the page of `serve` gets beside the events, if it asked with `?scores=1` (docs/protocol.md, "Other paths"). */
export interface ScoreMessage {
  readonly type: 'score';
  readonly t: number;
  /** Seconds since the last speech. */
  readonly silence_s: number;
  readonly p_eot: number;
  readonly threshold: number;
  readonly action_delay_s: number;
  readonly timeout_s: number;
  /** The words that the scorer read; absent if it read none. */
  readonly heard?: string;
}
