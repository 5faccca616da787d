/**
 * Judges whether a sentence is complete, given what the agent just asked. Written rules for English, as log-odds: the text half of the
 * rules scorer. All log-odds are chosen by hand: a higher one ends such turns earlier and cuts off more of them.
 */
import { sum } from '../dsp/numeric.js';
import type { ConversationMessage } from '../protocol/messages.js';
import { lastAgentMessage } from './last-agent-message.js';

export interface Completeness {
  readonly logit: number;
  /** Names of the rules that apply, for the trace. */
  readonly rules: readonly string[];
}

interface Utterance {
  readonly words: readonly string[];
  readonly text: string;
  /** What the agent said last, '' if somebody has spoken since. */
  readonly asked: string;
}

interface Rule {
  readonly name: string;
  readonly logit: number;
  readonly applies: (utterance: Utterance) => boolean;
}

const DANGLING = new Set(
  `a an the my your his her our their this these and or but because so if when while with without of to for from in on
  at by about into than as is are was were am be been i'm it's i'd i'll we're you're he's she's that's there's do does
  did don't can could would should will not very really just like which who whose where what i we they you he she and
  between under over more less every each some any no`.split(/\s+/),
);
const FILLERS = new Set(['um', 'uh', 'er', 'erm', 'uhm', 'hmm', 'hm', 'mm', 'ah', 'well', 'so', 'like']);
const YES_NO = new Set(
  `yes yeah yep yup no nope sure okay ok right correct absolutely definitely exactly please thanks`.split(
    /\s+/,
  ),
);
const HOLD_ON =
  /\b(let me (see|check|think|look|find|get|grab)|(one|just a|wait a|a|hold on a?) ?(second|sec|moment|minute)|hold on|hang on|bear with me|give me a)\b[^.?!]*[.?!]?$/;
const YES_NO_QUESTION =
  /\b(is|are|was|were|do|does|did|can|could|would|will|have|has|should|shall|right|correct|okay)\b[^.?!]*\?\s*$/i;
const OPENINGS = /^(hi|hello|hey|good (morning|afternoon|evening))( there)?[.,!]?$/;
const LIST_ANNOUNCED = /\b(two|three|several|a few|couple of) (things|questions|issues|reasons|items)[.,]?$/;

const NUMBER_WORDS = new Set(
  `zero oh one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
  eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred double triple`.split(/\s+/),
);
/** How many digits a full answer has, by what was asked for. */
const NUMBER_LENGTHS: readonly [RegExp, number][] = [
  [/\b(credit|debit|card) number/i, 15],
  [/\b(phone|telephone|mobile|cell|callback|contact) ?(number)?\b/i, 10],
  [/\b(social security)\b/i, 9],
  [/\b(zip|postal) ?code/i, 5],
  [/\blast four\b/i, 4],
  [/\b(account|reference|order|member|policy|confirmation|tracking|case|booking) (number|code|id)\b/i, 6],
];

const RULES: readonly Rule[] = [
  { name: 'filler', logit: -3, applies: ({ words }) => words.length > 0 && FILLERS.has(words.at(-1)!) },
  { name: 'dangling', logit: -3, applies: ({ words }) => words.length > 0 && DANGLING.has(words.at(-1)!) },
  { name: 'hold-on', logit: -2.5, applies: ({ text }) => HOLD_ON.test(text) },
  { name: 'list-announced', logit: -2, applies: ({ text }) => LIST_ANNOUNCED.test(text) },
  { name: 'greeting-only', logit: -1, applies: ({ text }) => OPENINGS.test(text) },
  { name: 'trails-off', logit: -2, applies: ({ text }) => /(\.\.\.|…|-|,)$/.test(text) },
  { name: 'number-in-progress', logit: -2.5, applies: (utterance) => numberProgress(utterance) === 'open' },
  { name: 'number-complete', logit: 2, applies: (utterance) => numberProgress(utterance) === 'full' },
  {
    name: 'answers-yes-no',
    logit: 2,
    applies: ({ words, asked }) =>
      words.length > 0 &&
      words.length <= 4 &&
      YES_NO_QUESTION.test(asked) &&
      words.some((word) => YES_NO.has(word)),
  },
  {
    name: 'short-answer',
    logit: 0.7,
    applies: ({ words, asked }) => /\?\s*$/.test(asked) && words.length > 0 && words.length <= 3,
  },
  { name: 'asks', logit: 1, applies: ({ text }) => text.endsWith('?') },
  { name: 'thanks', logit: 1.5, applies: ({ text }) => /\b(thank you|thanks|bye|goodbye)[.!]?$/.test(text) },
];

export function completenessOf(transcript: string, messages: readonly ConversationMessage[]): Completeness {
  const text = transcript.trim().toLowerCase();
  const asked = lastAgentMessage(messages);
  const utterance: Utterance = { text, asked, words: text.match(/[\p{L}\p{N}']+/gu) ?? [] };
  const applying = RULES.filter((rule) => rule.applies(utterance));
  return {
    logit: sum(applying.map((rule) => rule.logit)),
    rules: applying.map((rule) => rule.name),
  };
}

/** Whether a number that the agent asked for is complete; undefined if none was asked for or none is being said. */
function numberProgress({ words, asked }: Utterance): 'open' | 'full' | undefined {
  const wanted = NUMBER_LENGTHS.find(([pattern]) => pattern.test(asked))?.[1];
  const tail = words.at(-1);
  if (wanted === undefined || tail === undefined) return undefined;
  if (!/\d/.test(tail) && !NUMBER_WORDS.has(tail)) return undefined;
  const digits = words.reduce((sum, word) => sum + digitsIn(word), 0);
  return digits >= wanted ? 'full' : 'open';
}

function digitsIn(word: string): number {
  if (word === 'double') return 1;
  if (word === 'triple') return 2;
  const written = word.match(/\d/g)?.length ?? 0;
  return written > 0 ? written : NUMBER_WORDS.has(word) ? 1 : 0;
}
