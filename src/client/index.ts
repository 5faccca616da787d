/** A client of any `/v2` service. */
export { backoffMs, DEFAULT_BACKOFF, type Backoff } from './backoff.js';
export { endpointUrl, turnUrl } from './endpoint-url.js';
export { KEY_REFUSED, REFUSED, refusal } from './open-session.js';
export { STOPPED } from './patience.js';
export { streamRecording, type Arrival } from './stream-recording.js';
export { scheduleOf } from './schedule.js';
export { connectFailed, UNREACHABLE } from './unreachable.js';
