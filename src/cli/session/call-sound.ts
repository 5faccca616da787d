/**
 * The sound of a recording for one session of `run` or `live`. With an agent's channel: the caller's samples and the agent's
 * speech as messages. Without: one channel, or the mix of all, and no messages.
 */
import { openAudio, openAudioChannels, type MultiAudioSource, type RawFormat } from '../../audio/index.js';
import { AgentChannel, withAgentSpeech, type CallPiece } from '../../engine/session/agent-channel.js';
import { cancelEcho as withoutEcho } from '../../engine/session/echo-canceller.js';
import type { Inference } from '../../inference/kernel.js';
import { callChannels, type CallChoice } from '../options/call-channels.js';

export interface CallSource extends CallChoice {
  /** A path, or `-` for stdin. */
  readonly input: string;
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  /** Format of the input's bytes, if it has no header. */
  readonly raw?: RawFormat;
  readonly inference: Inference;
}

export interface CallSound extends Pick<MultiAudioSource, 'description' | 'warnings'> {
  /** May be called once. */
  pieces(): AsyncIterable<CallPiece>;
}

/** @param name the input's name in error messages */
export async function openCall(from: CallSource, name: string): Promise<CallSound> {
  const { input, stdin, raw, channel, agentChannel, cancelEcho, inference } = from;
  if (agentChannel !== undefined) {
    const source = await openAudioChannels(input, callChannels(channel, agentChannel, name), { stdin, raw });
    const chunks = () => (cancelEcho ? withoutEcho(source.chunks()) : source.chunks());
    return { ...source, pieces: () => withAgentSpeech(chunks(), new AgentChannel(inference)) };
  }
  const source = await openAudio(input, { channel, stdin, raw });
  return {
    ...source,
    async *pieces() {
      for await (const samples of source.chunks()) yield { samples, messages: [] };
    },
  };
}
