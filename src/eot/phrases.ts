/**
 * What a turn says about itself, as numbers of the fusion: is work still owed ("let me check"), is it a goodbye, does its
 * last clause ask. English. The same in training/fusion/phrases.py, which the weights were fitted with.
 */
import { wordsOf } from './text-words.js';

const TAIL_WORDS = 12;
const OWED =
  /\b(one (moment|second|minute|sec)|just a (moment|second|minute|sec)|(a|give me|take) (second|moment|minute|sec)|let me|bear with me|hold on|hang on|i'm (just )?(going to )?(pulling|looking|checking|opening|getting|pull|look|check)|i'll (just )?(check|look|pull|find|see)|wait)\b/;
const CLOSING =
  /\b(thank you|thanks|bye|goodbye|have a (good|great|nice)|you're welcome|see you|take care)\b( [\w']+){0,4}$/;
const ASKS =
  /^((and|so|ok|okay|all right|oh|uh|um|well|but) )*(what|how|when|where|which|who|why|could|can|would|do|does|did|is|are|was|were|will|have you|shall|may)\b/;

/** Each 0 or 1. */
export interface Phrases {
  /** An acknowledgement or a promise whose work is still to come. */
  readonly owed: number;
  readonly closing: number;
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
