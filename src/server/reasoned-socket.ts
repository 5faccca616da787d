/**
 * A WebSocket whose closes always say why: reasons for the closes that `ws` does by itself (frame too big, text that
 * is not UTF-8), and reasons cut to the 123 bytes a close frame can hold (RFC 6455 section 5.5).
 */
import { WebSocket } from 'ws';
import { CLOSE, type CloseFrame } from '../protocol/reasons.js';

const MAX_REASON_BYTES = 123;

const OWN_REASONS: Readonly<Record<number, string>> = {
  [CLOSE.frameTooBig.code]: CLOSE.frameTooBig.reason,
  [CLOSE.malformedJson.code]: CLOSE.malformedJson.reason,
};

export class ReasonedSocket extends WebSocket {
  /** The close that `ws` sent by itself: what came was no WebSocket frame that is taken here. */
  refusal: CloseFrame | undefined;

  override close(code?: number, reason?: string | Buffer): void {
    if (code !== undefined && reason === undefined) this.refusal = { code, reason: OWN_REASONS[code] ?? '' };
    const text = reason ?? this.refusal?.reason;
    super.close(code, text === undefined ? undefined : fitReason(text.toString()));
  }
}

/** The reason, cut at a character border when it is longer than a close frame can hold. */
function fitReason(reason: string): string {
  const bytes = Buffer.from(reason);
  if (bytes.length <= MAX_REASON_BYTES) return reason;
  const ellipsis = Buffer.byteLength('…');
  let end = MAX_REASON_BYTES - ellipsis;
  while ((bytes[end]! & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString() + '…';
}
