/**
 * Switches off the telemetry of onnxruntime-node 1.30.0, because turnwire promises to use no network. By default the runtime looks up
 * mobile.events.data.microsoft.com at its first session and keeps a device id and a database in the home folder. Called by the pool
 * before it starts workers, and before every session of the calling thread.
 */

/** Works only in the main thread and before the first session: the runtime does not read a worker's copy of `process.env`. */
export function switchOffTelemetry(): void {
  process.env.ORT_DISABLE_TELEMETRY ??= '1';
}
