/** What the scorers share: what was asked before a turn, log-odds as a probability, and the numbers of a trace. */
import type { ConversationMessage } from '../protocol/messages.js';
import { AGENT_ROLES } from '../protocol/names.js';

/** What the agent said last, if nobody has spoken since; '' else. */
export function lastAgentMessage(messages: readonly ConversationMessage[]): string {
  const last = messages.at(-1);
  return last && AGENT_ROLES.includes(last.role) ? last.content : '';
}

export function sigmoid(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

/** Log-odds of a probability, between 0 and 1. */
export function logOdds(probability: number): number {
  return Math.log(probability / (1 - probability));
}

/** To three decimals, as a trace shows it. */
export function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
