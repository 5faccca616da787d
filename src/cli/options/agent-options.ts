/** `--agent` and `--agent-channel` of run and live: when the agent speaks, by a file of times or by its own channel. */
import { z } from 'zod';
import type { TimedAgentSpeech } from '../../engine/session/agent-channel.js';
import { describeIssue } from '../../protocol/describe-shape.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import { readJson } from './file-options.js';
import { channelOption, wholeNumber } from './number-options.js';
import { checkApart } from './call-channels.js';

const agentFileSchema = z.array(
  z.object({
    t: z.number().nonnegative(),
    phase: z.enum(['start', 'end']),
    utterance_id: z.string().nullish(),
  }),
);

interface AgentFlags {
  /** File with the times at which the agent speaks. */
  readonly agent?: string;
  /** Number of the agent's channel in the recording, from 0. */
  readonly agentChannel?: string;
  /** The caller's channel. */
  readonly channel?: string;
  /** Whether the agent's echo is taken out of the caller's sound. */
  readonly cancelEcho?: boolean;
}

/** The checked values of `--agent` (messages) and `--agent-channel` (channel). */
export interface AgentOptions {
  readonly messages: readonly TimedAgentSpeech[];
  readonly channel: number | undefined;
  readonly cancelEcho: boolean;
}

/**
 * @throws TurnwireError kind `usage` if the file or the channel is bad, if both are given, or if the session has no barge-in,
 * the only signal that uses them.
 */
export async function agentOptionsOf(flags: AgentFlags, session: SessionOptions): Promise<AgentOptions> {
  const messages = flags.agent === undefined ? [] : agentMessages(await readJson(flags.agent, '--agent'));
  const channel = wholeNumber(flags.agentChannel, '--agent-channel', 0);
  checkOneSource(flags);
  checkEcho(flags);
  checkIsRead(flags, session);
  checkApart(channelOption(flags.channel), channel);
  return { messages, channel, cancelEcho: flags.cancelEcho ?? false };
}

function agentMessages(content: unknown): TimedAgentSpeech[] {
  const parsed = agentFileSchema.safeParse(content);
  if (!parsed.success) {
    throw new TurnwireError(
      'usage',
      'bad_agent_file',
      `--agent: expected a JSON array of {t, phase, utterance_id}; ${describeIssue(parsed.error)}`,
    );
  }
  return parsed.data
    .map(({ t, phase, utterance_id }) => ({
      atSample: Math.round(t * SAMPLE_RATE_HZ),
      message: {
        type: 'agent.speech' as const,
        phase,
        ...(typeof utterance_id === 'string' && { utterance_id }),
      },
    }))
    .sort((a, b) => a.atSample - b.atSample);
}

/** Messages of a file and of a channel cannot be merged in one pass: the channel's become known only as the sound comes. */
function checkOneSource({ agent, agentChannel }: AgentFlags): void {
  if (agent === undefined || agentChannel === undefined) return;
  const text = '--agent and --agent-channel each say when the agent speaks: leave one out';
  throw new TurnwireError('usage', 'agent_twice', text);
}

function checkEcho({ cancelEcho, agentChannel }: AgentFlags): void {
  if (!cancelEcho || agentChannel !== undefined) return;
  const text =
    "--cancel-echo compares the caller's sound with the agent's own: say with --agent-channel where that is";
  throw new TurnwireError('usage', 'no_agent_sound', text);
}

function checkIsRead(flags: AgentFlags, { signals }: SessionOptions): void {
  const flag =
    flags.agent !== undefined ? '--agent' : flags.agentChannel !== undefined ? '--agent-channel' : undefined;
  if (flag === undefined || signals.has('bargein')) return;
  throw new TurnwireError(
    'usage',
    'agent_unread',
    `${flag} says when the agent speaks, which only barge-in reads: add --signals bargein, or leave ${flag} out`,
  );
}
