/** One session of `turnwire live`, from its first sound to its last event. */
import type { WavWriter } from '../../audio/index.js';
import type { TraceRecord } from '../../engine/session/session-setup.js';
import type { Engine } from '../../engine/session/engine.js';
import { DEFAULT_SCORER, policyFor, type PoliciesByLanguage } from '../../operating-points/policies.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import type { WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage } from '../../protocol/languages.js';
import type { ControlMessage } from '../../protocol/messages.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { inTurn } from '../../protocol/timed-messages.js';
import type { EventLog } from '../../sinks/index.js';
import type { Key, View, ViewOptions } from '../../tui/index.js';
import type { LiveFlags } from './live-flags.js';
import type { TimedAgentSpeech } from '../../engine/session/agent-channel.js';
import { SessionTally } from '../session/session-tally.js';
import { CpuMeter } from '../machine/cpu-meter.js';
import type { LiveInput } from './live-input.js';
import type { Marks } from './marks.js';
import { soundLevel } from '../session/sound-level.js';

export interface LiveSetup {
  readonly flags: LiveFlags;
  readonly session: SessionOptions;
  readonly policies: PoliciesByLanguage | undefined;
  readonly createEngine: (onTrace: (record: TraceRecord) => void) => Engine;
  readonly input: LiveInput;
  readonly output: EventLog;
  readonly marks: Marks;
  /** Opens the screen; undefined without a terminal. */
  readonly openView: ((options: Omit<ViewOptions, 'plain'>) => Promise<View>) | undefined;
  /** Writer of `--record`. */
  readonly recorder: WavWriter | undefined;
  readonly sourceName: string;
  /** Aborted when the session is to end. */
  readonly signal: AbortSignal;
  readonly stop: () => void;
}

export class LiveSession {
  private view: View | undefined;
  private readonly engine: Engine;
  private readonly tally = new SessionTally();
  private readonly cpu = new CpuMeter();
  private lagMs = 0;
  private agentUtterances = 0;
  private heardSamples = 0;
  /** Error thrown by a key handler. */
  private failure: Error | undefined;

  constructor(private readonly setup: LiveSetup) {
    this.engine = setup.createEngine(({ t, speech, silence_s, p_eot }) =>
      this.view?.dispatch({ kind: 'trace', point: { t, speech, silenceSec: silence_s, pEot: p_eot } }),
    );
  }

  async run(agent: readonly TimedAgentSpeech[]): Promise<number> {
    const startedAt = performance.now();
    this.view = await this.openView();
    const status = setInterval(() => this.showStatus(), 1_000);
    try {
      await this.engine.prepare();
      this.emit(this.engine.start());
      await this.listen([...agent]);
      this.emit(await this.engine.end());
      if (this.failure) throw this.failure;
    } finally {
      clearInterval(status);
      this.view?.close();
      this.setup.output.close();
      this.setup.marks.close();
    }
    return this.report((performance.now() - startedAt) / 1000);
  }

  private async listen(agent: TimedAgentSpeech[]): Promise<void> {
    for await (const piece of this.setup.input.pieces()) {
      const { samples } = piece;
      agent.push(...piece.messages);
      await this.setup.recorder?.write(samples);
      for (const part of inTurn(samples, this.heardSamples, agent))
        await (part instanceof Int16Array ? this.push(part) : this.control(part.message));
      this.heardSamples += samples.length;
      this.lagMs = piece.lagMs;
      this.view?.dispatch({ kind: 'sound', t: this.heardSamples / SAMPLE_RATE_HZ, ...soundLevel(samples) });
      if (this.engine.closed || this.setup.signal.aborted) return;
    }
  }

  private async push(samples: Int16Array): Promise<void> {
    this.emit(await this.engine.push(samples, (events) => this.emit(events)));
  }

  private emit(events: readonly WireEvent[]): void {
    for (const event of events) {
      this.setup.output.write(event);
      this.tally.take(event);
      this.view?.dispatch({ kind: 'event', event });
    }
  }

  private async control(message: ControlMessage): Promise<void> {
    this.emit(await this.engine.control(message));
    if (message.type === 'agent.speech') {
      this.view?.dispatch({ kind: 'agent', speaking: message.phase === 'start' });
    }
  }

  private async openView(): Promise<View | undefined> {
    const { session, policies, flags, input, sourceName } = this.setup;
    const scorer = flags.scorer ?? DEFAULT_SCORER;
    return this.setup.openView?.({
      title: {
        command: 'live',
        source: sourceName,
        endpoint: session.endpoint,
        totalSec: input.totalSec,
      },
      keys: `q end  space pause  m mark  a agent speaks${session.endpoint === 'room' ? '  f finalize' : ''}`,
      limits: (profile) =>
        policyFor(session.endpoint, profile, firstLanguage(session.language), policies, scorer),
      onKey: (key) => void this.onKey(key).catch((error: unknown) => this.fail(error)),
    });
  }

  /** Ends the session if a key makes the engine or the log fail, as a failure at a piece of sound does. */
  private fail(error: unknown): void {
    this.failure ??= error as Error;
    this.setup.stop();
  }

  private async onKey(key: Key): Promise<void> {
    switch (key) {
      case 'q':
      case 'ctrl-c':
        this.setup.stop();
        return;
      case ' ':
        this.setup.input.paused = !this.setup.input.paused;
        this.view?.dispatch({ kind: 'paused', paused: this.setup.input.paused });
        return;
      case 'm':
        this.mark(this.heardSamples / SAMPLE_RATE_HZ);
        return;
      case 'a':
        await this.toggleAgent();
        return;
      case 'f':
        if (this.setup.session.endpoint === 'room') await this.control({ type: 'finalize' });
        else this.view?.notice('finalize is for rooms: a stream returns no words');
    }
  }

  /** If the marks file cannot be written, the session continues: the closing report lists the mark. */
  private mark(tSec: number): void {
    this.view?.dispatch({ kind: 'mark' });
    try {
      this.setup.marks.add(tSec);
      this.view?.notice(`mark at ${tSec.toFixed(1)} s`);
    } catch (error) {
      this.view?.notice(messageOf(error));
    }
  }

  private async toggleAgent(): Promise<void> {
    if (!this.setup.session.signals.has('bargein')) {
      this.view?.notice('start with --signals bargein to see when someone speaks over the agent');
      return;
    }
    const starts = !this.view!.state.agentSpeaking;
    if (starts) this.agentUtterances += 1;
    const utterance_id = `agent_${this.agentUtterances}`;
    await this.control({ type: 'agent.speech', phase: starts ? 'start' : 'end', utterance_id });
  }

  private showStatus(): void {
    this.view?.dispatch({ kind: 'status', lagMs: this.lagMs, cpuPercent: this.cpu.percent() });
  }

  private report(wallSec: number): number {
    const { input, marks, sourceName } = this.setup;
    const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
    say(this.tally.sentence(sourceName, this.heardSamples / SAMPLE_RATE_HZ, wallSec));
    input.warnings.forEach((warning) => say(`turnwire: ${warning}`));
    if (marks.list.length > 0) say(`marks: ${marks.list.map((t) => `${t.toFixed(1)} s`).join(', ')}`);
    if (this.engine.closed?.reason === 'idle_timeout') say('closed: nobody spoke (idle_timeout)');
    if (input.failure === undefined) return 0;
    const heard = (this.heardSamples / SAMPLE_RATE_HZ).toFixed(1);
    throw new TurnwireError(
      'source',
      'microphone_ended',
      `${input.failure} after ${heard} s; the log is complete up to there`,
    );
  }
}
