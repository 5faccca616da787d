/**
 * Reads Praat TextGrid in its long and short text form: each interval tier is a voice, each interval with a label an
 * utterance. Source: Praat manual, "TextGrid file formats".
 */
import { timeSpan } from '../basics/time-span.js';
import { shorten } from '../../protocol/describe-shape.js';
import { TurnwireError } from '../../protocol/errors.js';
import { type Utterance } from './utterance.js';

/** A tier without a name is called by its number. */
export function parseTextGrid(text: string, session: string, where: string): Utterance[] {
  if (text.trim() === '') return [];
  const tokens = new Tokens(text, where);
  tokens.expectText('ooTextFile');
  tokens.expectText('TextGrid');
  tokens.skipNumbers(2);
  if (!text.includes('<exists>')) return [];
  const tierCount = tokens.number();
  const utterances: Utterance[] = [];
  const voices = new Set<string>();
  for (let tier = 1; tier <= tierCount; tier++) {
    const kind = tokens.text();
    const speaker = tokens.text().trim() || `tier ${tier}`;
    if (kind === 'IntervalTier') refuseSecond(voices, speaker, where);
    tokens.skipNumbers(2);
    const count = tokens.number();
    for (let i = 0; i < count; i++) {
      const start = tokens.number();
      const end = kind === 'IntervalTier' ? tokens.number() : start;
      const label = tokens.text().trim();
      if (kind === 'IntervalTier' && label !== '')
        utterances.push({
          session,
          speaker,
          ...timeSpan(start, end, `${where}: '${shorten(label)}' of ${shorten(speaker)}`),
          text: label,
        });
    }
  }
  return withoutVoiceActivity(utterances).sort((a, b) => a.start - b.start);
}

/** Two tiers of one name would be one voice in every figure. */
function refuseSecond(voices: Set<string>, speaker: string, where: string): void {
  if (voices.has(speaker))
    throw new TurnwireError(
      'source',
      'bad_textgrid',
      `${where}: two tiers are called '${shorten(speaker)}'; give each voice a tier with a name of its own`,
    );
  voices.add(speaker);
}

/**
 * Drops the tier `speech` that `run --format textgrid` adds beside the voices of a room: it holds voice activity, not a
 * voice.
 */
function withoutVoiceActivity(utterances: Utterance[]): Utterance[] {
  const name = 'speech';
  const voices = utterances.filter(({ speaker }) => speaker !== name);
  const isActivity = utterances.every(({ speaker, text }) => speaker !== name || text === name);
  return isActivity && voices.length > 0 ? voices : utterances;
}

/**
 * The numbers and quoted strings of a TextGrid in order. Both forms hold the same ones; the long form also has words
 * such as `xmin =` and `intervals [3]:`, which are skipped.
 */
class Tokens {
  private readonly values: { text?: string; number?: number }[];
  private next = 0;

  constructor(
    source: string,
    private readonly where: string,
  ) {
    const withoutIndexes = source.replace(/\[\d*\]:?/g, ' ');
    this.values = [
      ...withoutIndexes.matchAll(/"((?:[^"]|"")*)"|(?<![\w.])(-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)(?![\w.])/g),
    ].map((match) =>
      match[1] === undefined ? { number: Number(match[2]) } : { text: match[1].replaceAll('""', '"') },
    );
  }

  text(): string {
    return this.take('text').text!;
  }

  number(): number {
    return this.take('number').number!;
  }

  skipNumbers(count: number): void {
    for (let i = 0; i < count; i++) this.number();
  }

  expectText(expected: string): void {
    if (this.text() !== expected) throw this.problem(`"${expected}" expected`);
  }

  private take(kind: 'text' | 'number') {
    const value = this.values[this.next++];
    if (value?.[kind] === undefined) throw this.problem(`a ${kind} expected as value ${this.next}`);
    return value;
  }

  private problem(what: string): TurnwireError {
    return new TurnwireError(
      'source',
      'bad_textgrid',
      `${this.where}: no TextGrid this reader knows: ${what}`,
    );
  }
}
