/**
 * Checks an event log against the protocol: the shape of each event (docs/protocol.md, "From the service") and the rules between
 * events (docs/protocol.md, "Time" and "States and transitions"). It does no I/O. `turnwire replay` shows every violation with
 * its line. Rules that only our own engine keeps are not checked, because the log may come from any `/v2` service.
 */
import { describeShape, shorten } from './describe-shape.js';
import { wireEventSchema, type EventOf, type SessionStarted, type WireEvent } from './events.js';
import { toMs } from './grid.js';
import { SpeechRules, TOLERANCE_MS } from './speech-rules.js';
import { WordRules } from './word-rules.js';

/** One line of the log that breaks one rule. */
export interface Violation {
  /** Line of the log, from 1. */
  line: number;
  /** Which kind of rule: `shape`, `seq`, `time`, `vad`, `turn`, … */
  rule: string;
  message: string;
}

/** A log as read, and what is wrong with it. */
export interface CheckedLog {
  /** The events that could be read, in order, with their lines. */
  events: { line: number; event: WireEvent }[];
  violations: Violation[];
}

const MAX_VOICES = 8;

/**
 * @param text the log: one JSON event a line.
 * @returns what could be read and every violation; never throws, whatever the text.
 */
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
  private startedAt: number | undefined;
  private seq = 0;
  private t = 0;
  private voices = 0;
  private readonly speech = new SpeechRules((...said) => this.report(...said));
  private readonly words = new WordRules((...said) => this.report(...said));
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
    // Counting goes on from the number found, so that one bad event does not make every later one look wrong.
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
    this.speech.onTime(event.t);
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
        this.idleWarned = this.idleWarned && event.type === 'vad.end';
        return this.speech.onVoiceActivity(event, this.line);
      case 'turn.end':
      case 'turn.resumed':
        return this.speech.onTurn(event);
      case 'bargein.onset':
      case 'bargein.class':
        return this.speech.onBargein(event);
      case 'asr.partial':
      case 'asr.final':
        this.roomOnly(event.type);
        return this.words.onWords(event, this.line);
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

  private onStarted(event: SessionStarted): void {
    if (this.startedAt !== undefined) {
      this.report('session', `a second session.started (the first is on line ${this.startedAt})`);
      return;
    }
    this.startedAt = this.line;
    this.endpoint = event.tier === 'full' ? 'stream' : 'room';
    this.speech.onStarted(event);
  }

  private onSummary(event: EventOf<'session.summary'>): void {
    this.summaryAt = this.line;
    if (event.turns !== this.speech.turns) {
      this.report(
        'summary',
        `the summary counts ${event.turns} turns, the log has ${this.speech.turns} turn.end events`,
      );
    }
    if (toMs(this.t) - toMs(event.audio_s) > TOLERANCE_MS) {
      this.report('summary', `the summary says ${event.audio_s} s of audio, an event has t ${this.t}`);
    }
  }

  private roomOnly(type: string): void {
    if (this.endpoint === 'stream')
      this.report('speaker', `${type} on a stream, which returns no transcript`);
  }

  private checkNothingOpen(): void {
    if (this.summaryAt === undefined) return;
    this.speech.onTime(Infinity);
    if (this.speech.speechSince !== undefined)
      this.report('vad', 'the session ended with speech open: vad.end is missing');
    this.words.onEnd();
  }
}
