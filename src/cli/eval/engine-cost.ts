/** What the engines cost that ran in this process: its own processor time and largest memory. Called by run-eval.ts. */
import type { MeasuredRunner, SessionRunner } from '../../eval/run/session-runner.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';

/** @param runner engines in this process; the cost of a service at an address is unknown. */
export function withEngineCost(runner: SessionRunner): MeasuredRunner {
  const before = process.cpuUsage();
  let samples = 0;
  return {
    events: (request) => {
      samples += request.audio.length;
      return runner.events(request);
    },
    scores: (request) => {
      samples += request.audio.length;
      return runner.scores(request);
    },
    close: () => runner.close(),
    figures: () => {
      const { user, system } = process.cpuUsage(before);
      return {
        answers: 0,
        answerMs: null,
        audioSec: samples / SAMPLE_RATE_HZ,
        cpuSec: (user + system) / 1e6,
        peakMemoryMb: process.resourceUsage().maxRSS / 1024,
      };
    },
  };
}
