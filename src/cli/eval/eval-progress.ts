/** Progress of an evaluation on stderr: a line that is redrawn, on a terminal only. Failures and warnings are always named. */
import type { EvaluationProgress } from '../../eval/run/run-evaluation.js';
import type { RowResult } from '../../eval/run/row-result.js';

export class EvalProgress implements EvaluationProgress {
  private readonly startedAt = performance.now();
  private audioSec = 0;
  private isShown = false;

  onResult(result: RowResult, done: number, total: number, resumed: number): void {
    const { warnings = [], error } = result;
    for (const sentence of error === undefined ? warnings : [...warnings, error]) {
      this.clear();
      process.stderr.write(`${result.corpus}/${result.id}: ${sentence}\n`);
    }
    this.audioSec += result.audioSec;
    if (!process.stderr.isTTY) return;
    const wallSec = (performance.now() - this.startedAt) / 1000;
    const perRow = wallSec / (done - resumed);
    const speed = (this.audioSec / wallSec).toFixed(1);
    process.stderr.write(
      `\r\x1b[K${done}/${total} recordings, ${(1 / perRow).toFixed(1)} a second, ${speed} s of audio a second, ${duration(perRow * (total - done))} left`,
    );
    this.isShown = true;
  }

  clear(): void {
    if (this.isShown) process.stderr.write('\r\x1b[K');
    this.isShown = false;
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
