/** Limits that several parts of the protocol share. */

/** Speech that begins within this many seconds after `turn.end` resumes the turn (docs/protocol.md, "Limits"). */
export const RESUME_WINDOW_SEC = 2;
