/**
 * Turns that are nothing but "yes" or "no", in English. Who has said no more than that and then is silent has answered, so a
 * silence says more after them than after other turns. Used by learned-scorer.ts.
 *
 * Measured on 57 consultations (babylonhealth/primock57, CC BY 4.0: 7 108 timed utterances, 2026-11-29): of 240 utterances of
 * patients that are only such words one goes on after a pause (of 1.2 s); 45 end the turn with more than 0.6 s of silence
 * behind them. Consultations ask little of patients beside questions; where an agent asks for something ("Could you give me
 * your number?"), "yes" promises more, so that case is left out.
 */
import { wordsOf } from './text-words.js';

const YES = "yes|yeah|yep|yup|correct|exactly|absolutely|definitely|that's right|that's correct";
/** Phrases that say yes to a question, and promise or acknowledge something after anything else. */
const AGREED = 'sure|of course|certainly';
const NO = 'no|nope|nah|not really|not yet';
/** Nothing but such phrases, perhaps after a filler and with a polite word at the end. */
const bare = (phrases: string) =>
  new RegExp(`^((uh|um|er|oh) )*(${phrases})( (${phrases}))*( (please|thanks|thank you|sir|ma'am))*$`);
const SAYS_NO = bare(NO);
const SAYS_YES = bare(YES);
const AGREES = bare(`${YES}|${AGREED}`);

/** A question that "yes" does not answer: for something other than yes or no, or for something to be done. */
const WANTS_MORE =
  /\b(what|how|when|where|which|who|whose|why|(can|could|would|will|may|might|shall) (you|i|we|it be)|tell me|let me|please)\b/;
const QUESTION_MARK = /[?？؟]/;

/**
 * Silence behind a bare answer from which it counts, and from which it counts in full, in seconds. Chosen by hand. It counts later
 * if it is not known what it answers: of 13 real calls without messages one "Yes" that promised more paused for 0.5 s.
 */
const COUNTS_SEC = { answers: [0.4, 0.6], unknown: [0.7, 0.9] } as const;
/**
 * What the silence behind a bare answer adds to the log-odds in full: with it the least likely of them has p_eot 0.97 after
 * 0.6 s, as measured above. Raising it changes little.
 */
const MOST_LOG_ODDS = 3;

/** `answers`: to a known question. `unknown`: it is not known what was asked. */
export type BareAnswer = 'answers' | 'unknown';

/**
 * @param text transcript of the turn so far
 * @param context what the agent said right before, '' if unknown
 * @returns undefined if the turn is no bare answer
 */
export function bareAnswer(text: string, context: string): BareAnswer | undefined {
  const said = wordsOf(text).join(' ');
  if (context === '') return SAYS_NO.test(said) || SAYS_YES.test(said) ? 'unknown' : undefined;
  const question = lastQuestion(context);
  if (question === undefined) return undefined;
  const agrees = AGREES.test(said) && !WANTS_MORE.test(wordsOf(question).join(' '));
  return SAYS_NO.test(said) || agrees ? 'answers' : undefined;
}

/** What the silence behind a bare answer adds to the log-odds that the turn is complete. */
export function answeredLogOdds(answer: BareAnswer, silenceSec: number): number {
  const [from, full] = COUNTS_SEC[answer];
  const share = (silenceSec - from) / (full - from);
  return MOST_LOG_ODDS * Math.min(1, Math.max(0, share));
}

/** The last sentence of the message that is a question; undefined if none is. */
function lastQuestion(message: string): string | undefined {
  const end = [...message].findLastIndex((letter) => QUESTION_MARK.test(letter));
  if (end < 0) return undefined;
  return [...message]
    .slice(0, end)
    .join('')
    .split(/[.!?？؟]/)
    .at(-1);
}
