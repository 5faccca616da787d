/** Parses the binary frames and text messages of a socket, without side effects. */
import { samplesFromBytes } from '../audio/pcm.js';
import { formatByMagic } from '../audio/sniff.js';
import { controlMessageSchema, type ControlMessage } from '../protocol/messages.js';
import { withoutNulls } from '../protocol/nulls.js';
import { shorten } from '../protocol/describe-shape.js';
import { boundedJson } from '../protocol/bounded-json.js';
import type { Endpoint } from '../protocol/names.js';
import type { SessionOptions } from '../protocol/session-start.js';

export type Fields = Record<string, unknown>;

/** @returns the JSON object in a text frame; undefined if the text is not one. */
export function readObject(text: string): Fields | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export type AudioFrame =
  | { readonly samples: Int16Array }
  /** Why the frame is dropped, for a `bad_audio` warning. */
  | { readonly problem: 'empty' | 'odd' | 'source'; readonly message: string };

/** Added to the first `bad_audio` warning of a session: most clients that get one send bare samples. */
export const FRAME_FORM =
  'an audio frame is one leading byte, 0 (the source byte), then 16-bit little-endian samples';

const OPENING_BRACE = '{'.charCodeAt(0);

/** Reads a binary frame: one source byte, then PCM16 little-endian samples (docs/protocol.md, "Audio"). */
export function readAudio(frame: Uint8Array): AudioFrame {
  if (frame.length > 0 && frame[0] !== 0) {
    return {
      problem: 'source',
      message: `source byte must be 0, got ${frame[0]}${guessAt(frame)}; such frames are dropped`,
    };
  }
  if (frame.length <= 1) return { problem: 'empty', message: 'an audio frame without samples was dropped' };
  if (frame.length % 2 === 0) {
    return {
      problem: 'odd',
      message: `an audio frame with ${frame.length - 1} sample bytes, an odd number, was dropped`,
    };
  }
  return { samples: samplesFromBytes(frame.subarray(1)) };
}

/** What a client may have sent in place of an audio frame, in brackets; empty if there is no guess. */
function guessAt(frame: Uint8Array): string {
  if (frame[0] === OPENING_BRACE) return ' (a JSON message in a binary frame? send messages in text frames)';
  const format = formatByMagic(frame);
  return format ? ` (the beginning of a file: ${format})` : '';
}

/** @returns the control message, the sentence for a `bad_message` warning, or undefined for a message to ignore in silence. */
export function readControl(
  fields: Fields,
  { endpoint, signals }: Pick<SessionOptions, 'endpoint' | 'signals'>,
): ControlMessage | string | undefined {
  const { type } = fields;
  if (type === 'session.start') return 'session.start came twice; the session goes on as it was started';
  if (type === 'finalize' && endpoint === 'stream') return 'finalize is for rooms only; it was ignored';
  const parsed = controlMessageSchema.safeParse(withoutNulls(fields));
  if (parsed.success) return parsed.data;
  if (type === 'agent.speech') {
    if (!signals.has('bargein')) return undefined;
    return 'agent.speech needs phase "start" or "end" and, if given, a string utterance_id; it was ignored';
  }
  return `${nameOf(type)}; expected ${expectedAt(endpoint)}, and sound in binary frames; it was ignored`;
}

function nameOf(type: unknown): string {
  if (type === undefined) return 'a message without type';
  return `unknown message type ${typeof type === 'string' ? `'${shorten(type)}'` : shorten(boundedJson(type))}`;
}

function expectedAt(endpoint: Endpoint): string {
  return `agent.speech${endpoint === 'room' ? ', finalize' : ''} or session.end`;
}
