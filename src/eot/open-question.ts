/**
 * What the turn may answer, from the whole conversation: the newest question of the agent, and what the caller has said since.
 * Used for languages other than English; their kernel decides whether the question is still open.
 */
import type { ConversationMessage } from '../protocol/messages.js';
import { AGENT_ROLES } from '../protocol/names.js';
import { wordsOf } from './text-words.js';

/** An agent's message of so few words ("vale", "はい") only acknowledges: it takes no question back. Chosen by hand. */
const ACKNOWLEDGEMENT_WORDS = 2;
/** At most this many messages stand after the question. Chosen by hand. */
const MOST_SINCE = 4;

export interface OpenQuestion {
  /** What the agent asked, '' if no agent has spoken. */
  readonly asked: string;
  /** What the caller said after it in earlier turns, oldest first; empty if this turn is the first after it. */
  readonly since: readonly string[];
}

export function openQuestion(messages: readonly ConversationMessage[]): OpenQuestion {
  const isAgent = ({ role }: ConversationMessage): boolean => AGENT_ROLES.includes(role);
  const asks = (message: ConversationMessage): boolean =>
    isAgent(message) && wordsOf(message.content).length > ACKNOWLEDGEMENT_WORDS;
  const last = messages.at(-1);
  const at = messages.findLastIndex(asks);
  const since = messages.slice(at + 1).filter((message) => !isAgent(message));
  // A short message that is all the agent has said lately ("¿Nombre?") is the question itself.
  if (last && isAgent(last) && since.length === 0) return { asked: last.content, since: [] };
  if (at < 0 || messages.length - 1 - at > MOST_SINCE) return { asked: '', since: [] };
  return { asked: messages[at]!.content, since: since.map(({ content }) => content) };
}
