/**
 * One running detector: writes a line to its stdin and waits for the one line that answers it. Every fault of the program
 * becomes one sentence; after a fault the program is stopped and this object is of no more use.
 */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import { visible } from '../../protocol/describe-shape.js';
import { messageOf, TurnwireError } from '../../protocol/errors.js';
import { round6 } from '../basics/rounding.js';
import { parseJson } from '../files/json-lines.js';
import { answerSchema, type DetectorAnswer, type DetectorLine } from './detector-answer.js';
import { processCost, type ProcessCost } from './process-cost.js';

/** Longest answer, in characters. Chosen by hand: an answer of a thousand events is shorter. */
const LONGEST_ANSWER = 1_000_000;
/**
 * How much longer than the others the first answer of a process may take, in ms: the program loads its models. Chosen by hand.
 */
const START_MS = 120_000;
/** How much of the end of stderr is kept for error sentences, in characters. */
const STDERR_TAIL = 2000;
/** Code of a fault of the detector. It fails one recording; the next one gets a new process. */
export const DETECTOR_FAULT = 'detector_fault';

export class DetectorProcess {
  /** Wall time of each answer, in ms. */
  readonly answerMs: number[] = [];
  private readonly child: ChildProcessWithoutNullStreams;
  private readonly decoder = new StringDecoder('utf8');
  private received = '';
  private complaint = '';
  private ended: string | undefined;
  private wake: (() => void) | undefined;

  /** @param timeoutMs how long the program may take for one answer */
  constructor(
    command: string,
    private readonly timeoutMs: number,
  ) {
    // A process group of its own, so that what a shell started stops with it.
    this.child = spawn(command, { shell: true, detached: true, stdio: 'pipe' });
    this.child.stdout.on('data', (bytes: Buffer) => {
      this.received += this.decoder.write(bytes);
      this.wake?.();
    });
    this.child.stderr.on('data', (bytes: Buffer) => {
      this.complaint = (this.complaint + bytes.toString('utf8')).slice(-STDERR_TAIL);
    });
    this.child.on('error', (error) => this.noteEnd(`could not be started: ${error.message}`));
    this.child.on('close', (code, signal) =>
      this.noteEnd(signal === null ? `exited with code ${code}` : `was ended by ${signal}`),
    );
    // A program that exits closes its stdin first; `close` reports it.
    this.child.stdin.on('error', () => {});
  }

  /** @returns the answer to a line. @throws TurnwireError code `DETECTOR_FAULT` with the sentence about the fault */
  async ask(line: DetectorLine): Promise<DetectorAnswer> {
    if (this.received !== '') this.fail(line, 'wrote a line that no line asked for');
    const before = performance.now();
    this.child.stdin.write(`${JSON.stringify(line)}\n`);
    const text = await this.nextLine(line);
    this.answerMs.push(performance.now() - before);
    const answer = this.parse(line, text);
    if (answer.error !== undefined) this.fail(line, `says: ${visible(answer.error)}`);
    if (answer.t !== undefined && round6(answer.t) !== round6(line.t))
      this.fail(line, `answers out of order: its answer is for ${answer.t} s`);
    return answer;
  }

  /** CPU time and memory so far; undefined if this system does not report them. */
  cost(): Promise<ProcessCost | undefined> {
    return processCost(this.child.pid);
  }

  stop(): void {
    if (this.ended !== undefined || this.child.pid === undefined) return;
    try {
      process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      // No process groups on Windows.
      this.child.kill('SIGKILL');
    }
  }

  private noteEnd(how: string): void {
    this.ended ??= how;
    this.wake?.();
  }

  private async nextLine(line: DetectorLine): Promise<string> {
    const patienceMs = this.timeoutMs + (this.answerMs.length === 0 ? START_MS : 0);
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const end = this.received.indexOf('\n');
      if (end >= 0) {
        const text = this.received.slice(0, end);
        this.received = this.received.slice(end + 1);
        return text;
      }
      const half = this.received === '' ? '' : ' in the middle of a line';
      if (this.received.length > LONGEST_ANSWER)
        this.fail(line, `wrote ${LONGEST_ANSWER} characters without the end of a line`);
      if (this.ended !== undefined) this.fail(line, `${this.ended}${half}`);
      const left = deadline - performance.now();
      if (left <= 0) this.fail(line, `did not answer within ${patienceMs / 1000} s${half}`);
      await this.somethingNew(left);
    }
  }

  private somethingNew(mostMs: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, mostMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private parse(line: DetectorLine, text: string): DetectorAnswer {
    try {
      return parseJson(text, answerSchema, 'its answer');
    } catch (error) {
      return this.fail(line, `answered ${visible(text.slice(0, 80))}: ${messageOf(error)}`);
    }
  }

  private fail(line: DetectorLine, what: string): never {
    const said = this.complaint.trim().split('\n').at(-1)!;
    const stderr = said === '' ? '' : `; its last words on stderr: ${visible(said.slice(0, 300))}`;
    this.stop();
    throw new TurnwireError(
      'source',
      DETECTOR_FAULT,
      `the detector ${what}, at ${round6(line.t)} s of the recording${stderr}`,
    );
  }
}
