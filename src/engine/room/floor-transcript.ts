/**
 * The words of a pause in a room, for the end-of-turn scorer. Whoever spoke last has the floor. That voice's words are decoded as a
 * stream's are (transcript/turn-transcript.ts), and what another voice said right before is the message that they answer.
 */
import type { Language } from '../../protocol/languages.js';
import type { AudioWindow } from '../session/audio-window.js';
import type { PauseDecoding } from '../session/session-port.js';
import { TurnTranscript, type TranscribeWindow } from '../transcript/turn-transcript.js';
import { changeLogOdds, mostHeard, type FloorVoices, type VoiceSeconds } from './floor.js';

/** Speech from one committed pause to the next. */
interface Stretch {
  readonly start: number;
  /** Score of the pause before it; undefined if nobody had spoken before. */
  readonly scoreBefore: number | undefined;
  /** Absolute sample at which it ended; Infinity until the pause after it is committed. */
  end: number;
  /** What its voice has said up to `end`; empty until the pause after it is committed. */
  text: string;
}

export class FloorTranscript {
  private readonly turn: TurnTranscript;
  /** Stretches of this turn and the one before it, oldest first. */
  private stretches: Stretch[] = [];
  /** Index of the first stretch of this turn. */
  private turnFirst = 0;
  private lastScore: number | undefined;
  /** True if a pause was committed since speech last began. */
  private isCommitted = true;

  /** @param transcriberFor the recogniser for so many samples in a language, undefined if none decodes them */
  constructor(
    audio: AudioWindow,
    private readonly voices: FloorVoices,
    private readonly transcriberFor: (language: Language, samples: number) => TranscribeWindow | undefined,
  ) {
    this.turn = new TurnTranscript(audio);
  }

  /** Speech begins at absolute `sample`, in a new turn or the same one. */
  speechStart(sample: number, newTurn: boolean): void {
    if (newTurn) this.newTurn();
    this.turn.speechStart(sample);
    if (!this.isCommitted) return;
    this.isCommitted = false;
    this.stretches.push({ start: sample, scoreBefore: this.lastScore, end: Infinity, text: '' });
  }

  speechEnd(sample: number): void {
    this.turn.speechEnd(sample);
  }

  /** The turn so far had nothing to answer: its words answer nobody and nobody answers them. */
  dropTurn(): void {
    this.turn.newTurn();
    this.stretches = this.stretches.slice(0, this.turnFirst);
    this.isCommitted = true;
  }

  /** A pause at absolute `sample`, after speech up to `speechEnd`. */
  pause(sample: number, speechEnd: number): PauseDecoding {
    const stretch = this.stretches.at(-1)!;
    const { first, voice } = this.lastVoice(speechEnd);
    const before = first >= this.turnFirst && first > 0 ? this.stretches[first - 1]!.text : '';
    const language = this.voices.languageOf(voice);
    const start = this.stretches[Math.max(first, this.turnFirst)]!.start;
    const transcribe = this.transcriberFor(language, sample - start);
    const decoding = transcribe && this.turn.pause(sample, transcribe, start);
    return {
      context: async () => ({
        hypothesis: await decoding?.hypothesis(),
        // The scorer treats the previous speaker as the agent.
        messages: before === '' ? [] : [{ role: 'assistant', content: before }],
        language,
      }),
      commit: (pEot) => {
        if (decoding) decoding.commit();
        else this.turn.commitWithoutWords();
        this.isCommitted = true;
        this.lastScore = pEot;
        stretch.end = speechEnd;
        stretch.text = decoding ? this.turn.text : '';
      },
    };
  }

  private newTurn(): void {
    this.turn.newTurn();
    this.stretches = this.stretches.slice(this.turnFirst);
    this.turnFirst = this.stretches.length;
    this.isCommitted = true;
  }

  /** Who spoke last, and the index of the first stretch from which that voice has spoken without another in between. */
  private lastVoice(speechEnd: number): { first: number; voice: number | undefined } {
    const voicesOf = ({ start, end }: Stretch): VoiceSeconds =>
      this.voices.secondsIn(start, Math.min(end, speechEnd));
    const own = new Map<number, number>();
    let voices = voicesOf(this.stretches.at(-1)!);
    for (let i = this.stretches.length - 1; ; i -= 1) {
      for (const [voice, sec] of voices) own.set(voice, (own.get(voice) ?? 0) + sec);
      const before = this.stretches[i - 1];
      if (before) voices = voicesOf(before);
      const continues = before && changeLogOdds(this.stretches[i]!.scoreBefore, voices, own) <= 0;
      if (!continues) return { first: i, voice: mostHeard(own).voice };
    }
  }
}
