/**
 * A WebSocket whose closes always say why: reasons for the closes that `ws` does by itself (frame too big, text that
 * is not UTF-8), and reasons cut to the 123 bytes a close frame can hold (RFC 6455 section 5.5).
 */
import { WebSocket } from 'ws';
import { CLOSE } from '../protocol/reasons.js';

const MAX_REASON_BYTES = 123;

const OWN_REASONS: Readonly<Record<number, string>> = {
  [CLOSE.frameTooBig.code]: CLOSE.frameTooBig.reason,
  [CLOSE.malformedJson.code]: CLOSE.malformedJson.reason,
};

export class ReasonedSocket extends WebSocket {
  override close(code?: number, reason?: string | Buffer): void {
    const text = reason === undefined && code !== undefined ? OWN_REASONS[code] : reason;
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
