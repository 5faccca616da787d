/**
 * The sound of a recording for one session, with what the agent's own channel says of it: one channel or a mix without
 * messages, or the caller's beside the agent's. `run` and `live` hear recordings through it.
 */
import { joinSamples, openAudio, openAudioChannels, type MultiAudioSource } from '../../audio/index.js';
import type { Inference } from '../../inference/kernel.js';
import { AgentChannel, type TimedAgentSpeech } from '../options/agent-options.js';
import { callChannels, type CallChoice } from './call-channels.js';

export interface CallSource extends CallChoice {
  /** A path, or `-` for stdin. */
  readonly input: string;
  readonly stdin: AsyncIterable<Uint8Array> | undefined;
  readonly inference: Inference;
}

/** Samples with the messages that fall inside or before them. */
export interface CallPiece {
  readonly samples: Int16Array;
  readonly messages: readonly TimedAgentSpeech[];
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
    return { ...source, pieces: () => besideAgent(source.chunks(), new AgentChannel(inference)) };
  }
  const source = await openAudio(input, { channel, stdin });
  return {
    ...source,
    async *pieces() {
      for await (const samples of source.chunks()) yield { samples, messages: [] };
    },
  };
}

/**
 * Sound beside a pause of the agent waits until it is known whether the pause ends the agent's utterance: who answers in it
 * does not speak over the agent.
 *
 * @param chunks the caller's samples and the agent's, of one length.
 */
async function* besideAgent(
  chunks: AsyncIterable<readonly Int16Array[]>,
  agent: AgentChannel,
): AsyncGenerator<CallPiece> {
  let held: Int16Array = new Int16Array(0);
  let messages: TimedAgentSpeech[] = [];
  let done = 0;
  for await (const [samples, agentSamples] of chunks) {
    held = joinSamples([held, samples!]);
    messages.push(...(await agent.push(agentSamples!)));
    const known = held.subarray(0, agent.knownUntil - done);
    if (known.length === 0) continue;
    yield { samples: known, messages };
    held = held.slice(known.length);
    messages = [];
    done += known.length;
  }
  if (held.length > 0) yield { samples: held, messages };
}
