/** Counts the events of a session of `run` or `live` for its closing sentence: turns, mean latency, how they ended, speed. */
import { breakableUnits } from '../../asr/writing-systems.js';
import { median } from '../../dsp/numeric.js';
import type { WireEvent } from '../../protocol/events.js';

export class SessionTally {
  private readonly latenciesMs: number[] = [];
  private byScore = 0;
  private resumed = 0;
  private claims = 0;
  private backchannels = 0;
  private words = 0;
  private readonly voices = new Set<string>();
  private audioSec = 0;

  take(event: WireEvent): void {
    switch (event.type) {
      case 'turn.end':
        this.latenciesMs.push(event.latency_ms);
        if (event.by === 'score') this.byScore += 1;
        break;
      case 'turn.resumed':
        this.resumed += 1;
        break;
      case 'bargein.class':
        if (event.class === 'claim') this.claims += 1;
        else this.backchannels += 1;
        break;
      case 'asr.final':
        this.voices.add(event.speaker);
        this.words += event.text
          .split(/\s+/)
          .flatMap(breakableUnits)
          .filter((word) => word !== '').length;
        break;
      case 'session.summary':
        this.audioSec = event.audio_s;
        break;
      default:
        break;
    }
  }

  /** How long an agent that answers at each turn end waits; undefined if no turn ended. */
  waits(): string | undefined {
    if (this.latenciesMs.length === 0) return undefined;
    const [least, most] = [Math.min(...this.latenciesMs), Math.max(...this.latenciesMs)];
    const range =
      least === most
        ? `${most} ms`
        : `${least} to ${most} ms, median ${Math.round(median(this.latenciesMs))} ms`;
    return `wait between the last speech and the turn end: ${range}`;
  }

  /** @param wallSec wall seconds that the session took. */
  sentence(name: string, audioSec: number, wallSec: number): string {
    const turns = this.latenciesMs.length;
    const seconds = this.audioSec || audioSec;
    const parts = [`${seconds.toFixed(1)} s of audio`, `${turns} turn${turns === 1 ? '' : 's'} ended`];
    if (turns > 0) {
      const mean = this.latenciesMs.reduce((sum, ms) => sum + ms, 0) / turns;
      parts.push(
        `mean latency ${Math.round(mean)} ms`,
        `${this.byScore} by score, ${turns - this.byScore} by timeout`,
      );
    }
    if (this.resumed > 0) parts.push(`${this.resumed} resumed`);
    if (this.claims + this.backchannels > 0) {
      parts.push(`barge-in: ${this.claims} claim(s), ${this.backchannels} backchannel(s)`);
    }
    if (this.voices.size > 0) parts.push(`${this.voices.size} voice(s), ${this.words} words`);
    parts.push(`${(seconds / wallSec).toFixed(1)}x real time`);
    return `${name}: ${parts.join(', ')}`;
  }
}
