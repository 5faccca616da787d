/** The rules of transcripts: each word that was shown becomes final, in order (docs/protocol.md, "asr.final (room)"). Called by check-log.ts. */
import type { EventOf } from './events.js';
import { shorten } from './describe-shape.js';
import type { Report } from './speech-rules.js';

export class WordRules {
  private readonly pending = new Map<string, { line: number; text: string }>();
  private readonly lastWord = new Map<string, number>();

  constructor(private readonly report: Report) {}

  onWords(event: EventOf<'asr.partial' | 'asr.final'>, line: number): void {
    if (event.type === 'asr.partial') {
      if (event.text === '') this.pending.delete(event.speaker);
      else this.pending.set(event.speaker, { line, text: event.text });
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

  /** At the end of a session nothing may be pending. */
  onEnd(): void {
    for (const [voice, { line, text }] of this.pending) {
      this.report('words', `'${shorten(text)}' of ${voice} never became final`, line);
    }
  }
}
