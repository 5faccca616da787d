/**
 * Agent speech from the agent's own channel: its voice activity becomes `agent.speech` messages at sample positions, beside the
 * caller's sound. Used by `run` and `live` (`--agent-channel`), and part of the library. No I/O: two channels of sound in,
 * the caller's sound with its messages out.
 */
import { joinSamples, toFloat } from '../../audio/pcm.js';
import type { Inference } from '../../inference/kernel.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import type { TimedMessage } from '../../protocol/timed-messages.js';
import { DEFAULT_VAD_OPTIONS, VadPolicy } from '../../vad/policy.js';
import { VAD_FRAME_SAMPLES } from '../../vad/silero.js';
import { VadStream } from '../../vad/vad-stream.js';

export type TimedAgentSpeech = TimedMessage<AgentSpeech>;

/** The caller's samples with the messages that fall inside or before them. */
export interface CallPiece {
  /** PCM16 at 16 kHz, mono. */
  readonly samples: Int16Array;
  /** In order of `atSample`, counted from the start of the session. */
  readonly messages: readonly TimedAgentSpeech[];
}

/**
 * Shortest pause that ends an utterance of the agent, in ms. Chosen by hand: a smaller value takes a pause between sentences for
 * the end, a larger one keeps the caller's sound back longer at each pause.
 */
const AGENT_MIN_SILENCE_MS = 600;

/**
 * Finds when the agent speaks. A start is emitted at the frame that decided it; an end is dated back to the frame where the
 * voice fell silent.
 */
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

  /** The sample, from the start of the session, up to which every message is known. */
  get knownUntil(): number {
    const { speaking, lastSpeechFrame, frames } = this.policy;
    return (speaking ? lastSpeechFrame : frames) * VAD_FRAME_SAMPLES;
  }

  /** @param samples the agent's next PCM16 samples at 16 kHz, any number of them. */
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

/**
 * The caller's sound with the agent's messages. During a pause of the agent the caller's sound is kept back until it is known
 * whether the pause ends the agent's utterance, because a caller who answers inside it does not speak over the agent.
 *
 * @param chunks pairs of the caller's and the agent's samples, equally long.
 */
export async function* withAgentSpeech(
  chunks: AsyncIterable<readonly Int16Array[]>,
  agent: AgentChannel,
): AsyncGenerator<CallPiece> {
  let waiting: Int16Array = new Int16Array(0);
  let messages: TimedAgentSpeech[] = [];
  let done = 0;
  for await (const [samples, agentSamples] of chunks) {
    waiting = joinSamples([waiting, samples!]);
    messages.push(...(await agent.push(agentSamples!)));
    const known = waiting.subarray(0, agent.knownUntil - done);
    if (known.length === 0) continue;
    yield { samples: known, messages };
    waiting = waiting.slice(known.length);
    messages = [];
    done += known.length;
  }
  if (waiting.length > 0) yield { samples: waiting, messages };
}
