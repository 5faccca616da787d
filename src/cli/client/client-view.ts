/**
 * `client --tui`: shows what the service answers on the screen of `live`. A remote service sends neither scores between its events
 * nor the policy behind its profile, so the chart shows only the scores in the events.
 */
import type { Arrival } from '../../client/index.js';
import type { WireEvent } from '../../protocol/events.js';
import type { ControlMessage } from '../../protocol/messages.js';
import type { Endpoint } from '../../protocol/names.js';
import { openView, wantsPlain, type Key, type View } from '../../tui/index.js';
import { CpuMeter } from '../machine/cpu-meter.js';
import { soundLevel } from '../session/sound-level.js';

export interface ClientViewOptions {
  readonly endpoint: Endpoint;
  /** Name of the recording and of the service, for the header. */
  readonly source: string;
  readonly totalSec: number | undefined;
  readonly plain: boolean;
  /** True if the session subscribed to `bargein`. */
  readonly bargein: boolean;
  readonly onQuit: () => void;
}

export class ClientView {
  private view!: View;
  private status: NodeJS.Timeout | undefined;
  private readonly cpu = new CpuMeter();
  private lagMs: number | null = null;
  private agentUtterances = 0;
  private send: ((message: ControlMessage) => void) | undefined;

  private constructor(private readonly options: ClientViewOptions) {}

  static async open(options: ClientViewOptions): Promise<ClientView> {
    const { endpoint, source, totalSec } = options;
    const client = new ClientView(options);
    client.view = await openView({
      title: { command: 'client', source, endpoint, totalSec },
      keys: `q end  a agent speaks${endpoint === 'room' ? '  f finalize' : ''}`,
      plain: options.plain || wantsPlain(),
      onKey: (key) => client.onKey(key),
    });
    client.status = setInterval(() => client.showStatus(), 1_000);
    return client;
  }

  /** Call when the session is open: from then on keys can send messages. */
  opened(send: (message: ControlMessage) => void): void {
    this.send = (message) => {
      send(message);
      if (message.type === 'agent.speech')
        this.view.dispatch({ kind: 'agent', speaking: message.phase === 'start' });
    };
  }

  /** @param event undefined for a line that is no event of `/v2`; only the log has it. */
  arrived({ lagMs }: Arrival, event: WireEvent | undefined): void {
    this.lagMs = lagMs ?? this.lagMs;
    if (event) this.view.dispatch({ kind: 'event', event });
  }

  sent(samples: Int16Array, sentSec: number): void {
    this.view.dispatch({ kind: 'sound', t: sentSec, ...soundLevel(samples) });
  }

  notice(text: string): void {
    this.view.notice(text);
  }

  close(): void {
    clearInterval(this.status);
    this.view.close();
  }

  private onKey(key: Key): void {
    switch (key) {
      case 'q':
      case 'ctrl-c':
        this.options.onQuit();
        return;
      case 'f':
        if (this.options.endpoint === 'room') this.send?.({ type: 'finalize' });
        else this.view.notice('finalize is for rooms: a stream returns no words');
        return;
      case 'a':
        this.toggleAgent();
    }
  }

  private toggleAgent(): void {
    if (!this.options.bargein) {
      this.view.notice('start with --signals bargein to see when someone speaks over the agent');
      return;
    }
    const starts = !this.view.state.agentSpeaking;
    if (starts) this.agentUtterances += 1;
    const utterance_id = `agent_${this.agentUtterances}`;
    this.send?.({ type: 'agent.speech', phase: starts ? 'start' : 'end', utterance_id });
  }

  private showStatus(): void {
    this.view.dispatch({ kind: 'status', lagMs: this.lagMs, cpuPercent: this.cpu.percent() });
  }
}
