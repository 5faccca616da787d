/**
 * Speech over the agent: an onset, then its class. The client's `agent.speech` says when the agent talks. An onset that has
 * no class when the agent stops is dropped (docs/protocol.md, "States and transitions"). One onset is open at a time.
 */
import type { BargeinClassifier } from '../../bargein/classifier.js';
import { decideBargein, worthJudging, type BargeinOptions, type BargeinState } from '../../bargein/policy.js';
import type { Inference } from '../../inference/kernel.js';
import type { BodyOf, EventBody } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ, toMs } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import { VAD_FRAME_SAMPLES } from '../../vad/silero.js';
import type { AudioWindow } from './audio-window.js';

/** Sound before the onset that the classifier is given, in samples. */
const PRE_ROLL_SAMPLES = 0.3 * SAMPLE_RATE_HZ;

interface PendingOnset {
  readonly tSec: number;
  readonly sample: number;
  readonly utteranceId: string | undefined;
  speechSec: number;
  ended: boolean;
}

/** The agent is speaking. */
interface AgentTurn {
  readonly utteranceId: string | undefined;
  /** Absolute sample at which it began. */
  readonly sinceSample: number;
}

export interface BargeinDeps {
  readonly inference: Inference;
  readonly classifier: BargeinClassifier;
  readonly options: BargeinOptions;
  readonly priorLogit: number;
  readonly audio: AudioWindow;
  /** Words in `[fromSample, toSample)`; undefined if no recogniser is loaded. Called only if the classifier needs words. */
  readonly transcribe: (fromSample: number, toSample: number) => Promise<string | undefined>;
}

export class BargeinTracker {
  private agent: AgentTurn | undefined;
  private pending: PendingOnset | undefined;

  constructor(private readonly deps: BargeinDeps) {}

  /** True between an onset and its class. */
  get isPending(): boolean {
    return this.pending !== undefined;
  }

  /** @param sample absolute sample at which the message came */
  agentSpeech(message: AgentSpeech, sample: number): void {
    if (message.phase === 'end') {
      this.agent = undefined;
      this.pending = undefined;
      return;
    }
    // An utterance that follows another continues the same speech of the agent.
    this.agent = { utteranceId: message.utterance_id, sinceSample: this.agent?.sinceSample ?? sample };
  }

  /** Speech began in the frame at absolute `sample` and is reported at `tSec`. A user who began before the agent gets no onset. */
  speechStart(tSec: number, sample: number): EventBody | undefined {
    if (!this.agent || sample + VAD_FRAME_SAMPLES <= this.agent.sinceSample) return undefined;
    // Speech again while an onset is pending belongs to that onset.
    if (this.pending) {
      this.pending.ended = false;
      return undefined;
    }
    const utteranceId = this.agent.utteranceId;
    this.pending = { tSec, sample, utteranceId, speechSec: 0, ended: false };
    return { type: 'bargein.onset', t: tSec, agent_speaking: true, ...idField(utteranceId) };
  }

  speechEnd(): void {
    if (this.pending) this.pending.ended = true;
  }

  /** @param lastSpeechSample one past the last sample of speech */
  async step(
    tSec: number,
    sample: number,
    lastSpeechSample: number,
    language: Language,
  ): Promise<BodyOf<'bargein.class'> | undefined> {
    const onset = this.pending;
    if (!onset) return undefined;
    onset.speechSec = Math.max(0, lastSpeechSample - onset.sample) / SAMPLE_RATE_HZ;
    const state: BargeinState = {
      sinceOnsetSec: (sample - onset.sample) / SAMPLE_RATE_HZ,
      speechSec: onset.speechSec,
      ended: onset.ended,
    };
    const { options } = this.deps;
    const pClaim = worthJudging(state, options)
      ? await this.judge(onset, state, sample, language)
      : undefined;
    const decision = decideBargein(pClaim, state, options);
    if (!decision) return undefined;
    this.pending = undefined;
    return {
      type: 'bargein.class',
      t: tSec,
      class: decision.class,
      p_claim: decision.pClaim === null ? null : Math.round(decision.pClaim * 1e4) / 1e4,
      decided_after_ms: toMs(tSec - onset.tSec),
      ...idField(onset.utteranceId),
    };
  }

  private async judge(
    onset: PendingOnset,
    state: BargeinState,
    sample: number,
    language: Language,
  ): Promise<number> {
    const { audio, classifier, inference, priorLogit, transcribe } = this.deps;
    const text = classifier.needsText ? await transcribe(onset.sample - PRE_ROLL_SAMPLES, sample) : undefined;
    const sound = audio.slice(onset.sample - PRE_ROLL_SAMPLES, sample);
    return classifier.pClaim({ audio: sound, ...state, text, language, priorLogit }, inference);
  }
}

function idField(utteranceId: string | undefined): { utterance_id?: string } {
  return utteranceId === undefined ? {} : { utterance_id: utteranceId };
}
