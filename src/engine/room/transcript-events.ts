/**
 * The transcript of each voice of a room, as events: final words once each, partials that replace the one before. Voices
 * get their numbers in order of first appearance in an event.
 */
import type { RecognisedWord } from '../../asr/recognised-word.js';
import type { DecodingEvidence } from '../../lid/identifier.js';
import type { EventBody } from '../../protocol/events.js';
import { roundMs, SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Language } from '../../protocol/languages.js';

export interface VoicedWord extends RecognisedWord {
  readonly voice: number;
  readonly language: Language;
}

/** A recogniser that goes round in a circle, sure of itself, has heard nothing of its language. */
const CIRCLE = { words: 8, copies: 2, meanLogProb: -1.5 } as const;
/** Pending words of a voice, and the language they are decoded in. */
interface Shown {
  readonly text: string;
  readonly language: Language;
}

/** How long final words are remembered as evidence of their language. */
const REMEMBERED_SAMPLES = 20 * SAMPLE_RATE_HZ;

export class VoiceTexts {
  private readonly numbers = new Map<number, number>();
  /** What each voice's last partial showed, until its words are final. */
  private readonly partials = new Map<number, Shown>();
  /** When the last final word of each voice was first heard, seconds. */
  private readonly lastHeard = new Map<number, number>();
  private readonly scores = new Map<number, VoicedWord[]>();
  private waiting: VoicedWord[] = [];

  final(word: VoicedWord): void {
    this.waiting.push(word);
    const recent = (this.scores.get(word.voice) ?? []).filter(
      ({ end }) => end > word.start - REMEMBERED_SAMPLES,
    );
    this.scores.set(word.voice, [...recent, word]);
  }

  /** `spk_<n>` of a voice that has appeared. */
  nameOf(voice: number): string | undefined {
    const number = this.numbers.get(voice);
    return number === undefined ? undefined : `spk_${number}`;
  }

  /** How well `language` is decoded in a voice's words, final or open, since absolute sample `from`. */
  evidenceOf(
    voice: number,
    language: Language,
    open: readonly VoicedWord[],
    from: number,
  ): DecodingEvidence | undefined {
    const said = [...(this.scores.get(voice) ?? []), ...open.filter((word) => word.voice === voice)];
    const words = said.filter((word) => word.language === language && word.end > from);
    if (words.length === 0) return undefined;
    const distinct = new Set(words.map((word) => word.text.toLowerCase())).size;
    if (words.length >= CIRCLE.words && words.length >= CIRCLE.copies * distinct)
      return { language, words: words.length, meanLogProb: CIRCLE.meanLogProb };
    const sum = words.reduce((total, word) => total + word.logProb, 0);
    return { language, words: words.length, meanLogProb: sum / words.length };
  }

  /** Finals that wait, then partials that changed, by voice number. @param open words not final yet. */
  events(tSec: number, open: readonly VoicedWord[]): EventBody[] {
    const finals = grouped(this.waiting).map((words) => ({
      speaker: this.appear(words[0]!.voice),
      event: this.finalEvent(tSec, words),
    }));
    this.waiting = [];
    const partials = this.partialEvents(tSec, open);
    // A stable sort: a voice's finals stay in time order and come before its partial.
    return [...finals, ...partials].sort((a, b) => a.speaker - b.speaker).map(({ event }) => event);
  }

  private finalEvent(tSec: number, words: readonly VoicedWord[]): EventBody {
    const { voice, language } = words[0]!;
    const after = this.lastHeard.get(voice) ?? 0;
    const t0 = Math.min(tSec, Math.max(after, seconds(words[0]!.start)));
    const t1 = Math.min(tSec, Math.max(t0, seconds(words.at(-1)!.start)));
    this.lastHeard.set(voice, t1);
    this.partials.delete(voice);
    const text = words.map((word) => word.text).join(' ');
    return { type: 'asr.final', t: tSec, speaker: this.nameOf(voice)!, text, t0, t1, language };
  }

  private partialEvents(tSec: number, open: readonly VoicedWord[]) {
    const pending = new Map<number, Shown>();
    for (const { voice, text, language } of open) {
      const before = pending.get(voice);
      pending.set(voice, { text: before ? `${before.text} ${text}` : text, language });
    }
    // A voice whose pending words went to another voice shows nothing any more.
    for (const [voice, { language }] of this.partials)
      if (!pending.has(voice)) pending.set(voice, { text: '', language });
    return [...pending].flatMap(([voice, shown]) => {
      const { text, language } = shown;
      if ((this.partials.get(voice)?.text ?? '') === text) return [];
      const speaker = this.appear(voice);
      if (text === '') this.partials.delete(voice);
      else this.partials.set(voice, shown);
      const event: EventBody = { type: 'asr.partial', t: tSec, speaker: this.nameOf(voice)!, text, language };
      return [{ speaker, event }];
    });
  }

  private appear(voice: number): number {
    const number = this.numbers.get(voice) ?? this.numbers.size + 1;
    this.numbers.set(voice, number);
    return number;
  }
}

/** Neighbouring words of one voice and language. */
function grouped(words: readonly VoicedWord[]): VoicedWord[][] {
  const groups: VoicedWord[][] = [];
  for (const word of words) {
    const last = groups.at(-1);
    if (last && last[0]!.voice === word.voice && last[0]!.language === word.language) last.push(word);
    else groups.push([word]);
  }
  return groups;
}

function seconds(sample: number): number {
  return roundMs(sample / SAMPLE_RATE_HZ);
}
