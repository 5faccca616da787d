/**
 * What is known of the session so far: its events, scores and sound. Makes of it the data that the page of a call shows. No DOM,
 * no socket; times in seconds of audio.
 */
import type { WireEvent } from '../../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import type { ScoreMessage } from '../../../protocol/score-message.js';
import { Peaks } from '../../peaks.js';
import type { Span, ViewData, ViewLimits } from '../../view-data.js';
import { viewOf, type HeardChannel, type ScorePoint } from '../../view-of.js';

export type Received = WireEvent | ScoreMessage;

/** The scores of the newest silence. */
export interface NewestSilence {
  /** Seconds of silence, and the score. */
  points: (readonly [number, number])[];
  /** How the turn ended, and at which of the points; undefined while the silence may still go on. */
  end?: { readonly sec: number; readonly latencyMs: number; readonly by: 'score' | 'timeout' };
}

/** Slices of the outline of sound: 50 a second for recordings of 20 minutes, which is what the page may have to draw. */
const EXPECTED_SEC = 1200;

export class LiveCall {
  /** The log, a line for each event, as the server sent it. */
  readonly lines: string[] = [];
  /** Times at which the agent began and stopped, in order. */
  readonly agentEdges: number[] = [];
  silence: NewestSilence = { points: [] };
  limits: ViewLimits | undefined;
  private readonly events: WireEvent[] = [];
  private readonly trace: ScorePoint[] = [];
  private readonly user = new Peaks(SAMPLE_RATE_HZ, EXPECTED_SEC);
  private readonly agent = new Peaks(SAMPLE_RATE_HZ, EXPECTED_SEC);
  private samples = 0;
  private hasAgentSound = false;

  /** @param userLabel name of the lane of the sound that the engine hears. */
  constructor(
    private readonly title: string,
    private readonly userLabel: string,
  ) {}

  get t(): number {
    return this.samples / SAMPLE_RATE_HZ;
  }

  /** Turns that have ended and did not go on. */
  get turns(): number {
    const count = (type: WireEvent['type']): number =>
      this.events.filter((event) => event.type === type).length;
    return count('turn.end') - count('turn.resumed');
  }

  /** The engine was sent these samples; the agent's own are equally long, if it has a channel. */
  heard(samples: Int16Array, agent?: Int16Array): void {
    this.samples += samples.length;
    this.user.push(samples);
    if (agent) this.agent.push(agent);
    this.hasAgentSound ||= agent !== undefined;
  }

  agentSpeech(phase: 'start' | 'end'): void {
    const speaks = this.agentEdges.length % 2 === 1;
    if (speaks !== (phase === 'start')) this.agentEdges.push(this.t);
  }

  receive(message: Received, line: string): void {
    if (message.type === 'score') return this.score(message);
    this.lines.push(line);
    if (message.type === 'asr.partial') return;
    this.events.push(message);
    if (message.type === 'vad.end') this.silence = { points: [] };
    if (message.type === 'vad.start' && 't' in message)
      this.trace.push({ t: message.t, silenceSec: 0, pEot: null });
    if (message.type === 'turn.end') {
      const { latency_ms: latencyMs, by, p_eot: p } = message;
      const { points } = this.silence;
      if (points.length === 0) points.push([latencyMs / 1000, p]);
      this.silence.end = { sec: points.at(-1)![0], latencyMs, by };
    }
  }

  /** The data of the page so far. */
  view(): ViewData {
    return viewOf({
      title: this.title,
      events: this.events,
      trace: this.trace,
      limits: this.limits ?? { threshold: 1, actionDelaySec: 0, timeoutSec: 0 },
      channels: this.channels(),
      soundSec: this.t,
      audio: { src: '', note: '' },
    });
  }

  private score({ t, silence_s, p_eot, heard, ...policy }: ScoreMessage): void {
    this.limits = {
      threshold: policy.threshold,
      actionDelaySec: policy.action_delay_s,
      timeoutSec: policy.timeout_s,
    };
    this.trace.push({ t, silenceSec: silence_s, pEot: p_eot, heard });
    if (!this.silence.end) this.silence.points.push([silence_s, p_eot]);
  }

  private channels(): HeardChannel[] {
    const user: HeardChannel = {
      label: this.userLabel,
      role: 'user',
      peaks: this.user.slices(),
      peaksPerSec: this.user.perSec,
    };
    if (!this.hasAgentSound && this.agentEdges.length === 0) return [user];
    const peaks = this.hasAgentSound ? this.agent.slices() : new Int8Array(0);
    const agentSpeech: Span[] = [];
    for (let i = 0; i < this.agentEdges.length; i += 2)
      agentSpeech.push([this.agentEdges[i]!, this.agentEdges[i + 1] ?? this.t]);
    return [user, { label: 'Agent', role: 'agent', peaks, peaksPerSec: this.agent.perSec, agentSpeech }];
  }
}
