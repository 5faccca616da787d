/**
 * When the agent speaks, as `agent.speech` messages at sample positions: from a file of times, or from the voice
 * activity of the agent's own channel.
 */
import { z } from 'zod';
import { toFloat } from '../../audio/index.js';
import type { Inference } from '../../inference/kernel.js';
import { describeIssue } from '../../protocol/describe-shape.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import type { SessionOptions } from '../../protocol/session-start.js';
import type { TimedMessage } from '../../protocol/timed-messages.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../vad/silero.js';
import { VadStream } from '../../vad/vad-stream.js';
import { readJson } from './file-options.js';
import { channelOption, wholeNumber } from './number-options.js';
import { checkApart } from '../session/call-channels.js';

export type TimedAgentSpeech = TimedMessage<AgentSpeech>;

const agentFileSchema = z.array(
  z.object({
    t: z.number().nonnegative(),
    phase: z.enum(['start', 'end']),
    utterance_id: z.string().optional(),
  }),
);

interface AgentFlags {
  /** File of the times at which the agent speaks. */
  readonly agent?: string;
  /** Channel of the recording on which it speaks, counted from 0. */
  readonly agentChannel?: string;
  /** The caller's channel. */
  readonly channel?: string;
}

/** What `--agent` and `--agent-channel` say. */
export interface AgentOptions {
  readonly messages: readonly TimedAgentSpeech[];
  readonly channel: number | undefined;
}

/** @throws TurnwireError kind `usage`: a bad file or channel, both of them, or nobody asked for barge-in, which alone reads them. */
export async function agentOptionsOf(flags: AgentFlags, session: SessionOptions): Promise<AgentOptions> {
  const messages = flags.agent === undefined ? [] : agentMessages(await readJson(flags.agent, '--agent'));
  const channel = wholeNumber(flags.agentChannel, '--agent-channel', 0);
  checkOneSource(flags);
  checkIsRead(flags, session);
  checkApart(channelOption(flags.channel), channel);
  return { messages, channel };
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
      message: { type: 'agent.speech' as const, phase, ...(utterance_id !== undefined && { utterance_id }) },
    }))
    .sort((a, b) => a.atSample - b.atSample);
}

/** The times of a file and those of a channel come in two orders, and the engine takes them in one. */
function checkOneSource({ agent, agentChannel }: AgentFlags): void {
  if (agent === undefined || agentChannel === undefined) return;
  const text = '--agent and --agent-channel each say when the agent speaks: leave one out';
  throw new TurnwireError('usage', 'agent_twice', text);
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

/** Pauses of the agent shorter than this are inside one utterance, ms. */
const AGENT_MIN_SILENCE_MS = 600;

/** Turns the agent's channel into messages: a start is told at the frame that decided it, an end where the voice fell silent. */
export class AgentChannel {
  private readonly vad: VadStream;
  private readonly policy = new VadPolicy(
    { ...DEFAULT_VAD_OPTIONS, minSilenceMs: AGENT_MIN_SILENCE_MS },
    (VAD_FRAME_SAMPLES / SAMPLE_RATE_HZ) * 1000,
  );
  private utterances = 0;

  constructor(inference: Inference) {
    this.vad = new VadStream(inference);
  }

  /** Absolute sample up to which it is known when the agent speaks. */
  get knownUntil(): number {
    const { speaking, lastSpeechFrame, frames } = this.policy;
    return (speaking ? lastSpeechFrame : frames) * VAD_FRAME_SAMPLES;
  }

  async push(samples: Int16Array): Promise<TimedAgentSpeech[]> {
    const probabilities = await this.vad.push(toFloat(samples));
    const messages: TimedAgentSpeech[] = [];
    for (const probability of probabilities) {
      const change = this.policy.push(probability);
      if (!change) continue;
      if (change.kind === 'start') this.utterances += 1;
      const frame = change.kind === 'start' ? this.policy.frames : change.atFrame;
      messages.push({
        atSample: frame * VAD_FRAME_SAMPLES,
        message: { type: 'agent.speech', phase: change.kind, utterance_id: `agent_${this.utterances}` },
      });
    }
    return messages;
  }
}
