/**
 * The work behind `turnwire live`: sound in, engine, and each event to the log, then to the screen. The log has every
 * event before anything else happens with it, so Ctrl-C, a dead microphone or a crash lose nothing.
 */
import path from 'node:path';
import { createWavWriter, type WavWriter } from '../../audio/index.js';
import { createEnginePool } from '../../engine/create-pool.js';
import type { Engine } from '../../engine/engine.js';
import type { TraceRecord } from '../../engine/endpoint.js';
import { DEFAULT_SCORER, policyFor } from '../../operating-points/policies.js';
import { TurnwireError } from '../../protocol/errors.js';
import type { WireEvent } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { firstLanguage } from '../../protocol/languages.js';
import type { ControlMessage } from '../../protocol/messages.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { openView, wantsPlain, type Key, type View } from '../../tui/index.js';
import type { LiveFlags } from '../live.js';
import { agentMessages, type TimedMessage } from '../run/agent-speech.js';
import { createEngineFactory } from '../run/engine-factory.js';
import { RunSummary } from '../run/run-summary.js';
import { loadableAsrLanguages } from '../../asr/asr-models.js';
import { readPoints, type ChosenPoints } from '../chosen-points.js';
import { checkSession, readJson, sessionStartOf } from '../session-options.js';
import { channelOption, wholeNumber } from '../whole-number.js';
import { CpuMeter } from './cpu-meter.js';
import { openEventOutput } from './event-output.js';
import { keepInputs, type EventLog } from '../../sinks/index.js';
import { openLiveInput, type LiveInput } from './live-input.js';
import { Marks } from './marks.js';
import { soundLevel } from './sound-level.js';

export async function runLive(flags: LiveFlags): Promise<number> {
  const session = checkSession(await sessionStartOf(flags), flags.endpoint, {
    asrLanguages: loadableAsrLanguages(),
  });
  keepInputs([flags.input ?? '-'], { '--out': flags.out, '--record': flags.record });
  const agent = flags.agent === undefined ? [] : agentMessages(await readJson(flags.agent, '--agent'));
  const agentChannel = wholeNumber(flags.agentChannel, '--agent-channel', 0);
  const points = await readPoints(flags.points, flags.scorer);
  const createEngine = createEngineFactory(flags, session, points);
  // Models run in a worker, so that the screen and the microphone never wait for them.
  const inference = createEnginePool(1);
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
  try {
    const input = await openLiveInput({
      input: flags.input,
      recorder: flags.recorder,
      device: flags.device,
      channel: channelOption(flags.channel),
      agentChannel,
      inference,
      signal: stop.signal,
    }).catch((error: unknown) => {
      if (!stop.signal.aborted) throw error;
    });
    if (!input) {
      process.stderr.write('turnwire: stopped before any sound came\n');
      return 0;
    }
    const sourceName = sourceNameOf(flags, input);
    const createHere: CreateHere = (onTrace) => createEngine(sourceName, inference, onTrace);
    // Checked here, emptied at its first event: an older log and an older recording stay until both can be written.
    const output = openEventOutput(flags.out, () => stop.abort());
    const recorder = flags.record === undefined ? undefined : await createWavWriter(flags.record);
    try {
      const live = new LiveSession(
        flags,
        session,
        points,
        createHere,
        input,
        output,
        recorder,
        sourceName,
        stop,
      );
      return await live.run(agent);
    } finally {
      await recorder?.close();
    }
  } finally {
    // The microphone too, where no session came to its end.
    stop.abort();
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal).off('SIGHUP', onSignal);
    await inference.close();
  }
}

type CreateHere = (onTrace: (record: TraceRecord) => void) => Engine;

class LiveSession {
  private view: View | undefined;
  private readonly engine: Engine;
  private readonly summary = new RunSummary();
  private readonly marks: Marks;
  private readonly cpu = new CpuMeter();
  private lagMs = 0;
  private agentUtterances = 0;
  private heardSamples = 0;

  constructor(
    private readonly flags: LiveFlags,
    private readonly session: SessionOptions,
    private readonly points: ChosenPoints,
    createHere: CreateHere,
    private readonly input: LiveInput,
    private readonly output: EventLog,
    private readonly recorder: WavWriter | undefined,
    private readonly sourceName: string,
    private readonly stop: AbortController,
  ) {
    this.engine = createHere(({ t, speech, silence_s, p_eot }) =>
      this.view?.dispatch({ kind: 'trace', point: { t, speech, silenceSec: silence_s, pEot: p_eot } }),
    );
    this.marks = new Marks(flags.out);
  }

  async run(agent: readonly TimedMessage[]): Promise<number> {
    const startedAt = performance.now();
    if (process.stdout.isTTY) this.view = await this.openView();
    const status = setInterval(() => this.showStatus(), 1_000);
    try {
      this.emit(this.engine.start());
      await this.listen([...agent]);
      this.emit(await this.engine.end());
    } finally {
      clearInterval(status);
      this.stop.abort();
      this.view?.close();
      this.marks.close();
      this.output.close();
    }
    return this.report((performance.now() - startedAt) / 1000);
  }

  private async listen(agent: TimedMessage[]): Promise<void> {
    for await (const piece of this.input.pieces()) {
      const { samples } = piece;
      agent.push(...piece.messages);
      await this.recorder?.write(samples);
      let at = 0;
      while (agent.length > 0 && agent[0]!.atSample <= this.heardSamples + samples.length) {
        const { atSample, message } = agent.shift()!;
        const until = Math.max(at, atSample - this.heardSamples);
        await this.push(samples.subarray(at, until));
        await this.control(message);
        at = until;
      }
      await this.push(samples.subarray(at));
      this.heardSamples += samples.length;
      this.lagMs = piece.lagMs;
      this.view?.dispatch({ kind: 'sound', t: this.heardSamples / SAMPLE_RATE_HZ, ...soundLevel(samples) });
      if (this.engine.closed || this.stop.signal.aborted) return;
    }
  }

  private async push(samples: Int16Array): Promise<void> {
    this.emit(await this.engine.push(samples, (events) => this.emit(events)));
  }

  private emit(events: readonly WireEvent[]): void {
    for (const event of events) {
      this.output.write(event);
      this.summary.take(event);
      this.view?.dispatch({ kind: 'event', event });
    }
  }

  private async control(message: ControlMessage): Promise<void> {
    this.emit(await this.engine.control(message));
    if (message.type === 'agent.speech') {
      this.view?.dispatch({ kind: 'agent', speaking: message.phase === 'start' });
    }
  }

  private openView(): Promise<View> {
    const { session, points } = this;
    const scorer = this.flags.scorer ?? DEFAULT_SCORER;
    return openView({
      title: {
        command: 'live',
        source: this.sourceName,
        endpoint: session.endpoint,
        totalSec: this.input.totalSec,
      },
      keys: `q end  space pause  m mark  a agent speaks${session.endpoint === 'room' ? '  f finalize' : ''}`,
      limits: (profile) =>
        policyFor(session.endpoint, profile, firstLanguage(session.language), points.policies, scorer),
      plain: (this.flags.plain ?? false) || wantsPlain(),
      onKey: (key) => void this.onKey(key),
    });
  }

  private async onKey(key: Key): Promise<void> {
    switch (key) {
      case 'q':
      case 'ctrl-c':
        this.stop.abort();
        return;
      case ' ':
        this.input.paused = !this.input.paused;
        this.view?.dispatch({ kind: 'paused', paused: this.input.paused });
        return;
      case 'm':
        this.marks.add(this.heardSamples / SAMPLE_RATE_HZ);
        this.view?.dispatch({ kind: 'mark' });
        this.view?.notice(`mark at ${(this.heardSamples / SAMPLE_RATE_HZ).toFixed(1)} s`);
        return;
      case 'a':
        await this.toggleAgent();
        return;
      case 'f':
        if (this.session.endpoint === 'room') await this.control({ type: 'finalize' });
        else this.view?.notice('finalize is for rooms: a stream returns no words');
    }
  }

  private async toggleAgent(): Promise<void> {
    if (!this.session.signals.has('bargein')) {
      this.view?.notice('start with --signals bargein to see who speaks over the agent');
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
    const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
    say(this.summary.sentence(this.sourceName, this.heardSamples / SAMPLE_RATE_HZ, wallSec));
    this.input.warnings.forEach((warning) => say(`turnwire: ${warning}`));
    if (this.marks.list.length > 0)
      say(`marks: ${this.marks.list.map((t) => `${t.toFixed(1)} s`).join(', ')}`);
    if (this.engine.closed?.reason === 'idle_timeout') say('closed: nobody spoke (idle_timeout)');
    if (this.input.failure === undefined) return 0;
    const heard = (this.heardSamples / SAMPLE_RATE_HZ).toFixed(1);
    throw new TurnwireError(
      'source',
      'microphone_ended',
      `${this.input.failure} after ${heard} s; the log is complete up to there`,
    );
  }
}

/** A recording keeps its name, so that its session has the same id as in `run`; a microphone session is its own. */
function sourceNameOf(flags: LiveFlags, input: LiveInput): string {
  if (flags.input === undefined) return input.name;
  return flags.input === '-' ? 'stdin' : path.basename(flags.input);
}
