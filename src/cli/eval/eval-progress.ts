/** Shows the progress of an evaluation on stderr. Failures and warnings are always printed. */
import type { EvaluationProgress } from '../../eval/run/run-evaluation.js';
import type { RowResult } from '../../eval/results/row-result.js';
import { ProgressLine } from '../terminal/progress-line.js';

export class EvalProgress implements EvaluationProgress {
  private readonly line = new ProgressLine();
  private audioSec = 0;

  onResult(result: RowResult, done: number, total: number, resumed: number): void {
    const { warnings = [], error } = result;
    for (const sentence of error === undefined ? warnings : [...warnings, error]) {
      this.clear();
      process.stderr.write(`${result.corpus}/${result.id}: ${sentence}\n`);
    }
    this.audioSec += result.audioSec;
    this.line.show((wallSec) => {
      const perRow = wallSec / (done - resumed);
      const speed = (this.audioSec / wallSec).toFixed(1);
      return `${done}/${total} recordings, ${(1 / perRow).toFixed(1)} a second, ${speed} s of audio a second, ${duration(perRow * (total - done))} left`;
    });
  }

  clear(): void {
    this.line.clear();
  }
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
