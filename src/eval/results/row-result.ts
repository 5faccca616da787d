/**
 * What a run keeps of one recording: its labels and what the engines answered, nothing that depends on the machine.
 * The run folder holds one such file for each recording. Every table and report is made from these alone.
 */
import { z } from 'zod';
import { PROFILES } from '../../protocol/names.js';
import { spanSchema } from '../corpora/corpus-format.js';

const turnEnd = z.object({
  t: z.number(),
  by: z.enum(['score', 'timeout']),
  p_eot: z.number(),
  latency_ms: z.number(),
});

const region = z.object({ session: z.string(), start: z.number(), end: z.number() });

const utterance = z.object({
  session: z.string(),
  speaker: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
});

export const rowResultSchema = z.object({
  corpus: z.string(),
  id: z.string(),
  language: z.string(),
  split: z.string(),
  tags: z.record(z.string(), z.string()),
  /** Path of the recording inside its corpus folder. */
  audio: z.string(),
  channel: z.int().optional(),
  audioSec: z.number(),
  /** sha256 over the hashes of the recording and its references at the time of measuring. */
  filesSha256: z.string().optional(),
  /** Sentences about oddities of the recording, which was measured nevertheless. */
  warnings: z.array(z.string()).optional(),
  /** Why the recording could not be measured; all fields below are then missing. */
  error: z.string().optional(),
  /** The labelled silences of a turn. */
  silence_spans: z.array(spanSchema).optional(),
  /** Method `eot-bench`: scores on the grid of each span of 0.1 s and more. */
  spans: z
    .array(
      z.object({
        span_index: z.int(),
        label: z.enum(['hold', 'eot']),
        /** [timestamp, silence_dur, p_eot] */
        points: z.array(z.tuple([z.number(), z.number(), z.number()])),
      }),
    )
    .optional(),
  /** Method `service`: the events of the engine for each profile. */
  service: z
    .partialRecord(z.enum(PROFILES), z.object({ turn_ends: z.array(turnEnd), resumed: z.int() }))
    .optional(),
  bargein: z
    .object({
      reference: z.array(spanSchema.extend({ class: z.enum(['claim', 'backchannel']) })),
      found: z.array(
        z.object({
          onset_t: z.number(),
          class: z.enum(['claim', 'backchannel']).nullable(),
          decided_after_ms: z.number().nullable(),
        }),
      ),
    })
    .optional(),
  room: z
    .object({
      referenceSpeech: z.array(utterance),
      referenceTranscript: z.array(utterance),
      /** The regions of the UEM; null without one. */
      scored: z.array(region).nullable(),
      /** Regions that the reference leaves out; missing if it leaves out none. */
      unscored: z.array(region).optional(),
      referenceLanguages: z.record(z.string(), z.string()),
      /** One entry for each `asr.final`. `emitted` is the time of the event. */
      words: z.array(utterance.extend({ language: z.string(), emitted: z.number() })),
      languages: z.record(z.string(), z.record(z.string(), z.number())),
    })
    .optional(),
});

export type RowResult = z.infer<typeof rowResultSchema>;
