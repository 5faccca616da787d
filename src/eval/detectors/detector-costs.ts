/** Adds up what detectors cost: CPU time, memory, and how long an answer takes. Called by detector-runner.ts. */
import type { CostFigures } from '../results/run-cost.js';
import type { DetectorProcess } from './detector-process.js';
import type { ProcessCost } from './process-cost.js';

export class DetectorCosts {
  private readonly answerMs: number[] = [];
  private readonly known = new Map<DetectorProcess, { counted: number; cost: ProcessCost | undefined }>();
  private audioSec = 0;

  get hasAnswers(): boolean {
    return this.answerMs.length > 0;
  }

  /** Notes what a process used up to the end of a recording of `audioSec` seconds. */
  async add(detector: DetectorProcess, audioSec: number): Promise<void> {
    const before = this.known.get(detector);
    const counted = detector.answerMs.length;
    this.answerMs.push(...detector.answerMs.slice(before?.counted ?? 0));
    this.audioSec += audioSec;
    // The cost of a process that has just died cannot be read: its last known cost stays.
    this.known.set(detector, { counted, cost: (await detector.cost()) ?? before?.cost });
  }

  figures(): CostFigures {
    const sorted = [...this.answerMs].sort((a, b) => a - b);
    const at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
    const costs = [...this.known.values()].flatMap(({ cost }) => cost ?? []);
    return {
      answers: sorted.length,
      answerMs: sorted.length === 0 ? null : { median: at(0.5), p99: at(0.99), most: sorted.at(-1)! },
      audioSec: this.audioSec,
      cpuSec: costs.length === 0 ? null : costs.reduce((sum, { cpuSec }) => sum + cpuSec, 0),
      peakMemoryMb: costs.length === 0 ? null : Math.max(...costs.map(({ peakMemoryMb }) => peakMemoryMb)),
    };
  }
}
