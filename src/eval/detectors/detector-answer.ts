/**
 * The lines of the detector contract (docs/detectors.md): what a program reads on stdin, and what it may answer on stdout.
 */
import { z } from 'zod';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import type { Endpoint } from '../../protocol/names.js';

/** Samples of an `audio` line: 20 ms. The last line of a recording may have fewer. */
export const FRAME_SAMPLES = 0.02 * SAMPLE_RATE_HZ;

export type DetectorLine =
  | {
      readonly type: 'recording.start';
      readonly id: string;
      readonly t: 0;
      readonly sample_rate: typeof SAMPLE_RATE_HZ;
      readonly endpoint: Endpoint;
      /** True if this recording is run for its scores, false if for its events. */
      readonly scores: boolean;
      readonly profile: string | null;
      readonly language: string | null;
      readonly messages: readonly unknown[];
    }
  /** `pcm`: base64 of 16-bit little-endian samples. `t`: seconds of the recording at the end of these samples. */
  | { readonly type: 'audio'; readonly t: number; readonly pcm: string }
  | {
      readonly type: 'agent.speech';
      readonly t: number;
      readonly phase: 'start' | 'end';
      readonly utterance_id?: string;
    }
  | { readonly type: 'recording.end'; readonly t: number };

const probability = z.number().min(0).max(1);

const eventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('turn.end'),
    by: z.enum(['score', 'timeout']).default('score'),
    p_eot: probability.optional(),
  }),
  z.object({ type: z.literal('turn.resumed') }),
  z.object({ type: z.literal('bargein.onset') }),
  z.object({ type: z.literal('bargein.class'), class: z.enum(['claim', 'backchannel']) }),
]);
export type DetectorEvent = z.infer<typeof eventSchema>;

/** One answer. Unknown fields are refused, so that a misspelt `score` is no silent zero. */
export const answerSchema = z.strictObject({
  /** Repeats the time of the line that is answered: a way to check the order. */
  t: z.number().optional(),
  /** How likely the turn is over now. */
  score: probability.optional(),
  events: z.array(eventSchema).default([]),
  /** Why the detector cannot judge this recording. */
  error: z.string().optional(),
});
export type DetectorAnswer = z.infer<typeof answerSchema>;
