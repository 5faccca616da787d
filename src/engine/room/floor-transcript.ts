/**
 * What is heard at a pause of a room, for the end-of-turn scorer. Whoever spoke last has the floor: that voice's words are
 * decoded as a stream's are (turn-hearing.ts), and what another voice said right before is what they answer.
 */
import type { Language } from '../../protocol/languages.js';
import type { AudioWindow } from '../session/audio-window.js';
import type { PauseReading } from '../session/session-port.js';
import { changeLogOdds, mostHeard, type VoiceSeconds } from './floor.js';
import { TurnTranscript, type TranscribeWindow } from '../transcript/turn-transcript.js';

/** Speech from one pause that counted to the next. */
interface Stretch {
  readonly start: number;
  /** What the pause before it was scored; undefined where nobody had spoken. */
  readonly scoreBefore: number | undefined;
  /** Once the pause after it counts: where it ended, and the words of its voice up to there. */
  end: number;
  text: string;
}

export interface FloorTranscriptDeps {
  readonly audio: AudioWindow;
  /** The recogniser for a language, undefined where none is loaded. */
  readonly listen: (language: Language) => TranscribeWindow | undefined;
  /** Who speaks in `[from, to)`, as far as voices are told apart. */
  readonly voicesIn: (from: number, to: number) => VoiceSeconds;
  /** The language of a voice, or of nobody known. */
  readonly languageOf: (voice: number | undefined) => Language;
}

export class FloorTranscript {
  private readonly hearing: TurnTranscript;
  /** Of this turn and the one before it, oldest first. */
  private stretches: Stretch[] = [];
  /** Index of the first stretch of this turn. */
  private turnFirst = 0;
  private lastScore: number | undefined;
  /** A pause has counted since speech last began. */
  private paused = true;

  constructor(private readonly deps: FloorTranscriptDeps) {
    this.hearing = new TurnTranscript(deps.audio);
  }

  /** Speech begins (again) at absolute `sample`, in a new turn or the same one. */
  speechStart(sample: number, newTurn: boolean): void {
    if (newTurn) this.newTurn();
    this.hearing.speechStart(sample);
    if (!this.paused) return;
    this.paused = false;
    this.stretches.push({ start: sample, scoreBefore: this.lastScore, end: Infinity, text: '' });
  }

  speechEnd(sample: number): void {
    this.hearing.speechEnd(sample);
  }

  /** A pause at absolute `sample`, after speech up to `speechEnd`. */
  pause(sample: number, speechEnd: number): PauseReading {
    const stretch = this.stretches.at(-1)!;
    const { first, voice } = this.lastVoice(speechEnd);
    const before = first >= this.turnFirst && first > 0 ? this.stretches[first - 1]!.text : '';
    const language = this.deps.languageOf(voice);
    const listen = this.deps.listen(language);
    const start = this.stretches[Math.max(first, this.turnFirst)]!.start;
    const heard = listen && this.hearing.pause(sample, listen, start);
    return {
      said: async () => ({
        heard: await heard?.words(),
        // To a scorer whoever spoke before is the other one: an agent, as it were.
        messages: before === '' ? [] : [{ role: 'assistant', content: before }],
        language,
      }),
      keep: (pEot) => {
        if (heard) heard.keep();
        else this.hearing.passed();
        this.paused = true;
        this.lastScore = pEot;
        stretch.end = speechEnd;
        stretch.text = heard ? this.hearing.text : '';
      },
    };
  }

  private newTurn(): void {
    this.hearing.newTurn();
    this.stretches = this.stretches.slice(this.turnFirst);
    this.turnFirst = this.stretches.length;
    this.paused = true;
  }

  /** Who spoke last, and the first stretch that voice says without another in between. */
  private lastVoice(speechEnd: number): { first: number; voice: number | undefined } {
    const voicesOf = ({ start, end }: Stretch): VoiceSeconds =>
      this.deps.voicesIn(start, Math.min(end, speechEnd));
    const own = new Map<number, number>();
    let voices = voicesOf(this.stretches.at(-1)!);
    for (let i = this.stretches.length - 1; ; i -= 1) {
      for (const [voice, sec] of voices) own.set(voice, (own.get(voice) ?? 0) + sec);
      const before = this.stretches[i - 1];
      if (before) voices = voicesOf(before);
      const goesOn = before && changeLogOdds(this.stretches[i]!.scoreBefore, voices, own) <= 0;
      if (!goesOn) return { first: i, voice: mostHeard(own).voice };
    }
  }
}
