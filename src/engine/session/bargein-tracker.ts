/**
 * Speech over the agent: an onset, then its class (docs/protocol.md, "Barge-in"). The client's `agent.speech` says when the
 * agent talks.
 *
 *   none --speech over the agent--> onset pending --classed--> none
 *                                                   |
 *                     still speaking, `backchannel` +--> going on --a claim by now: onset and class--> none
 *
 * - One onset is open at a time. Speech again while it is pending belongs to it; speech after a quiet sound is judged without it.
 * - An onset without a class when the agent stops is dropped, and so is speech that goes on.
 * - Speech that goes on after a backchannel is watched until it pauses: its words are read every WORDS_EVERY_SEC.
 */
import type { BargeinClassifier } from '../../bargein/classifier.js';
import {
  claimsByGoingOn,
  decideBargein,
  isLastReading,
  isTooShort,
  GOES_ON_CLAIM,
  worthJudging,
  type BargeinDecision,
  type BargeinOptions,
  type BargeinState,
} from '../../bargein/policy.js';
import type { Inference } from '../../inference/kernel.js';
import type { BodyOf, EventBody } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ, toMs } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import { VAD_FRAME_SAMPLES } from '../../vad/silero.js';
import type { AudioWindow } from './audio-window.js';
import { OnsetWordReader, type TranscribeOnset } from './onset-words.js';
import type { GridStep } from './session-port.js';

/** Sound before the onset that classifier and recogniser are given, in samples. */
const PRE_ROLL_SAMPLES = 0.3 * SAMPLE_RATE_HZ;
/**
 * How often the words of speech that goes on are read, in seconds. Chosen by hand: more often finds claims earlier and costs
 * more decoding.
 */
const WORDS_EVERY_SEC = 0.4;

interface Onset {
  readonly tSec: number;
  /** Absolute sample at which the speech begins that is judged. */
  sample: number;
  readonly utteranceId: string | undefined;
  words: OnsetWordReader;
  /** True while nothing but a quiet sound (vad/quiet-sound.ts) was heard of it. */
  isQuiet: boolean;
  /** True while all of its speech is too quiet for the caller to claim the floor. */
  isFaint: boolean;
  ended: boolean;
}

/** Speech that goes on after it was classed `backchannel`. */
interface GoingOn {
  /** Absolute sample at which it began, after its last pause. */
  readonly sample: number;
  readonly utteranceId: string | undefined;
  readonly words: OnsetWordReader;
  /** Absolute sample from which its words are read next. */
  readAtSample: number;
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
  readonly language: Language;
  /** Called only if the classifier needs words. */
  readonly transcribe: TranscribeOnset;
}

export class BargeinTracker {
  private agent: AgentTurn | undefined;
  private pending: Onset | undefined;
  private goingOn: GoingOn | undefined;
  /** Absolute sample at which speech last began. */
  private speechSample = 0;

  constructor(private readonly deps: BargeinDeps) {}

  /** True between an onset and its class. */
  get isPending(): boolean {
    return this.pending !== undefined;
  }

  /** True if `step` has something to do. */
  get isActive(): boolean {
    return this.pending !== undefined || this.goingOn !== undefined;
  }

  /** @param sample absolute sample at which the message came */
  agentSpeech(message: AgentSpeech, sample: number): void {
    if (message.phase === 'end') {
      this.agent = undefined;
      this.pending = undefined;
      this.goingOn = undefined;
      return;
    }
    // An utterance that follows another continues the same speech of the agent.
    this.agent = { utteranceId: message.utterance_id, sinceSample: this.agent?.sinceSample ?? sample };
  }

  /**
   * Speech began in the frame at absolute `sample` and is reported at `tSec`. A user who began before the agent gets no onset.
   * @param isQuiet it is a quiet sound
   */
  speechStart(tSec: number, sample: number, isQuiet: boolean): EventBody | undefined {
    this.speechSample = sample;
    if (!this.agent || sample + VAD_FRAME_SAMPLES <= this.agent.sinceSample) return undefined;
    if (this.pending) {
      this.pending.ended = false;
      if (this.pending.isQuiet && !isQuiet) {
        Object.assign(this.pending, { sample, words: this.wordsSince(sample), isQuiet, isFaint: true });
      }
      return undefined;
    }
    this.goingOn = undefined;
    const { utteranceId } = this.agent;
    this.pending = {
      tSec,
      sample,
      utteranceId,
      words: this.wordsSince(sample),
      isQuiet,
      isFaint: true,
      ended: false,
    };
    return onsetOf(tSec, utteranceId);
  }

  speechEnd(): void {
    if (this.pending) this.pending.ended = true;
    if (this.goingOn) this.goingOn.ended = true;
  }

  /** At each grid step while `isActive`. @returns the class of the onset; of speech that goes on, a new onset and its class */
  async step(now: GridStep): Promise<EventBody[]> {
    if (this.pending) return this.judgeOnset(this.pending, now);
    return this.goingOn ? this.judgeGoingOn(this.goingOn, now) : [];
  }

  private async judgeOnset(onset: Onset, now: GridStep): Promise<EventBody[]> {
    const { options } = this.deps;
    onset.isFaint &&= now.isFaint;
    const time: BargeinState = {
      sinceOnsetSec: secBetween(onset.sample, now.sample),
      speechSec: Math.max(0, secBetween(onset.sample, now.lastSpeechSample)),
      ended: onset.ended,
      isFaint: onset.isFaint,
    };
    const tooShort = isTooShort(time, options);
    if (tooShort && this.deps.classifier.needsText && !isLastReading(time, options)) return [];
    const asked = tooShort ? this.deps.classifier.needsText : worthJudging(time, options);
    const judged = asked ? await this.judge(onset, time, now.sample) : undefined;
    const counts = !tooShort || judged?.state.words?.kind === 'claim';
    const decision = decideBargein(counts ? judged?.pClaim : undefined, judged?.state ?? time, options);
    if (!decision) return [];
    this.pending = undefined;
    if (decision.class === 'backchannel' && !onset.ended) this.watch(onset, now.sample);
    return [classOf(now.t, decision, onset.tSec, onset.utteranceId)];
  }

  private async judge(
    onset: Onset,
    time: BargeinState,
    sample: number,
  ): Promise<{ pClaim: number; state: BargeinState }> {
    const { audio, classifier, inference, language, options, priorLogit } = this.deps;
    const read = classifier.needsText
      ? await onset.words.read(sample, onset.ended, isLastReading(time, options))
      : undefined;
    const sound = audio.slice(onset.sample - PRE_ROLL_SAMPLES, sample);
    const question = { audio: sound, ...time, text: read?.text, language, priorLogit };
    const pClaim = await classifier.pClaim(question, inference);
    return { pClaim, state: { ...time, words: read?.words } };
  }

  private watch({ utteranceId }: Onset, sample: number): void {
    const words = this.wordsSince(this.speechSample);
    this.goingOn = { sample: this.speechSample, utteranceId, words, readAtSample: sample, ended: false };
    this.goingOn.readAtSample += WORDS_EVERY_SEC * SAMPLE_RATE_HZ;
  }

  private async judgeGoingOn(speech: GoingOn, now: GridStep): Promise<EventBody[]> {
    const speechSec = secBetween(speech.sample, now.lastSpeechSample);
    const isDue = speech.ended || now.sample >= speech.readAtSample;
    const read =
      isDue && this.deps.classifier.needsText ? await speech.words.read(now.sample, speech.ended) : undefined;
    if (isDue) speech.readAtSample += WORDS_EVERY_SEC * SAMPLE_RATE_HZ;
    const claims = !now.isFaint && claimsByGoingOn(speechSec, read?.words);
    if (claims || speech.ended) this.goingOn = undefined;
    if (!claims) return [];
    const decision: BargeinDecision = { class: 'claim', pClaim: GOES_ON_CLAIM };
    return [onsetOf(now.t, speech.utteranceId), classOf(now.t, decision, now.t, speech.utteranceId)];
  }

  private wordsSince(sample: number): OnsetWordReader {
    const { audio, classifier, inference, language, transcribe } = this.deps;
    const hear = async (from: number, to: number) =>
      classifier.wordLogOdds?.(audio.slice(from, to), inference);
    return new OnsetWordReader(sample - PRE_ROLL_SAMPLES, language, transcribe, hear);
  }
}

function secBetween(fromSample: number, toSample: number): number {
  return (toSample - fromSample) / SAMPLE_RATE_HZ;
}

function onsetOf(tSec: number, utteranceId: string | undefined): BodyOf<'bargein.onset'> {
  return { type: 'bargein.onset', t: tSec, agent_speaking: true, ...idField(utteranceId) };
}

function classOf(
  tSec: number,
  { class: decided, pClaim }: BargeinDecision,
  onsetSec: number,
  utteranceId: string | undefined,
): BodyOf<'bargein.class'> {
  return {
    type: 'bargein.class',
    t: tSec,
    class: decided,
    p_claim: pClaim === null ? null : Math.round(pClaim * 1e4) / 1e4,
    decided_after_ms: toMs(tSec - onsetSec),
    ...idField(utteranceId),
  };
}

function idField(utteranceId: string | undefined): { utterance_id?: string } {
  return utteranceId === undefined ? {} : { utterance_id: utteranceId };
}
