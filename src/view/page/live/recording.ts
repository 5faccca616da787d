/** A file that was dropped on the page: the server decodes it, as `turnwire run` does, and finds the agent's speech in a channel. */
import { SAMPLE_RATE_HZ } from '../../../protocol/grid.js';
import type { AgentSpeech } from '../../../protocol/messages.js';
import type { TimedMessage } from '../../../protocol/timed-messages.js';
import type { Tracks } from './sources.js';

/** Which channels are used: the caller's with the agent's, one alone, or all in one. */
export interface ChannelUse {
  readonly label: string;
  readonly caller: number | 'mix';
  readonly agent?: number;
}

export class Recording {
  private constructor(
    readonly name: string,
    readonly channels: number,
    private readonly tracks: readonly Int16Array[],
    private readonly key: string,
  ) {}

  /** @throws Error with a sentence for a person if the server cannot read the file. */
  static async open(file: File, key: string): Promise<Recording> {
    const bytes = new Uint8Array(await (await ask('page/recording', file, key)).arrayBuffer());
    const headEnd = bytes.indexOf(10);
    const head = new TextDecoder().decode(bytes.subarray(0, headEnd));
    const { channels, samples } = JSON.parse(head) as { channels: number; samples: number };
    // A typed array wants an even offset, so the samples are copied behind the line.
    const all = new Int16Array(bytes.slice(headEnd + 1).buffer);
    const tracks: Int16Array[] = [];
    for (let at = 0; at < all.length; at += samples) tracks.push(all.subarray(at, at + samples));
    return new Recording(file.name, channels, tracks, key);
  }

  get durationSec(): number {
    return this.tracks[0]!.length / SAMPLE_RATE_HZ;
  }

  /** What the channels may be, the most likely first. */
  uses(endpoint: string): ChannelUse[] {
    if (this.channels !== 2) return [{ label: 'all', caller: 'mix' }];
    const mix: ChannelUse = { label: 'both in one', caller: 'mix' };
    if (endpoint === 'room') return [mix];
    return [
      { label: 'caller left, agent right', caller: 0, agent: 1 },
      { label: 'agent left, caller right', caller: 1, agent: 0 },
      { label: 'left alone', caller: 0 },
      { label: 'right alone', caller: 1 },
      mix,
    ];
  }

  /** The sound for a session. */
  async tracksOf({ caller, agent }: ChannelUse): Promise<Tracks> {
    const heard = caller === 'mix' ? this.tracks.at(-1)! : this.tracks[caller]!;
    if (agent === undefined) return { caller: heard, agentSpeech: [] };
    const samples = this.tracks[agent]!;
    const reply = await ask('page/agent-speech', samples.slice(), this.key);
    const { messages } = (await reply.json()) as { messages: TimedMessage<AgentSpeech>[] };
    return { caller: heard, agent: samples, agentSpeech: messages };
  }
}

async function ask(path: string, body: Blob | Int16Array<ArrayBuffer>, key: string): Promise<Response> {
  const reply = await fetch(path, { method: 'POST', headers: { 'x-api-key': key }, body });
  if (reply.ok) return reply;
  const { error } = (await reply.json().catch(() => ({}))) as { error?: string };
  throw new Error(
    reply.status === 401 ? 'the key is not right' : (error ?? `the server answered ${reply.status}`),
  );
}
