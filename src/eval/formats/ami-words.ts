/**
 * Reads the words layer of the AMI meeting corpus: one XML file for each voice (`ES2002a.A.words.xml`) with <w> elements.
 * Source: AMI corpus manual annotations 1.7, NXT format.
 */
import type { Utterance } from './utterance.js';

/** Two words with a shorter gap between them belong to one utterance, in seconds. Chosen by hand. */
const UTTERANCE_GAP_SEC = 0.5;

/**
 * The file name gives meeting and voice. Punctuation is appended to the word before it; `<vocalsound>` is not a word.
 */
export function parseAmiWords(xml: string, fileName: string): Utterance[] {
  const [session = fileName, speaker = 'A'] = fileName.split('.');
  const utterances: Utterance[] = [];
  for (const { start, end, word, isPunctuation } of wordElements(xml)) {
    const last = utterances.at(-1);
    if (last !== undefined && (isPunctuation || start - last.end < UTTERANCE_GAP_SEC)) {
      const text = isPunctuation ? last.text + word : `${last.text} ${word}`;
      utterances[utterances.length - 1] = { ...last, end: Math.max(last.end, end), text };
    } else if (!isPunctuation) utterances.push({ session, speaker, start, end, text: word });
  }
  return utterances;
}

function* wordElements(xml: string) {
  for (const [, attributes = '', content = ''] of xml.matchAll(/<w\b([^>]*)>([^<]*)<\/w>/g)) {
    const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    const start = Number(attribute('starttime'));
    const end = Number(attribute('endtime'));
    // A few words of the corpus carry no time and are left out.
    if (!Number.isFinite(start) || !Number.isFinite(end)) continue;
    yield { start, end, word: decodeEntities(content), isPunctuation: attribute('punc') === 'true' };
  }
}

const LAST_CHARACTER = 0x10ffff;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** An entity that names no character stays as it is. */
function decodeEntities(text: string): string {
  return text.replace(/&(#\d+|#x[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = Number(name.replace('#', '').replace(/^x/i, '0x'));
    return code <= LAST_CHARACTER ? String.fromCodePoint(code) : whole;
  });
}
