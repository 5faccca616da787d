/**
 * onnxruntime-node 1.30.0 reports its use to Microsoft unless told not to: it looks up mobile.events.data.microsoft.com
 * at the first session and keeps a device id and a database below the home folder. We promise no network. Called
 * wherever sessions begin: by the pool before its workers, and by every session of its own thread.
 */

/** Takes effect before the first session, on the main thread alone: a worker's `process.env` is a copy that the runtime never reads. */
export function switchOffTelemetry(): void {
  process.env.ORT_DISABLE_TELEMETRY ??= '1';
}
