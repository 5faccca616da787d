/** What the page of `turnwire view` shows, as JSON inside the page. Written by view-of.ts, read by src/view/page. Types only. */

/** Start and end in seconds. */
export type Span = readonly [number, number];

export interface ViewData {
  /** Name of the recording. */
  readonly title: string;
  readonly endpoint: 'stream' | 'room';
  readonly durationSec: number;
  /** Short facts for the head of the page, for example `5 turns`. */
  readonly facts: readonly string[];
  readonly limits: ViewLimits;
  readonly channels: readonly ChannelData[];
  readonly silences: readonly SilenceData[];
  readonly turns: readonly TurnData[];
  readonly bargeIns: readonly BargeInData[];
  readonly voices: readonly VoiceData[];
  readonly rows: readonly RowData[];
  readonly audio: AudioData;
}

/** The policy behind the profile. */
export interface ViewLimits {
  readonly threshold: number;
  readonly actionDelaySec: number;
  readonly timeoutSec: number;
}

export interface ChannelData {
  readonly label: string;
  /** `user`: the channel that the engine heard. */
  readonly role: 'user' | 'agent' | 'other';
  /** Lowest and highest sample of each slice of the sound: pairs of int8, as base64 where the page is a file. */
  readonly peaks: string | Int8Array;
  /** Slices in a second. */
  readonly peaksPerSec: number;
  readonly speech: readonly Span[];
}

/** p_eot over one silence of an open turn. Times are in seconds of audio, here and below. */
export interface SilenceData {
  /** When the speech before it ended. */
  readonly startSec: number;
  /** Time of a score, and the score, 0..1. */
  readonly points: readonly (readonly [number, number])[];
}

export interface TurnData {
  /** Number of the turn, from 1. A turn that was ended too early and went on keeps its number. */
  readonly turn: number;
  readonly startSec: number;
  /** Time of `turn.end`. */
  readonly endSec: number;
  /** When the last speech before it ended. */
  readonly speechEndSec: number;
  readonly by: 'score' | 'timeout';
  /** Time of `turn.resumed`, if the speaker went on. */
  readonly resumedSec?: number;
  readonly row: number;
}

export interface BargeInData {
  readonly onsetSec: number;
  readonly decidedSec?: number;
  readonly class?: 'claim' | 'backchannel';
  readonly row: number;
}

export interface VoiceData {
  readonly name: string;
  /** The newest language that was identified, as two letters; empty if none was. */
  readonly language: string;
  readonly utterances: readonly { readonly span: Span; readonly text: string }[];
}

export type RowKind = 'turn' | 'cut' | 'onset' | 'claim' | 'backchannel' | 'speech' | 'words' | 'other';

/** One line of the table of events. */
export interface RowData {
  readonly t: number;
  readonly kind: RowKind;
  readonly title: string;
  readonly text: string;
}

export interface AudioData {
  /** Address that an audio element can play: `data:` with the sound in it, or a path beside the page. Empty: no sound. */
  readonly src: string;
  /** A sentence about it: how it was embedded, or that the file must stay beside the page. */
  readonly note: string;
}
