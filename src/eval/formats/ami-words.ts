/**
 * The AMI meeting corpus, words layer: one XML file per voice (`ES2002a.A.words.xml`) with <w> elements.
 * Source: AMI corpus manual annotations 1.7, NXT format.
 */
import type { Utterance } from './utterance.js';

/** Words closer than this belong to one utterance, seconds. */
const UTTERANCE_GAP_SEC = 0.5;

/** Meeting and voice come from the file's name. Punctuation joins the word before it; `<vocalsound>` is no word. */
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
    // A few words of the corpus carry no time: they cannot be placed.
    if (!Number.isFinite(start) || !Number.isFinite(end)) continue;
    yield { start, end, word: decodeEntities(content), isPunctuation: attribute('punc') === 'true' };
  }
}

const LAST_CHARACTER = 0x10ffff;
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** One that names no character stays as it is. */
function decodeEntities(text: string): string {
  return text.replace(/&(#\d+|#x[0-9a-f]+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = Number(name.replace('#', '').replace(/^x/i, '0x'));
    return code <= LAST_CHARACTER ? String.fromCodePoint(code) : whole;
  });
}
