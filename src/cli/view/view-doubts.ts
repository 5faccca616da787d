/** Sentences for a log, a recording and a trace that may not belong together, or a log that is not whole: the page looks the same. */
import type { CheckedLog } from '../../protocol/check-log.js';
import { visible } from '../../protocol/describe-shape.js';
import { endOf } from '../../sinks/index.js';
import { nameOfLog } from '../session/read-log.js';
import type { TraceLine } from '../session/read-trace.js';

/** Lengths that differ by less than this, in seconds, are the same: the last times of a log lie on its grid of at most 1 s. */
const SAME_LENGTH_SEC = 1.5;

export interface ViewSources {
  readonly log: CheckedLog;
  readonly logFile: string;
  readonly trace: readonly TraceLine[];
  readonly traceFile: string | undefined;
  /** Length of the recording in seconds; undefined without one. */
  readonly soundSec: number | undefined;
  readonly recording: string | undefined;
}

export function doubtsOf({ log, logFile, trace, traceFile, soundSec, recording }: ViewSources): string[] {
  const name = nameOfLog(logFile);
  const events = log.events.map(({ event }) => event);
  const doubts: string[] = [];
  const [first] = log.violations;
  if (first) {
    const check = `turnwire replay --check ${logFile}`;
    const where = `${name}:${first.line}: ${visible(first.message)}`;
    doubts.push(
      `the log breaks the protocol (${log.violations.length} violation(s), the first: ${where}), so the page may lack something; ${check} names each`,
    );
  }
  // A log without a summary may have been cut off anywhere, and then says nothing of the recording's length.
  const isWhole = events.some(({ type }) => type === 'session.summary');
  const logSec = endOf(events);
  if (soundSec !== undefined && (isWhole ? apart(soundSec, logSec) : logSec > soundSec + SAME_LENGTH_SEC))
    doubts.push(
      `${recording} is ${soundSec.toFixed(1)} s long, and ${name} ${logSec.toFixed(1)} s: is it the recording of this log?`,
    );
  const traceSec = trace.at(-1)?.t;
  if (traceSec !== undefined && (isWhole ? apart(traceSec, logSec) : logSec > traceSec + SAME_LENGTH_SEC))
    doubts.push(
      `${traceFile} is ${traceSec.toFixed(1)} s long, and ${name} ${logSec.toFixed(1)} s: is it the trace of this log?`,
    );
  return doubts;
}

const apart = (aSec: number, bSec: number): boolean => Math.abs(aSec - bSec) > SAME_LENGTH_SEC;
