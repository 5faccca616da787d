/**
 * The state of the screen: a pure reducer over wire events, shared by `live`, `replay` and `client --tui`. Some commands add facts
 * that are not on the wire (sound level, trace of p_eot, lag); the screen works without them.
 */
import type { EotObject, WireEvent } from '../protocol/events.js';

/** The policy behind the profile, drawn as lines in the chart; absent for a remote service. */
export interface ViewLimits {
  threshold: number;
  actionDelaySec: number;
  timeoutSec: number;
}

/** Voice activity and score at one grid step. */
export interface TracePoint {
  t: number;
  /** Voice activity, 0..1. */
  speech: number;
  silenceSec: number;
  /** The score, 0..1; null outside the silences of an open turn. */
  pEot: number | null;
}

export type ViewAction =
  | { kind: 'event'; event: WireEvent }
  /** Sound up to `t`: root mean square and peak of the newest chunk, 0..1. */
  | { kind: 'sound'; t: number; rms: number; peak: number }
  | { kind: 'trace'; point: TracePoint }
  | { kind: 'agent'; speaking: boolean }
  | { kind: 'paused'; paused: boolean }
  | { kind: 'mark' }
  /** Moves the time only, for a replay. */
  | { kind: 'clock'; t: number }
  | { kind: 'status'; lagMs: number | null; cpuPercent: number | null };

export interface Voice {
  name: string;
  /** Final words with the time at which each began, in seconds; the oldest are dropped. */
  finals: { t: number; text: string }[];
  partial: string;
  language: string;
}

export type TurnState = 'waiting' | 'speaking' | 'quiet' | 'ended';

export interface ViewState {
  /** Audio time, in seconds. */
  t: number;
  started: { eot: EotObject; models?: Record<string, string> } | null;
  turn: TurnState;
  /** When the current speech or silence began, in seconds. */
  sinceSec: number;
  /** Scores of the current silence, or of the last one. */
  silence: { sec: number; p: number }[];
  /** Voice activity 0..1 of each tenth of a second, newest last. */
  strip: number[];
  level: { rms: number; peak: number } | null;
  events: WireEvent[];
  /** Time of each event in `events`, in seconds; an event without `t` has that of the one before. */
  eventTimes: number[];
  voices: Map<string, Voice>;
  bargein: { t: number; state: 'pending' | 'claim' | 'backchannel'; pClaim: number | null } | null;
  agentSpeaking: boolean;
  paused: boolean;
  /** Times of the moments that the person marked, in seconds. */
  marks: number[];
  /** `latencyMs` is the sum over all turns. */
  counts: { turns: number; byScore: number; resumed: number; latencyMs: number };
  status: { lagMs: number | null; cpuPercent: number | null };
  /** True after `session.summary`. */
  over: boolean;
}

/** Length of a cell of the strip, in seconds. */
const STRIP_CELL_SEC = 0.1;
/** How many cells, events and scores of a silence are kept: more than any screen shows. */
const STRIP_CELLS = 400;
const EVENTS_KEPT = 200;
const SCORES_KEPT = 200;
/** How many final words are kept, and how many are dropped at once: each drop changes where the lines of a column break. */
const FINALS_KEPT = 300;
const FINALS_DROPPED = 150;

export function initialState(): ViewState {
  return {
    t: 0,
    started: null,
    turn: 'waiting',
    sinceSec: 0,
    silence: [],
    strip: [],
    level: null,
    events: [],
    eventTimes: [],
    voices: new Map(),
    bargein: null,
    agentSpeaking: false,
    paused: false,
    marks: [],
    counts: { turns: 0, byScore: 0, resumed: 0, latencyMs: 0 },
    status: { lagMs: null, cpuPercent: null },
    over: false,
  };
}

export function reduce(state: ViewState, action: ViewAction): ViewState {
  switch (action.kind) {
    case 'event':
      return onEvent(state, action.event);
    case 'sound':
      return { ...advance(state, action.t), level: { rms: action.rms, peak: action.peak } };
    case 'trace':
      return onTrace(state, action.point);
    case 'clock':
      return advance(state, action.t);
    case 'agent':
      return { ...state, agentSpeaking: action.speaking };
    case 'paused':
      return { ...state, paused: action.paused };
    case 'mark':
      return { ...state, marks: [...state.marks, state.t] };
    case 'status':
      return { ...state, status: { lagMs: action.lagMs, cpuPercent: action.cpuPercent } };
  }
}

/** Moves the clock forward; new cells of the strip are 1 during speech, else 0, until a trace gives the real values. */
function advance(state: ViewState, t: number): ViewState {
  if (t <= state.t) return state;
  const cells = Math.floor(t / STRIP_CELL_SEC + 1e-6) - Math.floor(state.t / STRIP_CELL_SEC + 1e-6);
  const value = state.turn === 'speaking' ? 1 : 0;
  const strip =
    cells > 0 ? [...state.strip, ...Array<number>(Math.min(cells, STRIP_CELLS)).fill(value)] : state.strip;
  return { ...state, t, strip: strip.slice(-STRIP_CELLS) };
}

function onTrace(state: ViewState, point: TracePoint): ViewState {
  const next = advance(state, point.t);
  const strip = [...next.strip];
  if (strip.length > 0) strip[strip.length - 1] = point.speech;
  const silence =
    point.pEot === null
      ? next.silence
      : [...next.silence, { sec: point.silenceSec, p: point.pEot }].slice(-SCORES_KEPT);
  return { ...next, strip, silence };
}

function onEvent(state: ViewState, event: WireEvent): ViewState {
  const t = 'seq' in event && 't' in event ? event.t : state.t;
  const next = advance(state, t);
  const kept = event.type === 'asr.partial' ? next : remember(next, event, t);
  switch (event.type) {
    case 'session.started':
      return { ...kept, started: { eot: event.eot, models: event.models } };
    case 'session.summary':
      return { ...kept, t: Math.max(kept.t, event.audio_s), over: true };
    case 'vad.start':
      return { ...kept, turn: 'speaking', sinceSec: t };
    case 'vad.end':
      return { ...kept, turn: 'quiet', sinceSec: t, silence: [] };
    case 'turn.end':
      return {
        ...kept,
        turn: 'ended',
        sinceSec: t,
        silence: kept.silence.length > 0 ? kept.silence : [{ sec: event.latency_ms / 1000, p: event.p_eot }],
        counts: {
          ...kept.counts,
          turns: kept.counts.turns + 1,
          byScore: kept.counts.byScore + (event.by === 'score' ? 1 : 0),
          latencyMs: kept.counts.latencyMs + event.latency_ms,
        },
      };
    case 'turn.resumed':
      return { ...kept, counts: { ...kept.counts, resumed: kept.counts.resumed + 1 } };
    case 'bargein.onset':
      return { ...kept, bargein: { t, state: 'pending', pClaim: null } };
    case 'bargein.class':
      return { ...kept, bargein: { t, state: event.class, pClaim: event.p_claim } };
    case 'asr.partial':
      return withVoice(kept, event.speaker, (voice) => ({
        ...voice,
        partial: event.text,
        language: event.language,
      }));
    case 'asr.final':
      return withVoice(kept, event.speaker, (voice) => ({
        ...voice,
        finals: withFinal(voice.finals, { t: event.t0, text: event.text }),
        partial: '',
        language: event.language,
      }));
    case 'language.switched':
      return withVoice(kept, event.speaker, (voice) => ({ ...voice, language: event.language }));
    case 'asr.language':
    case 'asr.flushed':
    case 'language.switch_recommended':
    case 'language.summary':
    case 'warning':
      return kept;
  }
}

function withFinal(finals: Voice['finals'], final: Voice['finals'][number]): Voice['finals'] {
  return [...(finals.length >= FINALS_KEPT ? finals.slice(FINALS_DROPPED) : finals), final];
}

function remember(state: ViewState, event: WireEvent, t: number): ViewState {
  return {
    ...state,
    events: [...state.events, event].slice(-EVENTS_KEPT),
    eventTimes: [...state.eventTimes, t].slice(-EVENTS_KEPT),
  };
}

function withVoice(state: ViewState, name: string, change: (voice: Voice) => Voice): ViewState {
  const voice = state.voices.get(name) ?? { name, finals: [], partial: '', language: '' };
  return { ...state, voices: new Map(state.voices).set(name, change(voice)) };
}
