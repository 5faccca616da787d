/**
 * Messages the client sends after `session.start` (docs/protocol.md, "From the client"). Unknown fields in a known message
 * are ignored. `session.start` has a file of its own, session-start.ts, because its faults close the session.
 */
import { z } from 'zod';

export const conversationMessageSchema = z.object({
  role: z.string().min(1),
  content: z.string().nullable(),
});
/** One message of a checked session: a `content` of null has become ''. */
export type ConversationMessage = { readonly role: string; readonly content: string };

export const agentSpeechSchema = z.object({
  type: z.literal('agent.speech'),
  phase: z.enum(['start', 'end']),
  utterance_id: z.string().optional(),
});
export type AgentSpeech = z.infer<typeof agentSpeechSchema>;

export const finalizeSchema = z.object({ type: z.literal('finalize') });
export const sessionEndSchema = z.object({ type: z.literal('session.end') });

/** What may follow `session.start` as text. */
export const controlMessageSchema = z.discriminatedUnion('type', [
  agentSpeechSchema,
  finalizeSchema,
  sessionEndSchema,
]);
export type ControlMessage = z.infer<typeof controlMessageSchema>;
