/**
 * Which channels of a recording are the caller's and the agent's. An agent mixed into the caller would be heard as someone who
 * speaks over itself, so it never is unless `--channel mix` asks for it.
 */
import type { ChannelChoice, ChannelsWanted } from '../../audio/index.js';
import { TurnwireError } from '../../protocol/errors.js';

/** @throws TurnwireError kind `usage` where both are one channel, whatever the recording. */
export function checkApart(caller: ChannelChoice | undefined, agent: number | undefined): void {
  if (agent === undefined || caller !== agent) return;
  throw usage(
    `--channel and --agent-channel are both ${agent}: the caller and the agent need channels of their own`,
  );
}

/** What is heard of a recording, and on whose channels. */
export interface CallChoice {
  /** The caller's. */
  readonly channel: ChannelChoice | undefined;
  /** The agent's own; undefined where it has none. */
  readonly agentChannel: number | undefined;
}

/** The caller's choice and the agent's channel, once the recording says how many it has. */
export function callChannels(caller: ChannelChoice | undefined, agent: number, name: string): ChannelsWanted {
  return (channels) => {
    // An agent's channel that is not there is told by the door of recordings.
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
