/**
 * Which channels of a recording are the caller's and the agent's. The agent's channel is mixed into the caller's only if
 * `--channel mix` asks for it: a mixed-in agent would count as a caller who speaks over the agent.
 */
import type { ChannelChoice, ChannelsWanted } from '../../audio/index.js';
import { TurnwireError } from '../../protocol/errors.js';

/** @throws TurnwireError kind `usage` if both options name the same channel. */
export function checkApart(caller: ChannelChoice | undefined, agent: number | undefined): void {
  if (agent === undefined || caller !== agent) return;
  throw usage(
    `--channel and --agent-channel are both ${agent}: the caller and the agent need channels of their own`,
  );
}

/** Which channels of a recording are used. */
export interface CallChoice {
  /** The caller's channel, or the mix of all; undefined: not chosen. */
  readonly channel: ChannelChoice | undefined;
  /** The agent's own channel; undefined if it has none. */
  readonly agentChannel: number | undefined;
  /** Whether the agent's echo is taken out of the caller's sound. Counts only with an agent's channel. */
  readonly cancelEcho?: boolean;
}

/** @returns a function from the recording's number of channels to the caller's and the agent's channel. */
export function callChannels(caller: ChannelChoice | undefined, agent: number, name: string): ChannelsWanted {
  return (channels) => {
    // openAudioChannels reports an agent's channel that the recording does not have.
    if (agent < channels && channels === 1) {
      throw usage(
        `${name} has one channel, so --agent-channel leaves none for the caller; say with --agent when the agent speaks`,
      );
    }
    if (caller === undefined && channels > 2) {
      throw usage(
        `${name} has ${channels} channels: say with --channel which one is the caller's beside --agent-channel ${agent}`,
      );
    }
    return [caller ?? (agent === 0 ? 1 : 0), agent];
  };
}

const usage = (message: string): TurnwireError => new TurnwireError('usage', 'bad_option', message);
