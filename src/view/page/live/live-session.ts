/** One session of the page from its start to its end: sound goes to the server and into the lanes, events come back. */
import type { AgentSpeech } from '../../../protocol/messages.js';
import { LiveCall, type Received } from './live-call.js';
import type { ChannelUse, Recording } from './recording.js';
import type { RunInput, SessionChoices } from './run-command.js';
import { SocketSession } from './socket-session.js';
import { openMicrophone, recordingSource, type Source, type Tracks } from './sources.js';
import { wavOf } from './wav.js';

export interface Wanted {
  readonly choices: SessionChoices;
  readonly key: string;
  readonly recording: Recording | undefined;
  readonly use: ChannelUse | undefined;
  /** Sends a recording as fast as it goes. */
  readonly fast: boolean;
}

export interface SessionWatcher {
  started(): void;
  received(message: Received): void;
  /** Loudest sample of the newest piece, 0..1. */
  level(peak: number): void;
  closed(code: number, reason: string): void;
}

/** Name of a saved microphone recording, without its ending. */
const SAVED_NAME = 'turnwire';

export class LiveSession {
  readonly call: LiveCall;
  private readonly socket: SocketSession;
  private readonly pieces: Int16Array[] = [];
  private isOpen = false;

  private constructor(
    readonly wanted: Wanted,
    private readonly source: Source,
    private readonly tracks: Tracks | undefined,
    private readonly watcher: SessionWatcher,
  ) {
    const { choices, key, recording } = wanted;
    const label = recording ? (tracks?.agent ? 'Caller' : 'Recording') : 'Microphone';
    this.call = new LiveCall(recording?.name ?? 'microphone', label);
    this.socket = new SocketSession(choices, key, {
      received: (message, line) => this.received(message, line),
      closed: (code, reason) => this.closed(code, reason),
    });
  }

  /** The sound comes first: until a person allows the microphone, a session would only run into its idle timeout. */
  static async open(wanted: Wanted, watcher: SessionWatcher): Promise<LiveSession> {
    const { recording, use, fast } = wanted;
    const tracks = recording && use ? await recording.tracksOf(use) : undefined;
    const source = tracks ? recordingSource(tracks, fast) : await openMicrophone();
    return new LiveSession(wanted, source, tracks, watcher);
  }

  agentSpeech(speaking: boolean): void {
    this.agent({ type: 'agent.speech', phase: speaking ? 'start' : 'end' });
  }

  finalize(): void {
    if (this.isOpen) this.socket.send({ type: 'finalize' });
  }

  stop(): void {
    this.source.stop();
    this.socket.send({ type: 'session.end' });
  }

  /** What was heard, as a WAV: the caller's channel, and the agent's if it has one. */
  get wav(): Blob {
    const heard = this.tracks ? this.tracks.caller : joined(this.pieces);
    const channels = this.tracks?.agent ? [heard, this.tracks.agent] : [heard];
    return new Blob([wavOf(channels)], { type: 'audio/wav' });
  }

  /** What `turnwire run` is given. The sound of a microphone has to be saved first. */
  get runInput(): RunInput {
    const { recording, use } = this.wanted;
    if (!recording)
      return {
        file: `${SAVED_NAME}.wav`,
        ...(this.call.agentEdges.length > 0 && { agentFile: `${SAVED_NAME}.agent.json` }),
      };
    return {
      file: recording.name,
      ...(use?.agent !== undefined && { agentChannel: use.agent }),
      ...(typeof use?.caller === 'number' && { channel: use.caller }),
    };
  }

  /** The times at which the agent spoke, as `turnwire run --agent` reads them. */
  get agentTimes(): string {
    return JSON.stringify(
      this.call.agentEdges.map((t, i) => ({ t, phase: i % 2 === 0 ? 'start' : 'end' })),
      null,
      2,
    );
  }

  private received(message: Received, line: string): void {
    this.call.receive(message, line);
    if (message.type === 'session.started') {
      this.isOpen = true;
      this.watcher.started();
      this.source.start({
        sound: (samples, agent) => this.sound(samples, agent),
        agentSpeech: (speech) => this.agent(speech),
        unsent: () => this.socket.unsent,
        ended: () => this.stop(),
      });
    }
    this.watcher.received(message);
  }

  private sound(samples: Int16Array, agent?: Int16Array): void {
    if (!this.isOpen) return;
    this.socket.sound(samples);
    this.call.heard(samples, agent);
    if (!this.tracks) this.pieces.push(samples);
    let peak = 0;
    for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
    this.watcher.level(peak / 32768);
  }

  private agent(speech: AgentSpeech): void {
    if (!this.isOpen) return;
    if (this.wanted.choices.bargein) this.socket.send(speech);
    this.call.agentSpeech(speech.phase);
  }

  private closed(code: number, reason: string): void {
    this.isOpen = false;
    this.source.stop();
    this.watcher.closed(code, reason);
  }
}

function joined(pieces: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
