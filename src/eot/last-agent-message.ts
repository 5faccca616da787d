/** The message that a turn answers. Used by the scorers that read words. */
import type { ConversationMessage } from '../protocol/messages.js';
import { AGENT_ROLES } from '../protocol/names.js';

/** What the agent said last; '' if somebody else has spoken since, or nobody before. */
export function lastAgentMessage(messages: readonly ConversationMessage[]): string {
  const last = messages.at(-1);
  return last && AGENT_ROLES.includes(last.role) ? last.content : '';
}
