/**
 * The sound of a recording for one session, with what the agent's own channel says of it: one channel or a mix without
 * messages, or the caller's beside the agent's. `run` and `live` hear recordings through it.
 */
import { openAudio, openAudioChannels, type MultiAudioSource } from '../../audio/index.js';
import { AgentChannel, withAgentSpeech, type CallPiece } from '../../engine/session/agent-channel.js';
import type { Inference } from '../../inference/kernel.js';
import { callChannels, type CallChoice } from '../options/call-channels.js';

export interface CallSource extends CallChoice {
  /** A path, or `-` for stdin. */
  readonly input: string;
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  readonly inference: Inference;
}

export interface CallSound extends Pick<MultiAudioSource, 'description' | 'warnings'> {
  /** May be consumed once. */
  pieces(): AsyncIterable<CallPiece>;
}

/** @param name of the input, for sentences */
export async function openCall(from: CallSource, name: string): Promise<CallSound> {
  const { input, stdin, channel, agentChannel, inference } = from;
  if (agentChannel !== undefined) {
    const source = await openAudioChannels(input, callChannels(channel, agentChannel, name), { stdin });
    return { ...source, pieces: () => withAgentSpeech(source.chunks(), new AgentChannel(inference)) };
  }
  const source = await openAudio(input, { channel, stdin });
  return {
    ...source,
    async *pieces() {
      for await (const samples of source.chunks()) yield { samples, messages: [] };
    },
  };
}
