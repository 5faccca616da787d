/** How much of a conversation is used (decisions.md, "messages"): what `session.start` brings, and what a stream adds to it. */
import type { ConversationMessage } from './messages.js';

const MAX_MESSAGES = 20;
const MAX_MESSAGE_CHARACTERS = 8000;

/** The newest messages within both limits; the oldest kept one loses its beginning when it does not fit. */
export function newestMessages(messages: readonly ConversationMessage[]): ConversationMessage[] {
  const kept: ConversationMessage[] = [];
  let room = MAX_MESSAGE_CHARACTERS;
  for (const { role, content } of messages.slice(-MAX_MESSAGES).reverse()) {
    if (room <= 0) break;
    kept.unshift({ role, content: content.slice(-room) });
    room -= content.length;
  }
  return kept;
}
