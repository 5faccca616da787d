/**
 * Phrases in a turn that tell whether it is complete, as inputs of the fusion: a promise of work to come ("let me check"), a
 * goodbye, a question in the last clause. English only. training/fusion/phrases.py, which the weights were fitted with, has the
 * same patterns.
 */
import { wordsOf } from './text-words.js';

/** How many last words are searched for `OWED` and `CLOSING`. */
const TAIL_WORDS = 12;
const OWED =
  /\b(one (moment|second|minute|sec)|just a (moment|second|minute|sec)|(a|give me|take) (second|moment|minute|sec)|let me|bear with me|hold on|hang on|i'm (just )?(going to )?(pulling|looking|checking|opening|getting|pull|look|check)|i'll (just )?(check|look|pull|find|see)|wait)\b/;
const CLOSING =
  /\b(thank you|thanks|bye|goodbye|have a (good|great|nice)|you're welcome|see you|take care)\b( [\w']+){0,4}$/;
const ASKS =
  /^((and|so|ok|okay|all right|oh|uh|um|well|but) )*(what|how|when|where|which|who|why|could|can|would|do|does|did|is|are|was|were|will|have you|shall|may)\b/;

/** Each number is 0 or 1. */
export interface Phrases {
  /** The last words announce that something is still to come. */
  readonly owed: number;
  /** The turn ends with thanks or a goodbye. */
  readonly closing: number;
  /** The last clause begins like a question. */
  readonly asks: number;
}

/** @param text transcript of the turn so far. */
export function phrasesOf(text: string): Phrases {
  const tail = wordsOf(text).slice(-TAIL_WORDS).join(' ');
  const clause = wordsOf(
    text
      .trim()
      .split(/[.?!,]\s/)
      .at(-1)!,
  ).join(' ');
  return {
    owed: Number(OWED.test(tail)),
    closing: Number(CLOSING.test(tail)),
    asks: Number(ASKS.test(clause)),
  };
}
