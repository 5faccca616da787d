/**
 * The microphone through node-record-lpcm16 1.0.1, which starts sox, rec or arecord. The library crashes on a program
 * that does not start and reports others by a string, so both are caught here and become one sentence.
 */
import recorderLibrary from 'node-record-lpcm16';
import { installHint } from '../../audio/index.js';
import { TurnwireError } from '../../protocol/errors.js';
import { SAMPLE_RATE_HZ } from '../../protocol/grid.js';
import { isOnPath } from './program-on-path.js';

/** In order of preference; all deliver 16 kHz mono PCM16 on a pipe. */
const RECORDERS = ['sox', 'rec', 'arecord'] as const;

export interface Microphone {
  /** Name for people: `microphone (sox)`. */
  readonly name: string;
  /** Bytes as they come; ends when the program ends. */
  bytes(): AsyncIterable<Uint8Array>;
  /** Bytes that wait to be read. */
  readonly waitingBytes: number;
  stop(): void;
  /** Why the program ended when nobody asked it to; undefined after `stop` or a clean end. */
  readonly failure: string | undefined;
}

/** @throws TurnwireError when no program is on PATH. */
export function openMicrophone(options: { recorder?: string; device?: string }): Microphone {
  const recorder = chooseRecorder(options.recorder);
  const recording = recorderLibrary.record({
    recorder,
    sampleRate: SAMPLE_RATE_HZ,
    channels: 1,
    audioType: 'raw',
    ...(options.device !== undefined && { device: options.device }),
  });
  const { process: child } = recording;
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let ended = false;
  let stopped = false;
  let failure: string | undefined;
  let complaint = '';
  let wake = (): void => {};
  // Sound is taken as it comes, never left in the pipe: a recorder that blocks loses samples.
  recording.stream().on('data', (bytes: Uint8Array) => {
    waiting.push(bytes);
    waitingBytes += bytes.length;
    wake();
  });
  recording.stream().on('error', () => {});
  child.stderr?.on('data', (text: Buffer) => (complaint = (complaint + text.toString()).slice(-500)));
  const finish = (why: string | undefined): void => {
    if (ended) return;
    ended = true;
    if (!stopped) failure = why;
    wake();
  };
  child.on('error', (error) => finish(`${recorder} could not be started: ${error.message}`));
  child.on('close', (code, signal) => {
    const said = complaint.trim().split('\n').at(-1);
    const how = signal ? `was ended by ${signal}` : `ended with exit code ${code}`;
    finish(code === 0 ? undefined : `the microphone program ${recorder} ${how}${said ? ` (${said})` : ''}`);
  });
  return {
    name: `microphone (${recorder})`,
    get failure() {
      return failure;
    },
    get waitingBytes() {
      return waitingBytes;
    },
    stop() {
      stopped = true;
      child.kill();
    },
    async *bytes() {
      for (;;) {
        const next = waiting;
        waiting = [];
        for (const bytes of next) {
          waitingBytes -= bytes.length;
          yield bytes;
        }
        if (waiting.length > 0) continue;
        if (ended) return;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}

function chooseRecorder(wanted: string | undefined): string {
  if (wanted !== undefined && !RECORDERS.includes(wanted as (typeof RECORDERS)[number])) {
    throw new TurnwireError(
      'usage',
      'unknown_recorder',
      `unknown recorder '${wanted}': choose ${RECORDERS.join(', ')}`,
    );
  }
  const found = (wanted === undefined ? RECORDERS : [wanted]).find((name) => isOnPath(name));
  if (found) return found;
  const missing = wanted ?? RECORDERS.join(', ');
  throw new TurnwireError(
    'source',
    'no_microphone_program',
    `no microphone program on PATH (${missing}): install one with ${installHint('sox')}, or give a recording with --input`,
  );
}

export function microphoneProgram(): string | undefined {
  return RECORDERS.find((name) => isOnPath(name));
}
