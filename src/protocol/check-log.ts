/**
 * Judges an event log against the protocol: the shape of each event (service-v2 section 6), and the rules between
 * events (sections 2.5 and 3; decisions.md "Order, time and determinism"). Pure; used by `replay`, which shows every
 * violation with its line. A rule that only our own engine keeps is not checked: logs of any `/v2` service may come.
 */
import type { z } from 'zod';
import { wireEventSchema, type WireEvent } from './events.js';
import { toMs } from './grid.js';

export interface Violation {
  /** Line of the log, from 1. */
  line: number;
  rule: string;
  message: string;
}

export interface CheckedLog {
  /** The events that could be read, in order, with their lines. */
  events: { line: number; event: WireEvent }[];
  violations: Violation[];
}

/** Times are rounded to milliseconds, so a difference of two may be off by one. */
const TOLERANCE_MS = 1;
const RESUME_WINDOW_MS = 2000;
const MAX_VOICES = 8;

export function checkLog(text: string): CheckedLog {
  const checker = new LogChecker();
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  lines.forEach((line, i) => checker.take(line.replace(/\r$/, ''), i + 1));
  return checker.finish(lines.length);
}

class LogChecker {
  private readonly events: { line: number; event: WireEvent }[] = [];
  private readonly violations: Violation[] = [];
  private line = 0;
  private endpoint: 'stream' | 'room' | undefined;
  private profile: string | undefined;
  private hasModels = false;
  private startedAt: number | undefined;
  private seq = 0;
  private t = 0;
  private speechSince: number | undefined;
  private quietSince: number | undefined;
  /** Speech heard since the last `turn.end`. */
  private spoke = false;
  private turnEndAt: number | undefined;
  private turns = 0;
  private onset: { t: number; utteranceId: string | undefined } | undefined;
  private voices = 0;
  private readonly pending = new Map<string, { line: number; text: string }>();
  private readonly lastWord = new Map<string, number>();
  private idleWarned = false;
  private summaryAt: number | undefined;

  take(text: string, line: number): void {
    this.line = line;
    const event = this.parse(text);
    if (!event) return;
    this.events.push({ line, event });
    this.checkEnvelope(event);
    this.checkSpeaker(event);
    this.checkMeaning(event);
  }

  finish(lines: number): CheckedLog {
    this.line = Math.max(1, lines);
    if (lines === 0) this.report('session', 'the log is empty');
    else if (this.summaryAt === undefined && !this.idleWarned) {
      this.report('session', 'the log ends without session.summary: it was cut off');
    }
    this.checkNothingOpen();
    return { events: this.events, violations: this.violations };
  }

  private report(rule: string, message: string, line = this.line): void {
    this.violations.push({ line, rule, message });
  }

  private parse(text: string): WireEvent | undefined {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.report('json', text.trim() === '' ? 'an empty line' : `not JSON: ${shorten(text)}`);
      return undefined;
    }
    const parsed = wireEventSchema.safeParse(value);
    if (parsed.success) {
      if (parsed.data.type === 'session.started' && 'seq' in (value as object)) {
        this.report('seq', 'session.started carries no seq');
      }
      return parsed.data;
    }
    this.report('shape', describeShape(value, parsed.error));
    // The numbering goes on: one bad event must not make every later one look wrong.
    const seq = (value as { seq?: unknown } | null)?.seq;
    if (typeof seq === 'number' && seq === this.seq + 1) this.seq = seq;
    return undefined;
  }

  private checkEnvelope(event: WireEvent): void {
    if (this.summaryAt !== undefined) {
      this.report('session', `${event.type} after session.summary (line ${this.summaryAt})`);
    }
    if (event.type === 'session.started') return;
    if (this.startedAt === undefined) {
      this.report('session', `${event.type} before session.started`);
      this.startedAt = this.line;
    }
    if (event.seq !== this.seq + 1)
      this.report('seq', `seq ${event.seq} after ${this.seq}, expected ${this.seq + 1}`);
    this.seq = event.seq;
    if (!('t' in event)) return;
    if (event.t < this.t) this.report('time', `t goes back from ${this.t} to ${event.t}`);
    this.t = Math.max(this.t, event.t);
  }

  private checkSpeaker(event: WireEvent): void {
    if (!('speaker' in event)) return;
    if (event.speaker.startsWith('spk_')) {
      if (this.endpoint === 'stream') this.report('speaker', `${event.type} of ${event.speaker} on a stream`);
      this.checkVoiceNumber(event.speaker);
      return;
    }
    const expected = this.endpoint === 'room' ? 'room' : 'user';
    if (this.endpoint && event.speaker !== expected) {
      this.report(
        'speaker',
        `${event.type} has speaker '${event.speaker}' on a ${this.endpoint}, expected '${expected}'`,
      );
    }
  }

  private checkVoiceNumber(voice: string): void {
    const number = Number(voice.slice(4));
    if (number > MAX_VOICES) this.report('speaker', `${voice}: at most ${MAX_VOICES} voices are separated`);
    else if (number > this.voices + 1)
      this.report('speaker', `${voice} appears before spk_${this.voices + 1}`);
    this.voices = Math.max(this.voices, Math.min(number, MAX_VOICES));
  }

  private checkMeaning(event: WireEvent): void {
    switch (event.type) {
      case 'session.started':
        return this.onStarted(event);
      case 'session.summary':
        return this.onSummary(event);
      case 'vad.start':
      case 'vad.end':
        return this.onVoiceActivity(event);
      case 'turn.end':
      case 'turn.resumed':
        return this.onTurn(event);
      case 'bargein.onset':
      case 'bargein.class':
        return this.onBargein(event);
      case 'asr.partial':
      case 'asr.final':
        return this.onWords(event);
      case 'asr.flushed':
      case 'language.summary':
        return this.roomOnly(event.type);
      case 'warning':
        this.idleWarned = event.code === 'idle_timeout' || this.idleWarned;
        return;
      case 'asr.language':
      case 'language.switched':
      case 'language.switch_recommended':
        return;
    }
  }

  private onStarted(event: Event<'session.started'>): void {
    if (this.startedAt !== undefined) {
      this.report('session', `a second session.started (the first is on line ${this.startedAt})`);
      return;
    }
    this.startedAt = this.line;
    this.endpoint = event.tier === 'full' ? 'stream' : 'room';
    this.profile = event.eot.profile;
    this.hasModels = event.models !== undefined;
  }

  private onSummary(event: Event<'session.summary'>): void {
    this.summaryAt = this.line;
    if (event.turns !== this.turns) {
      this.report(
        'summary',
        `the summary counts ${event.turns} turns, the log has ${this.turns} turn.end events`,
      );
    }
    if (toMs(this.t) - toMs(event.audio_s) > TOLERANCE_MS) {
      this.report('summary', `the summary says ${event.audio_s} s of audio, an event has t ${this.t}`);
    }
  }

  private onVoiceActivity(event: Event<'vad.start'> | Event<'vad.end'>): void {
    if (event.type === 'vad.start') {
      if (this.speechSince !== undefined) this.report('vad', 'vad.start while speech is open');
      this.speechSince = event.t;
      this.quietSince = undefined;
      this.spoke = true;
      this.idleWarned = false;
      return;
    }
    if (this.speechSince === undefined) this.report('vad', 'vad.end without vad.start');
    else this.sameMs('duration', event.duration * 1000, event.t - this.speechSince, 'since vad.start');
    this.speechSince = undefined;
    this.quietSince = event.t;
  }

  private onTurn(event: Event<'turn.end'> | Event<'turn.resumed'>): void {
    if (event.type === 'turn.resumed') {
      if (this.turnEndAt === undefined) this.report('turn', 'turn.resumed without a turn.end before it');
      else {
        this.sameMs('after_ms', event.after_ms, event.t - this.turnEndAt, 'since turn.end');
        if (event.after_ms > RESUME_WINDOW_MS)
          this.report('turn', `turn.resumed ${event.after_ms} ms after turn.end, at most 2000`);
      }
      if (this.speechSince !== event.t)
        this.report('turn', `turn.resumed at ${event.t} without vad.start at that time`);
      this.turnEndAt = undefined;
      return;
    }
    this.turns += 1;
    if (!this.spoke) this.report('turn', 'turn.end without speech since the last one');
    else if (this.speechSince !== undefined) this.report('turn', 'turn.end while speech is open');
    else if (this.quietSince !== undefined) {
      this.sameMs('latency_ms', event.latency_ms, event.t - this.quietSince, 'since vad.end');
    }
    if (this.profile !== undefined && event.profile !== this.profile) {
      this.report('turn', `turn.end has profile ${event.profile}, the session ${this.profile}`);
    }
    this.spoke = false;
    this.turnEndAt = event.t;
  }

  private onBargein(event: Event<'bargein.onset'> | Event<'bargein.class'>): void {
    if (this.startedAt !== undefined && this.endpoint && !this.hasModels) {
      this.report(
        'bargein',
        `${event.type} in a session that did not ask for bargein (session.started has no models)`,
      );
    }
    if (event.type === 'bargein.onset') {
      this.onset = { t: event.t, utteranceId: event.utterance_id };
      return;
    }
    if (!this.onset) this.report('bargein', 'bargein.class without bargein.onset');
    else {
      this.sameMs('decided_after_ms', event.decided_after_ms, event.t - this.onset.t, 'since bargein.onset');
      if (event.utterance_id !== this.onset.utteranceId) {
        this.report(
          'bargein',
          `utterance_id '${event.utterance_id}' of the class, '${this.onset.utteranceId}' of its onset`,
        );
      }
    }
    if (event.p_claim === null && event.class !== 'backchannel') {
      this.report('bargein', 'p_claim is null only for a backchannel that was too short to judge');
    }
    this.onset = undefined;
  }

  private onWords(event: Event<'asr.partial'> | Event<'asr.final'>): void {
    this.roomOnly(event.type);
    if (event.type === 'asr.partial') {
      if (event.text === '') this.pending.delete(event.speaker);
      else this.pending.set(event.speaker, { line: this.line, text: event.text });
      return;
    }
    this.pending.delete(event.speaker);
    if (event.text.trim() === '') this.report('words', 'asr.final without words');
    if (event.t0 > event.t1)
      this.report('words', `asr.final begins at ${event.t0} and ends before, at ${event.t1}`);
    if (event.t1 > event.t)
      this.report('words', `asr.final at ${event.t} has words heard later, at ${event.t1}`);
    const before = this.lastWord.get(event.speaker) ?? 0;
    if (event.t0 < before)
      this.report('words', `words of ${event.speaker} out of order: ${event.t0} after ${before}`);
    this.lastWord.set(event.speaker, Math.max(before, event.t0));
  }

  private roomOnly(type: string): void {
    if (this.endpoint === 'stream')
      this.report('speaker', `${type} on a stream, which returns no transcript`);
  }

  private checkNothingOpen(): void {
    if (this.summaryAt === undefined) return;
    if (this.speechSince !== undefined)
      this.report('vad', 'the session ended with speech open: vad.end is missing');
    for (const [voice, { line, text }] of this.pending) {
      this.report('words', `'${shorten(text)}' of ${voice} never became final`, line);
    }
  }

  private sameMs(field: string, said: number, seconds: number, since: string): void {
    const measured = toMs(seconds);
    if (Math.abs(said - measured) > TOLERANCE_MS) {
      this.report('time', `${field} says ${Math.round(said)} ms, it is ${measured} ms ${since}`);
    }
  }
}

type Event<T extends WireEvent['type']> = Extract<WireEvent, { type: T }>;

/** One clause about the first thing that is wrong with an event's shape. */
function describeShape(value: unknown, error: z.ZodError): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `not an object: ${shorten(JSON.stringify(value))}`;
  const { type, code } = value as { type?: unknown; code?: unknown };
  const issue = firstIssue(error, type, code);
  if (type === undefined) return 'type: missing';
  const name = typeof type === 'string' ? type : JSON.stringify(type);
  if (!issue) return `unknown event type '${name}'`;
  const field = issue.path.join('.');
  const given = issue.path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    value,
  );
  return given === undefined
    ? `${name}: ${field} is missing`
    : `${name}: ${field} is ${shorten(JSON.stringify(given))}: ${issue.message}`;
}

/** The issue of the union's branch that has the event's own type (and warning code). */
function firstIssue(error: z.ZodError, type: unknown, code: unknown): z.core.$ZodIssue | undefined {
  const leaves: { issues: readonly z.core.$ZodIssue[] }[] = [];
  const collect = (issues: readonly z.core.$ZodIssue[]): void => {
    const unions = issues.filter((issue) => issue.code === 'invalid_union');
    const nested = unions.flatMap((issue) => ('errors' in issue ? issue.errors : []));
    if (nested.length > 0) nested.forEach((branch) => collect(branch));
    else leaves.push({ issues });
  };
  collect(error.issues);
  const own = leaves.filter(
    ({ issues }) =>
      !issues.some(({ path }) => path.length === 1 && (path[0] === 'type' || path[0] === 'code')),
  );
  const found = own.at(-1)?.issues[0];
  if (found) return found;
  if (type === 'warning' && code !== undefined) {
    return { code: 'custom', path: ['code'], message: 'not a warning of this service', input: code };
  }
  return type === 'warning'
    ? { code: 'custom', path: ['code'], message: 'missing', input: undefined }
    : undefined;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
