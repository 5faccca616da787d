/**
 * Speech over the agent: an onset, then its class (docs/protocol.md, "Barge-in"). The client's `agent.speech` says when the
 * agent talks.
 *
 *   none --speech over the agent--> onset pending --classed--> none
 *                                                   |
 *                     still speaking, `backchannel` +--> going on --a claim by now: onset and class--> none
 *
 * - One onset is open at a time. Speech again while it is pending belongs to it; speech after a quiet sound is judged without it.
 * - An onset without a class when the agent stops is dropped, and so is speech that goes on. If the agent begins its next
 *   utterance at most NEXT_UTTERANCE_SEC later and the caller still speaks, the speech counts again: as a new onset of that
 *   utterance, or as speech that goes on over it.
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
import type { EventBody } from '../../protocol/events.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';
import type { AgentSpeech } from '../../protocol/messages.js';
import { VAD_FRAME_SAMPLES } from '../../vad/silero.js';
import type { AudioWindow } from './audio-window.js';
import { classOf, onsetOf } from './bargein-events.js';
import type { AgentTurn, Dropped, GoingOn, Onset } from './bargein-speech.js';
import { OnsetWordReader, type TranscribeOnset } from './onset-words.js';
import type { GridStep } from './session-port.js';

/** Sound before the onset that classifier and recogniser are given, in samples. */
const PRE_ROLL_SAMPLES = 0.3 * SAMPLE_RATE_HZ;
/**
 * How often the words of speech that goes on are read, in seconds. Chosen by hand: more often finds claims earlier and costs
 * more decoding.
 */
const WORDS_EVERY_SEC = 0.4;

/**
 * Longest gap between two utterances of the agent that are one speech to the caller, in seconds: an agent that speaks sentence by
 * sentence reports each of them. Chosen by hand, a little below the pause that parts two utterances in a channel
 * (agent-channel.ts).
 */
const NEXT_UTTERANCE_SEC = 0.5;

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
  private dropped: Dropped | undefined;
  /** Speech over the agent's last utterance that goes on over the next: a new onset at the next step. */
  private again: Onset | undefined;
  /** Absolute sample at which speech last began. */
  private speechSample = 0;

  constructor(private readonly deps: BargeinDeps) {}

  /** True between an onset and its class. */
  get isPending(): boolean {
    return this.pending !== undefined;
  }

  /** True if `step` has something to do. */
  get isActive(): boolean {
    return (this.pending ?? this.goingOn ?? this.again) !== undefined;
  }

  /**
   * @param sample absolute sample at which the message came
   * @returns true if speech over the agent's last utterance goes on over this one
   */
  agentSpeech(message: AgentSpeech, sample: number): boolean {
    if (message.phase === 'end') {
      if (this.agent) this.dropped = { sample, onset: this.pending ?? this.again, goingOn: this.goingOn };
      this.agent = undefined;
      this.pending = undefined;
      this.goingOn = undefined;
      this.again = undefined;
      return false;
    }
    // An utterance that follows another continues the same speech of the agent.
    this.agent = { utteranceId: message.utterance_id, sinceSample: this.agent?.sinceSample ?? sample };
    const { dropped } = this;
    this.dropped = undefined;
    if (!dropped || secBetween(dropped.sample, sample) > NEXT_UTTERANCE_SEC) return false;
    return this.takeUp(dropped);
  }

  /** Speech that has not paused since the agent's last utterance goes on over this one. @returns true if there is such speech */
  private takeUp({ onset, goingOn }: Dropped): boolean {
    if (onset && !onset.ended) this.again = onset;
    if (goingOn && !goingOn.ended) this.goingOn = { ...goingOn, utteranceId: this.agent?.utteranceId };
    return (this.again ?? this.goingOn) !== undefined;
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
    this.again = undefined;
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
    for (const speech of [this.pending, this.goingOn, this.again, this.dropped?.onset, this.dropped?.goingOn])
      if (speech) speech.ended = true;
  }

  /** At each grid step while `isActive`. @returns the class of the onset; of speech that goes on, a new onset and its class */
  async step(now: GridStep): Promise<EventBody[]> {
    if (this.again) return this.openAgain(this.again, now);
    if (this.pending) return this.judgeOnset(this.pending, now);
    return this.goingOn ? this.judgeGoingOn(this.goingOn, now) : [];
  }

  private async openAgain(onset: Onset, now: GridStep): Promise<EventBody[]> {
    this.again = undefined;
    const utteranceId = this.agent?.utteranceId;
    this.pending = { ...onset, tSec: now.t, utteranceId, words: this.wordsSince(onset.sample) };
    return [onsetOf(now.t, utteranceId), ...(await this.judgeOnset(this.pending, now))];
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
