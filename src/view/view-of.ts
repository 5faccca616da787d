/** Makes the data of the page from an event log, a trace and the sound. Pure. */
import type { WireEvent } from '../protocol/events.js';
import { median } from '../dsp/numeric.js';
import { describeEvent } from '../sinks/describe-event.js';
import { endOf, speechOf, utterancesOf, voicesOf } from '../sinks/segments.js';
import { bargeInsOf, turnsOf, type Described } from './turns-of.js';
import type {
  AudioData,
  ChannelData,
  RowData,
  SilenceData,
  Span,
  ViewData,
  ViewLimits,
  VoiceData,
} from './view-data.js';

/** One score of `run --trace`. */
export interface ScorePoint {
  readonly t: number;
  readonly silenceSec: number;
  /** Null outside the silences of an open turn. */
  readonly pEot: number | null;
  /** The words that the scorer read; undefined if it read none. */
  readonly heard?: string;
}

/** A channel of the recording; the speech of the `user` comes from the log. */
export type HeardChannel = Omit<ChannelData, 'speech'> & { readonly agentSpeech?: readonly Span[] };

export interface ViewInputs {
  readonly title: string;
  readonly events: readonly WireEvent[];
  readonly trace: readonly ScorePoint[];
  readonly limits: ViewLimits;
  readonly channels: readonly HeardChannel[];
  /** Length of the recording in seconds; undefined without one. */
  readonly soundSec?: number;
  readonly audio: AudioData;
}

export function viewOf(inputs: ViewInputs): ViewData {
  const { title, events, trace, limits, channels, audio } = inputs;
  const started = events.find((event) => event.type === 'session.started');
  const heard = trace.flatMap(({ t, heard }) => (heard === undefined ? [] : [{ t, text: heard }]));
  const turns = turnsOf(events, limits.threshold, heard);
  const bargeIns = bargeInsOf(events);
  const rows = [...turns, ...bargeIns].map(({ row }) => row);
  const sorted = [...rows, ...wordRows(events), ...otherRows(events)].sort((a, b) => a.t - b.t);
  const withRow = <T extends object>({ row, of }: Described<T & { row: number }>) =>
    ({ ...of, row: sorted.indexOf(row) }) as unknown as T & { row: number };
  return {
    title,
    endpoint: started?.tier === 'full' ? 'stream' : 'room',
    durationSec: Math.max(endOf(events), inputs.soundSec ?? 0),
    facts: factsOf(events),
    limits,
    channels: channels.map(({ agentSpeech, ...channel }) => ({
      ...channel,
      speech: channel.role === 'user' ? userSpeech(events) : (agentSpeech ?? []),
    })),
    silences: silencesOf(trace, events),
    turns: turns.map(withRow),
    bargeIns: bargeIns.map(withRow),
    voices: voicesIn(events),
    rows: sorted,
    audio,
  };
}

const userSpeech = (events: readonly WireEvent[]): Span[] =>
  speechOf(events).map(({ startSec, endSec }) => [startSec, endSec]);

/** Scores that belong to one silence. Without a trace, the score of each `turn.end` stands alone. */
function silencesOf(trace: readonly ScorePoint[], events: readonly WireEvent[]): SilenceData[] {
  const silences: { startSec: number; points: [number, number][] }[] = [];
  let last: ScorePoint | undefined;
  for (const point of trace) {
    if (point.pEot === null) {
      last = undefined;
      continue;
    }
    if (!last || point.silenceSec <= last.silenceSec) {
      silences.push({ startSec: Math.max(0, point.t - point.silenceSec), points: [] });
    }
    silences.at(-1)!.points.push([point.t, round(point.pEot)]);
    last = point;
  }
  if (trace.length > 0) return silences;
  return events.flatMap((event) =>
    event.type === 'turn.end'
      ? [{ startSec: event.t - event.latency_ms / 1000, points: [[event.t, event.p_eot] as const] }]
      : [],
  );
}

const round = (p: number): number => Math.round(p * 1e4) / 1e4;

/** Rows of all events except words and those that a turn or barge-in row describes. */
function otherRows(events: readonly WireEvent[]): RowData[] {
  const described = new Set([
    'turn.end',
    'turn.resumed',
    'bargein.onset',
    'bargein.class',
    'asr.partial',
    'asr.final',
  ]);
  let t = 0;
  return events.flatMap((event): RowData[] => {
    if ('t' in event) t = event.t;
    if (event.type === 'session.summary') t = event.audio_s;
    if (described.has(event.type)) return [];
    return [{ t, ...KINDS[kindOf(event)], text: describeEvent(event) }];
  });
}

/** What each voice said between two of its pauses. */
const wordRows = (events: readonly WireEvent[]): RowData[] =>
  utterancesOf(events).map(({ startSec, speaker, text }) => ({
    t: startSec,
    kind: 'words',
    title: speaker,
    text,
  }));

const KINDS = {
  speech: { kind: 'speech', title: 'Speech' },
  language: { kind: 'other', title: 'Language' },
  warning: { kind: 'other', title: 'Warning' },
  session: { kind: 'other', title: 'Session' },
} as const;

function kindOf({ type }: WireEvent): keyof typeof KINDS {
  if (type === 'vad.start' || type === 'vad.end') return 'speech';
  if (type === 'warning') return 'warning';
  return type === 'asr.language' || type.startsWith('language.') ? 'language' : 'session';
}

function voicesIn(events: readonly WireEvent[]): VoiceData[] {
  const languages = new Map<string, string>();
  for (const event of events) {
    if (event.type === 'asr.final' || event.type === 'language.switched')
      languages.set(event.speaker, event.language);
  }
  for (const event of events) if (event.type === 'asr.language') languages.set(event.speaker, event.language);
  const utterances = utterancesOf(events);
  return voicesOf(events).map((name) => ({
    name,
    language: languages.get(name) ?? '',
    utterances: utterances
      .filter(({ speaker }) => speaker === name)
      .map(({ startSec, endSec, text }) => ({ span: [startSec, endSec] as const, text })),
  }));
}

function factsOf(events: readonly WireEvent[]): string[] {
  const ends = events.filter((event) => event.type === 'turn.end');
  const resumed = events.filter((event) => event.type === 'turn.resumed').length;
  const classes = events.filter((event) => event.type === 'bargein.class');
  const claims = classes.filter((event) => event.class === 'claim').length;
  const voices = voicesOf(events).length;
  const profile = events.find((event) => event.type === 'session.started')?.eot.profile;
  const facts = [
    ...(profile === undefined ? [] : [`profile ${profile}`]),
    plural(ends.length - resumed, 'turn'),
  ];
  if (ends.length > 0) {
    const byScore = ends.filter((event) => event.by === 'score').length;
    facts.push(`${byScore} ${byScore === 1 ? 'end' : 'ends'} by score, ${ends.length - byScore} by timeout`);
    facts.push(
      `median wait ${Math.round(median(ends.map((event) => event.latency_ms)))} ms after the last speech`,
    );
  }
  if (resumed > 0) facts.push(`${resumed} cut off too early`);
  if (claims > 0) facts.push(plural(claims, 'claim'));
  if (classes.length > claims) facts.push(plural(classes.length - claims, 'backchannel'));
  if (voices > 0) facts.push(plural(voices, 'voice'));
  return facts;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;
