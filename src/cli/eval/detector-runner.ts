/** `turnwire eval --detector`: runs the user's program and says at the end what it cost. */
import type { CostFigures } from '../../eval/results/run-cost.js';
import { createDetectorRunner } from '../../eval/detectors/detector-runner.js';
import { numberOption } from '../options/number-options.js';
import type { MeasuredRunner } from '../../eval/run/session-runner.js';

/** Longest time for one answer that may be given, in seconds. */
const LONGEST_TIMEOUT_SEC = 3600;

/** @param timeout value of --detector-timeout */
export function detectorRunner(command: string, timeout: string): MeasuredRunner {
  const runner = createDetectorRunner(
    command,
    numberOption(timeout, '--detector-timeout', 0.1, LONGEST_TIMEOUT_SEC),
  );
  return {
    ...runner,
    close: async () => {
      process.stderr.write(costLine(runner.figures()));
      await runner.close();
    },
  };
}

function costLine({ answers, answerMs, audioSec, cpuSec, peakMemoryMb }: CostFigures): string {
  if (answerMs === null) return '';
  const { median, p99, most } = answerMs;
  const cpu = cpuSec === null ? '' : `, ${((cpuSec / audioSec) * 60).toFixed(2)} s of CPU a minute of audio`;
  const memory = peakMemoryMb === null ? '' : `, ${Math.round(peakMemoryMb)} MB at most in one process`;
  const times = `half within ${median.toFixed(2)} ms, 99 % within ${p99.toFixed(1)} ms, the slowest ${most.toFixed(0)} ms`;
  return `detector: ${answers} answers, ${times}${cpu}${memory}\n`;
}
