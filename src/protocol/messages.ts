/**
 * Messages the client sends (service-v2 sections 2.1 and 4.1). Unknown fields in a known message are ignored.
 * `session.start` is checked by `parseSessionStart` (session-start.ts), which gives the exact close reasons.
 */
import { z } from 'zod';
import { MODES, SIGNALS } from './names.js';

export const conversationMessageSchema = z.object({
  role: z.string().min(1),
  content: z.string().nullable(),
});
/** One message of a checked session: a `content` of null has become ''. */
export type ConversationMessage = { readonly role: string; readonly content: string };

export const sessionStartSchema = z.object({
  type: z.literal('session.start'),
  api_key: z.string(),
  mode: z.enum(MODES).optional(),
  language: z
    .union([
      z.strictObject({ pin: z.string() }),
      z.strictObject({ allowed: z.array(z.string()).min(1) }),
      z.strictObject({ auto: z.literal(true) }),
    ])
    .optional(),
  eot: z
    .union([z.object({ profile: z.string() }), z.object({ latency_budget_ms: z.number().positive() })])
    .optional(),
  signals: z.array(z.enum(SIGNALS)).optional(),
  idle_timeout_s: z.number().optional(),
  inference_interval: z.number().min(0.02).max(1).optional(),
  messages: z.array(conversationMessageSchema).optional(),
});
export type SessionStart = z.infer<typeof sessionStartSchema>;

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
