/** Reads a file in any known format, which the end of its name decides. Called by `score`, the importers and room references. */
import { isUtf8 } from 'node:buffer';
import path from 'node:path';
import { TurnwireError } from '../../protocol/errors.js';
import { utf8Text } from '../../protocol/utf8-text.js';
import { readText } from '../files/json-lines.js';
import { parseAmiWords } from './ami-words.js';
import {
  parseCtm,
  parseRttm,
  parseRttmUnscored,
  parseStm,
  parseStmUnscored,
  parseUem,
} from './line-formats.js';
import { parseSegLst } from './seglst.js';
import { parseTextGrid } from './textgrid.js';
import type { Region, Utterance } from './utterance.js';

/** What reads a file, by the end of its name in small letters. */
const PARSERS: readonly [suffix: string, parse: (text: string, file: string) => Utterance[]][] = [
  ['.rttm', parseRttm],
  ['.stm', parseStm],
  ['.ctm', parseCtm],
  ['.json', parseSegLst],
  ['.textgrid', (text, file) => parseTextGrid(text, path.parse(file).name, file)],
  ['.words.xml', (text, file) => parseAmiWords(text, path.basename(file))],
];

export function readUtterances(file: string): Promise<Utterance[]> {
  return readUtterancesBeside([], file);
}

/**
 * Like `readUtterances`, for a caller that also reads files of `otherEndings`: the error then names those endings too.
 */
export async function readUtterancesBeside(
  otherEndings: readonly string[],
  file: string,
): Promise<Utterance[]> {
  const parse = PARSERS.find(([suffix]) => file.toLowerCase().endsWith(suffix))?.[1];
  if (parse === undefined)
    throw new TurnwireError(
      'source',
      'unknown_format',
      `${file}: the name must end in ${[...PARSERS.map(([suffix]) => suffix), ...otherEndings].join(', ')}`,
    );
  return parse(await readText(file, markedText), file);
}

/** @returns false for RTTM, which says who spoke but not what. */
export function holdsWords(file: string): boolean {
  return !file.toLowerCase().endsWith('.rttm');
}

/** @returns the regions that a reference leaves out of scoring: in STM and RTTM; the other formats have none. */
export async function readUnscored(file: string): Promise<Region[]> {
  const name = file.toLowerCase();
  if (name.endsWith('.stm')) return parseStmUnscored(await readText(file, markedText), file);
  if (name.endsWith('.rttm')) return parseRttmUnscored(await readText(file, markedText), file);
  return [];
}

export async function readUem(file: string): Promise<Region[]> {
  return parseUem(await readText(file, markedText), file);
}

/** The encoding that an XML file declares. AMI declares ISO-8859-1, also in copies that were saved as UTF-8. */
const OTHER_ENCODING = /^<\?xml\b[^>]*\bencoding=["'](?!utf-8)([\w.-]+)/i;

function markedText(bytes: Buffer): string {
  // Praat writes UTF-16 if a label needs it.
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return bytes.subarray(2).swap16().toString('utf16le');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  const [, declared] = OTHER_ENCODING.exec(bytes.toString('latin1', 0, 100)) ?? [];
  if (declared !== undefined && !isUtf8(bytes)) return new TextDecoder(declared).decode(bytes);
  return utf8Text(bytes);
}
