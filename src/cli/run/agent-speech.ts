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
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../vad/silero.js';
import { VadStream } from '../../vad/vad-stream.js';

/** A message to apply once `atSample` samples have been pushed. */
export interface TimedMessage {
  readonly atSample: number;
  readonly message: AgentSpeech;
}

const agentFileSchema = z.array(
  z.object({
    t: z.number().nonnegative(),
    phase: z.enum(['start', 'end']),
    utterance_id: z.string().optional(),
  }),
);

/** @param content parsed JSON of `--agent`. */
export function agentMessages(content: unknown): TimedMessage[] {
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

/** @throws TurnwireError kind `usage` where the agent's speech is told and nobody asked for barge-in, which alone reads it. */
export function checkAgentIsRead(
  flags: { readonly agent?: string; readonly agentChannel?: string },
  { signals }: SessionOptions,
): void {
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

/** Turns the agent's channel into messages, causally: each is known at the end of the frame that decided it. */
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

  async push(samples: Int16Array): Promise<TimedMessage[]> {
    const probabilities = await this.vad.push(toFloat(samples));
    const messages: TimedMessage[] = [];
    for (const probability of probabilities) {
      const change = this.policy.push(probability);
      if (!change) continue;
      if (change.kind === 'start') this.utterances += 1;
      messages.push({
        atSample: this.policy.frames * VAD_FRAME_SAMPLES,
        message: { type: 'agent.speech', phase: change.kind, utterance_id: `agent_${this.utterances}` },
      });
    }
    return messages;
  }
}
