/** One session on the server: sends sound and messages, hands on what comes back. */
import type { AgentSpeech } from '../../../protocol/messages.js';
import type { Received } from './live-call.js';
import type { SessionChoices } from './run-command.js';

export interface SessionHandlers {
  /** @param line the message as it was sent. */
  received(message: Received, line: string): void;
  closed(code: number, reason: string): void;
}

export class SocketSession {
  private readonly socket: WebSocket;

  constructor(
    private readonly choices: SessionChoices,
    private readonly key: string,
    handlers: SessionHandlers,
  ) {
    const address = new URL(`v2/${choices.endpoint}?scores=1`, location.href);
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
    address.hash = '';
    this.socket = new WebSocket(address);
    this.socket.onopen = () => this.send(this.startMessage());
    this.socket.onmessage = ({ data }: MessageEvent<string>) =>
      handlers.received(JSON.parse(data) as Received, data);
    this.socket.onclose = ({ code, reason }) => handlers.closed(code, reason);
  }

  /** Bytes that wait to be sent. */
  get unsent(): number {
    return this.socket.bufferedAmount;
  }

  sound(samples: Int16Array): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const frame = new Uint8Array(1 + samples.byteLength);
    frame.set(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength), 1);
    this.socket.send(frame);
  }

  send(message: AgentSpeech | Record<string, unknown>): void {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private startMessage(): Record<string, unknown> {
    const { profile, language, bargein } = this.choices;
    return {
      type: 'session.start',
      api_key: this.key,
      eot: { profile },
      language: language === 'auto' ? { auto: true } : { pin: language },
      signals: bargein ? ['vad', 'eot', 'bargein'] : ['vad', 'eot'],
    };
  }
}
