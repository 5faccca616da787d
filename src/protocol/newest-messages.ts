/** Limits how much of a conversation is used, from `session.start` and from what a stream adds (docs/protocol.md, "Conversation so far"). */
import type { ConversationMessage } from './messages.js';

const MAX_MESSAGES = 20;
const MAX_MESSAGE_CHARACTERS = 8000;

/** The newest messages within both limits. The oldest one that is kept loses its beginning if it does not fit whole. */
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
