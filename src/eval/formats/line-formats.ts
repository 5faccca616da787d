/**
 * The line-based formats of speech evaluation: RTTM, UEM, STM, CTM. Called by importers and `score`.
 * Sources: NIST RT-09 evaluation plan, appendix A (RTTM, UEM); sclite manual (STM, CTM).
 */
import { timeSpan, type TimeSpan } from '../basics/time-span.js';
import { shorten } from '../../protocol/describe-shape.js';
import { TurnwireError } from '../../protocol/errors.js';
import { type Region, type Utterance } from './utterance.js';

/** Record types of RTTM other than SPEAKER. */
const OTHER_RTTM_RECORDS: ReadonlySet<string> = new Set(
  'SEGMENT NOSCORE NO_RT_METADATA LEXEME NON-LEX NON-SPEECH FILLER EDIT IP SU CB A/P SPKR-INFO'.split(' '),
);

/** Reads `SPEAKER file 1 start duration <NA> <NA> speaker <NA> <NA>`. Lines of other record types are skipped. */
export function parseRttm(text: string, where: string): Utterance[] {
  const numbers = new Map<string, string>();
  return fieldLines(text).flatMap(({ fields, tabbed, line }) => {
    if (OTHER_RTTM_RECORDS.has(fields[0]!)) return [];
    if (fields[0] !== 'SPEAKER')
      throw new TurnwireError(
        'source',
        'bad_line',
        `${where}:${line}: '${shorten(fields[0]!)}' is no RTTM record type`,
      );
    need(fields, 8, `${where}:${line}`);
    checkNames(tabbed, [1, 7], 8, `${where}:${line}`);
    if (fields[7] === '<NA>') throw noName(`${where}:${line}`);
    const start = seconds(fields[3]!, `${where}:${line}`);
    const duration = seconds(fields[4]!, `${where}:${line}`);
    // After the name come a confidence and a lookahead time. Anything else is the rest of a name with blanks.
    if (fields.length > 10 || !fields.slice(8).every(isNumberOrNone)) throw blankInName(`${where}:${line}`);
    if (tabbed.length < 8) refuseSplitName(numbers, fields, `${where}:${line}`);
    return [{ session: fields[1]!, speaker: fields[7]!, start, end: start + duration, text: '' }];
  });
}

/** Reads the regions of an RTTM that its `NOSCORE` records leave out, as md-eval does. */
export function parseRttmUnscored(text: string, where: string): Region[] {
  return fieldLines(text).flatMap(({ fields, line }) => {
    if (fields[0] !== 'NOSCORE') return [];
    need(fields, 5, `${where}:${line}`);
    const start = seconds(fields[3]!, `${where}:${line}`);
    return [{ session: fields[1]!, start, end: start + seconds(fields[4]!, `${where}:${line}`) }];
  });
}

/** Reads UEM lines, `file channel start end`: the parts of a recording that are scored. */
export function parseUem(text: string, where: string): Region[] {
  return fieldLines(text).map(({ fields, line }) => {
    need(fields, 4, `${where}:${line}`);
    if (fields.length > 4) throw blankInName(`${where}:${line}`);
    return { session: fields[0]!, ...spanOf(fields[2]!, fields[3]!, `${where}:${line}`) };
  });
}

/**
 * Reads `file channel speaker start end [<label>] words…`. Segments that are not scored and those of the speaker
 * `inter_segment_gap`, in which nobody speaks, are left out.
 */
export function parseStm(text: string, where: string): Utterance[] {
  const lines = fieldLines(text);
  refuseSplitVoices(lines, where);
  return lines.flatMap((line) => {
    const { fields, tabbed } = line;
    const at = `${where}:${line.line}`;
    need(fields, 5, at);
    checkNames(tabbed, [0, 2], 5, at);
    if (isUnscored(line) || fields[2] === 'inter_segment_gap') return [];
    const span = spanOf(fields[3]!, fields[4]!, at);
    return [{ session: fields[0]!, speaker: fields[2]!, ...span, text: stmWords(fields).join(' ') }];
  });
}

/** Reads the regions of an STM that its segments marked `IGNORE_TIME_SEGMENT_IN_SCORING` leave out, in capitals or not. */
export function parseStmUnscored(text: string, where: string): Region[] {
  return fieldLines(text)
    .filter(isUnscored)
    .map(({ fields, line }) => ({
      session: fields[0]!,
      ...spanOf(fields[3]!, fields[4]!, `${where}:${line}`),
    }));
}

const isUnscored = ({ fields }: FieldLine): boolean =>
  stmWords(fields)[0]?.toLowerCase() === 'ignore_time_segment_in_scoring';

/** The words of an STM line, without its label. */
function stmWords(fields: readonly string[]): readonly string[] {
  return fields.slice(/^<.*>$/.test(fields[5] ?? '') ? 6 : 5);
}

/** Reads `file channel start duration word [confidence]`. The channel becomes the voice. */
export function parseCtm(text: string, where: string): Utterance[] {
  return fieldLines(text).map(({ fields, line }) => {
    need(fields, 5, `${where}:${line}`);
    // After the word come a confidence, a type and a speaker.
    if (fields.length > 8 || !isNumberOrNone(fields[5] ?? '<NA>')) throw blankInName(`${where}:${line}`);
    const start = seconds(fields[2]!, `${where}:${line}`);
    const duration = seconds(fields[3]!, `${where}:${line}`);
    return { session: fields[0]!, speaker: fields[1]!, start, end: start + duration, text: fields[4]! };
  });
}

interface FieldLine {
  /** Split at blanks and tabs. */
  readonly fields: readonly string[];
  /** Split at tabs alone. */
  readonly tabbed: readonly string[];
  readonly line: number;
}

/** @returns each line that is not empty and not a comment (`;;`) */
function fieldLines(text: string): FieldLine[] {
  return text
    .split(/\r\n|\n|\r/)
    .map((content, index) => ({
      fields: content.trim().split(/\s+/),
      tabbed: content.split('\t').map((field) => field.trim()),
      line: index + 1,
    }))
    .filter(({ fields }) => fields[0] !== '' && !fields[0]!.startsWith(';;'));
}

/** Where tabs set the fields apart, a name that is empty or has a blank in it can be seen; split at blanks, it shifts the others. */
function checkNames(tabbed: readonly string[], at: readonly number[], count: number, where: string): void {
  if (tabbed.length < count) return;
  const names = at.map((index) => tabbed[index]!);
  if (names.includes('')) throw noName(where);
  if (names.some((name) => /\s/.test(name))) throw blankInName(where);
}

/**
 * Refuses what may be the end of a name: a voice that is followed by different whole numbers, such as `speaker 1` and `speaker 2`.
 * Read as confidences, they would leave one voice of the two.
 * @param numbers the whole number that followed each voice before
 */
function refuseSplitName(numbers: Map<string, string>, fields: readonly string[], where: string): void {
  const [voice, number] = [`${fields[1]} ${fields[7]}`, fields[8] ?? ''];
  if (!/^\d+$/.test(number)) return;
  const before = numbers.get(voice) ?? number;
  numbers.set(voice, number);
  if (before !== number)
    throw new TurnwireError(
      'source',
      'bad_line',
      `${where}: ${shorten(fields[7]!)} is followed by ${number}, and by ${before} in a line before: if that is a part of the name, write it without a blank, such as a_1; if it is a confidence, write <NA>`,
    );
}

/**
 * Refuses a voice of an STM whose name seems to go on behind a blank, as `speaker 1` does: the `1` would be taken for the start, and
 * the end for the first word. This is so if it holds for two or more lines and for all lines of the voice.
 */
function refuseSplitVoices(lines: readonly FieldLine[], where: string): void {
  const voices = new Map<string, FieldLine[]>();
  for (const line of lines) {
    const voice = `${line.fields[0]} ${line.fields[2]}`;
    voices.set(voice, [...(voices.get(voice) ?? []), line]);
  }
  const split = [...voices.values()].find((own) => own.length > 1 && own.every(seemsSplit));
  if (split !== undefined) throw blankInName(`${where}:${split[0]!.line}`);
}

/** @returns true if a whole number stands where the start does, and a time not before the end where the words begin. */
function seemsSplit({ fields, tabbed }: FieldLine): boolean {
  const [start = '', end] = fields.slice(3);
  const [word = ''] = stmWords(fields);
  return tabbed.length < 5 && /^\d+$/.test(start) && DECIMAL.test(word) && Number(word) >= Number(end);
}

function need(fields: readonly string[], count: number, where: string): void {
  if (fields.length < count)
    throw new TurnwireError(
      'source',
      'bad_line',
      `${where}: ${fields.length} fields, at least ${count} expected`,
    );
}

/** Without what `Number` reads besides: hexadecimal, binary. */
const DECIMAL = /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i;

const isNumberOrNone = (field: string): boolean => field === '<NA>' || Number.isFinite(Number(field));

/** The rest of such a name would be taken for other fields, and two voices for one. */
function blankInName(where: string): TurnwireError {
  return new TurnwireError(
    'source',
    'bad_line',
    `${where}: more fields than the format has: a name with a blank or tab in it; write it without, such as a_b`,
  );
}

function noName(where: string): TurnwireError {
  return new TurnwireError(
    'source',
    'bad_line',
    `${where}: the recording or the voice has no name; give each one a name`,
  );
}

function spanOf(from: string, to: string, where: string): TimeSpan {
  return timeSpan(seconds(from, where), seconds(to, where), where);
}

function seconds(field: string, where: string): number {
  const value = DECIMAL.test(field) ? Number(field) : NaN;
  if (!Number.isFinite(value) || value < 0)
    throw new TurnwireError('source', 'bad_time', `${where}: ${shorten(field)} is no time in seconds`);
  return value;
}
