/** A client of any `/v2` service. */
export { backoffMs, DEFAULT_BACKOFF, type Backoff } from './backoff.js';
export { endpointUrl, turnUrl, type EndpointUrl } from './endpoint-url.js';
export { KEY_REFUSED, refusal } from './open-session.js';
export { DEFAULT_PATIENCE, STOPPED, type Patience } from './patience.js';
export { streamRecording, type Arrival, type StreamOptions, type StreamOutcome } from './stream-recording.js';
export { scheduleOf, type ScheduledMessage } from './schedule.js';
export { connectFailed, UNREACHABLE } from './unreachable.js';
