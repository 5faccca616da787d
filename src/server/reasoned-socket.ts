/**
 * A WebSocket whose closes always have a reason. Adds reasons to the closes that `ws` makes by itself (frame too big, text that is
 * not UTF-8), and cuts reasons to the 123 bytes that fit into a close frame (RFC 6455, section 5.5).
 */
import { WebSocket } from 'ws';
import { CLOSE, type CloseFrame } from '../protocol/reasons.js';

const MAX_REASON_BYTES = 123;

const OWN_REASONS: Readonly<Record<number, string>> = {
  [CLOSE.frameTooBig.code]: CLOSE.frameTooBig.reason,
  [CLOSE.malformedJson.code]: CLOSE.malformedJson.reason,
};

export class ReasonedSocket extends WebSocket {
  /** The close that `ws` sent by itself, because a frame was too big or not valid. */
  refusal: CloseFrame | undefined;

  override close(code?: number, reason?: string | Buffer): void {
    if (code !== undefined && reason === undefined) this.refusal = { code, reason: OWN_REASONS[code] ?? '' };
    const text = reason ?? this.refusal?.reason;
    super.close(code, text === undefined ? undefined : fitReason(text.toString()));
  }
}

/** Cuts a reason at a character boundary if it is longer than a close frame can hold. */
function fitReason(reason: string): string {
  const bytes = Buffer.from(reason);
  if (bytes.length <= MAX_REASON_BYTES) return reason;
  const ellipsis = Buffer.byteLength('…');
  let end = MAX_REASON_BYTES - ellipsis;
  while ((bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString() + '…';
}
